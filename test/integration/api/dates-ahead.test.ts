import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { message, postMessage } from "../../support/processes/mcp-messages.js";
import { publicCase } from "../../support/public-case.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const system = await openForFile(openIssuingApp);

const code = "CLOSES_NUMBERING";
const day = (ahead: number) => toFiscalDate(addDays(argentineDay(Date.now()), ahead));
const serviceOn = (voucherDate: string) => ({
  ...{ concept: 2, voucherDate, serviceFrom: voucherDate, serviceTo: voucherDate, serviceExpiration: voucherDate },
});
interface Remark {
  field: string | null;
  code: number | string;
  message: string;
}

async function problemsOf(body: object): Promise<Remark[]> {
  const answer = await system.postTo("/invoices/preview", body);
  expect([answer.status, answer.body.warnings]).toEqual([200, undefined]);
  expect(answer.body.result.notes.map((note: Remark) => note.code)).not.toContain(code);
  return answer.body.result.problems;
}
const closing = (problems: Remark[]) => problems.filter((problem) => problem.code === code);

test("a preview says exactly of a date ahead that it closes the numbering, with that day, whatever else is wrong", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -12, max: 12 }),
      fc.constantFrom(1, 6, 8),
      fc.boolean(),
      fc.constantFrom(1, 99),
      async (ahead, voucherType, isProduct, posNumber) => {
        const voucherDate = day(ahead);
        const associatedPeriod = { from: "20260101", to: "20260131" };
        const problems = await problemsOf(
          invoiceB({
            ...{ voucherType, posNumber, ...serviceOn(voucherDate) },
            ...(isProduct && { concept: 1 }),
            ...(voucherType === 8 && { associatedPeriod }),
          }),
        );
        expect(closing(problems)).toEqual(
          ahead <= 0
            ? []
            : [
                {
                  ...{ field: "voucherDate", code },
                  message: expect.stringContaining(`nothing dated before ${voucherDate} can be issued`),
                },
              ],
        );
        // It stands beside the reasons for a refusal, and hides none of them.
        if (posNumber === 99) expect(problems.map(({ field }) => field)).toContain("posNumber");
      },
    ),
    propertyRuns(60),
  );
}, 60_000);

const kind = "A date ahead";
const rule = 'api/README.md, "Further paths"';

publicCase({ kind, sent: "an agent's preview of a credit note with it", right: "the same problem", rule }, async () => {
  const { body } = await system.post(invoiceB(serviceOn(day(0))));
  const asked = { id: body.result.id, idempotency: "ahead-credit", voucherDate: day(1) };
  const answer = await postMessage(
    system.app,
    { authorization: `Bearer ${system.keys.keys.test}` },
    message("tools/call", { name: "credit_invoice", arguments: asked }),
  );
  const { result } = (await answer.json()) as { result: { structuredContent: { result: { problems: Remark[] } } } };
  expect(closing(result.structuredContent.result.problems)).toMatchObject([
    { message: expect.stringContaining(`nothing dated before ${day(1)}`) },
  ]);
});

publicCase(
  { kind, sent: "a date farther ahead than the authority takes", right: "both: 10016 as well", rule },
  async () => {
    const problems = await problemsOf(invoiceB(serviceOn(day(11))));
    expect(problems.map((problem) => problem.code)).toEqual([10016, code]);
  },
);

publicCase({ kind, sent: "a batch with it", right: "202 without warnings, also when strict", rule }, async () => {
  const invoices = [invoiceB(serviceOn(day(2)))];
  const answer = await system.postTo("/batches", { invoices }, { headers: { Prefer: "handling=strict" } });
  expect([answer.status, answer.body.warnings]).toEqual([202, undefined]);
});

publicCase({ kind, sent: "yesterday's date", right: "no problem", rule }, async () => {
  expect(await problemsOf(invoiceB(serviceOn(day(-1))))).toEqual([]);
});

const zero = "A voucher whose whole total is 0.00";
const zeroRule = "issuer/authority/README.md, section 4.2";
const free = (over: object = {}) => ({ description: "Regalo", quantity: 1, price: 0, taxType: 5, ...over });

for (const [sent, over] of [
  ["a gift alone", { items: [free()] }],
  [
    "a 100 % discount on everything",
    { items: [free({ price: 80, discount: 100 }), free({ price: 9, discount: 100, taxType: 4 })] },
  ],
  [
    "exempt, not taxable and 0 % lines of nothing",
    { items: [free({ taxType: 2 }), free({ taxType: 1 }), free({ taxType: 3 })] },
  ],
  [
    "letter A, 0.0001 units of 10.00",
    {
      voucherType: 1,
      customer: { docType: 80, docNumber: "30710151543", name: "S.R.L.", taxType: 1 },
      items: [free({ quantity: 0.0001, price: 10 })],
    },
  ],
] as const)
  publicCase({ kind: zero, sent, right: "note ZERO_TOTAL, no problem, and 201", rule: zeroRule }, async () => {
    const body = invoiceB(over as Record<string, unknown>);
    const { result } = (await system.postTo("/invoices/preview", body)).body;
    expect([result.totals.total, result.vat, result.problems]).toEqual(["0.00", [], []]);
    expect(result.notes.map((note: Remark) => note.code)).toEqual(["ZERO_TOTAL"]);
    expect((await system.post(body)).status).toBe(201);
  });
