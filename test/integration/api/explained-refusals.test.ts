import { beforeAll, expect } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { publicCase } from "../../support/public-case.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  await system.db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, last_date)
    SELECT id, false, 3, 6, 7, ${"20991231"} FROM company WHERE code = 'demo'`;
});

const kind = "A refusal says the fix that its preview knows";
const rule = "api/README.md, E3";
const outcome = { code: "TAXAUTH_ERROR", reasons: [{ code: 10016, msg: "El numero o fecha no se corresponde." }] };
const said = "voucherDate: must not be before 20991231, the date of the last voucher of this point of sale and type.";

publicCase(
  { kind, sent: "POST /invoices, refused with 10016", right: "the 422 has the last voucher's date", rule },
  async () => {
    const body = invoiceB({ posNumber: 3, voucherDate: today() });
    const preview = await system.postTo("/invoices/preview", body);
    expect(preview.body.result.problems).toEqual([
      expect.objectContaining({ field: "voucherDate", code: 10016, message: said.slice("voucherDate: ".length, -1) }),
    ]);
    system.fate = refusedFate("rejected", outcome);
    try {
      const answer = await system.post(body);
      expect([answer.status, answer.body.details]).toEqual([422, outcome.reasons]);
      expect(answer.body.error).toBe(`(10016) El numero o fecha no se corresponde. ${said}`);
    } finally {
      system.fate = approvedFate;
    }
  },
);

publicCase({ kind, sent: "the same as an element of a batch", right: "its result says the same", rule }, async () => {
  const body = invoiceB({ posNumber: 3, voucherDate: today() });
  const { id } = (await system.postTo("/batches", { invoices: [body] })).body.result;
  // The sweep arms it as POST /invoices does; here it is settled by hand.
  await system.db.$executeRaw`
    UPDATE batch_element SET state = 'failed', settled_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb WHERE batch_id = ${id}`;
  const [element] = (await system.get(`/batches/${id}/results`)).body.result;
  expect(element).toMatchObject({
    code: "TAXAUTH_ERROR",
    error: `(10016) El numero o fecha no se corresponde. ${said}`,
  });
});
