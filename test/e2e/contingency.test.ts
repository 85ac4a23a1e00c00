import { expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readPdfText } from "../support/readers/read-pdf.js";
import { invoiceB } from "../support/samples/invoice.js";
import { beginByHand, cuit, prepare, substitute } from "./stand-in.js";

test("a contingency begun by hand issues under CAEA, and ends by hand alone", async () => {
  await using system = await startSystem({ processes: ["api", "issuer", "renderer"] });
  const code = await prepare(system);
  expect((await post(system)).body.result.voucherNumber).toBe(1);
  const asked = await system.authority.calls("FECAESolicitar");

  await beginByHand(system);
  const body = invoiceB();
  const issued = await post(system, body);
  expect([issued.status, issued.body.result]).toMatchObject([201, { voucherNumber: 1, cae: code }]);
  expect((await post(system)).body.result).toMatchObject({ voucherNumber: 2, cae: code });
  const replayed = await post(system, body);
  expect(replayed.status).toBe(200);
  expect(replayed.body.result).toMatchObject({ id: issued.body.result.id, cae: code, idempotencyHit: true });
  expect(await system.authority.calls("FECAESolicitar"), "nothing was asked for").toBe(asked);
  expect((await vouchersOf(system)).slice(1)).toMatchObject([
    { pos: substitute, number: 1, caea: true, asked: 1, report: 1 },
    { pos: substitute, number: 2, caea: true, asked: 1, report: 2 },
  ]);

  const { bytes } = await waitFor(
    async () => {
      const answer = await system.download(`/invoices/${issued.body.result.id}/pdf`);
      return answer.status === 200 && answer;
    },
    { message: "the PDF" },
  );
  expect((await readPdfText(bytes)).replace(/\s+/g, " ")).toContain(`C.A.E.A. N°: ${code}`);

  const kept = await post(system, invoiceB({ contingency: "never" }));
  expect(kept.body.result, "asked for with CAE, and the authority is there").toMatchObject({ voucherNumber: 2 });
  expect(await isActive(system), "an answered request does not end it").toBe(true);
  await system.sql("UPDATE contingency SET active_since = NULL, is_manual = false");
  const after = await post(system);
  expect(after.body.result.voucherNumber, "the sequence of CAE goes on").toBe(3);
  expect((await vouchersOf(system)).at(-1)).toMatchObject({ pos: 1, number: 3, caea: false, report: null });
});

test("an authority that goes away begins a contingency, and ends it when it is back; what it was asked stays with CAE", async () => {
  const env = { CONTINGENCY_AFTER_MS: "1000", TAXAUTH_TIMEOUT_MS: "2000" };
  await using system = await startSystem({ processes: ["api", "issuer"], env });
  const code = await prepare(system);
  expect((await post(system)).body.result.voucherNumber).toBe(1);

  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "hang", times: null });
  const body = invoiceB();
  const inFlight = post(system, body);
  await waitFor(async () => (await system.authority.ledger({ cuit })).length === 2, {
    message: "the grant whose answer is lost",
  });
  await system.authority.pushFault({ action: "drop", times: null });

  const during = [invoiceB(), invoiceB()];
  const answers = await Promise.all(during.map((one) => untilIssued(system, one)));
  expect(answers.map(({ cae }) => cae)).toEqual([code, code]);
  expect(answers.map(({ voucherNumber }) => voucherNumber).sort()).toEqual([1, 2]);
  expect(await isActive(system)).toBe(true);

  await system.authority.clearFaults();
  await inFlight;
  const [, granted] = await system.authority.ledger({ cuit, pos: 1 });
  expect(await untilIssued(system, body)).toMatchObject({ voucherNumber: 2, cae: granted?.cae });
  await waitFor(async () => !(await isActive(system)), { message: "the end of the contingency" });

  expect((await post(system)).body.result.voucherNumber, "the sequence of CAE goes on").toBe(3);
  for (const [at, one] of during.entries())
    expect((await post(system, one)).body.result).toMatchObject({ id: answers[at]?.id, idempotencyHit: true });
  const rows = await vouchersOf(system);
  expect(rows.map(({ pos, number, caea }) => `${pos}-${number} ${caea ? "CAEA" : "CAE"}`).sort()).toEqual(
    ["1-1 CAE", "1-2 CAE", "1-3 CAE", `${substitute}-1 CAEA`, `${substitute}-2 CAEA`].sort(),
  );
  const audited = await system.sql<{ action: string }>(
    "SELECT action FROM audit_entry WHERE action LIKE 'contingency.%' ORDER BY id",
  );
  expect(audited.map(({ action }) => action)).toEqual(["contingency.start", "contingency.end"]);
});

const post = (system: System, body = invoiceB()) => system.request("/invoices", { method: "POST", body });

/** Repeats the request under its key, as a client does, until it has its voucher. */
const untilIssued = (system: System, body: ReturnType<typeof invoiceB>) =>
  waitFor(
    async () => {
      const answer = await post(system, body);
      return answer.body.ok && answer.body.result;
    },
    { message: `the voucher of ${body.idempotency}`, timeoutMs: 90_000 },
  );

const isActive = async (system: System) =>
  (await system.sql("SELECT FROM contingency WHERE active_since IS NOT NULL")).length > 0;

interface Row {
  pos: number;
  number: number;
  caea: boolean;
  /** The point of sale that was asked for. */
  asked: number;
  /** The number that is to be reported. */
  report: number | null;
}

const vouchersOf = (system: System) =>
  system.sql<Row>(`
    SELECT v.pos_number AS pos, v.voucher_number AS number, v.caea, i.pos_number AS asked, r.voucher_number AS report
    FROM voucher v JOIN issuance i ON i.id = v.issuance_id LEFT JOIN caea_report r ON r.voucher_id = v.id ORDER BY v.id`);
