import { expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";
import { cuit, startReconciling } from "./reconciling.js";

const { system, run, reconcile, issue } = await startReconciling(["api", "issuer", "renderer"]);

/** Changes vouchers past the trigger that makes them final, as direct access to the table could. */
async function tamper(statement: string): Promise<void> {
  await system.sql(`ALTER TABLE voucher DISABLE TRIGGER voucher_is_final; ${statement};
    ALTER TABLE voucher ENABLE TRIGGER voucher_is_final`);
}

const inB = "pos_number = 1 AND voucher_type = 6 AND NOT production";
const used = async () =>
  (
    await system.sql<{ used: number }>("SELECT sum(used_production + used_homologation)::int AS used FROM usage_period")
  )[0]?.used;

async function ownPrinted(): Promise<void> {
  const due = () => system.sql(`SELECT 1 FROM voucher WHERE NOT has_pdf AND source <> 'rcel'`);
  await waitFor(async () => (await due()).length === 0, { message: "the PDFs of our vouchers" });
}

test("vouchers that we issued are equal at the authority, in every sequence and with any content", async () => {
  for (let count = 0; count < 3; count++) await issue(invoiceB());
  await issue(
    invoiceA({
      concept: 2,
      serviceFrom: "20261101",
      serviceTo: "20261130",
      serviceExpiration: "20261231",
      items: [
        { description: "Abono", quantity: 3, price: 33.3333, taxType: 5 },
        { description: "Libro", quantity: 1, price: 10, taxType: 2 },
        { description: "Pan", quantity: 2, price: 7.77, taxType: 4 },
      ],
      currency: { id: "DOL", quotation: 1155.114 },
      tributes: [{ type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.5, description: "Tasa municipal" }],
    }),
  );
  await issue(
    invoiceB({
      voucherType: 8,
      posNumber: 2,
      associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1 }],
    }),
  );
  await issue(invoiceB({ posNumber: 3 }), system.keys.keys.production);

  const { exitCode, sequences } = await reconcile();
  const equal = (pos: number, type: number, last: number) => ({
    pos,
    type,
    ours: last,
    authority: last,
    refused: null,
    numbering: "equal",
    compared: { from: 1, to: last },
    equal: last,
    missing: [],
    foreign: [],
    different: [],
    unsettled: [],
    unreported: [],
    unanswered: [],
    gaps: [],
    imported: [],
    differs: false,
    verified: true,
    notVerified: null,
  });
  expect([exitCode, sequences]).toEqual([0, [equal(1, 1, 1), equal(1, 6, 3), equal(2, 8, 1)]]);
  expect(await reconcile("", "production")).toEqual({ exitCode: 0, sequences: [equal(3, 6, 1)] });
  expect((await reconcile("--pos 1 --type 6 --from 2 --to 99")).sequences).toMatchObject([
    { compared: { from: 2, to: 3 }, equal: 2 },
  ]);
});

test("foreign, missing and different vouchers are distinguished, each with its details", async () => {
  await system.authority.issueForeign({ cuit, pos: 1, type: 6 });
  await system.authority.issueForeign({ cuit, pos: 1, type: 6 });
  expect(await issue(invoiceB())).toBe(6);
  const metrics = await (await fetch(`${system.originOf("issuer")}/metrics`)).text();
  expect(metrics).toContain("talonario_foreign_vouchers_total 2");

  await system.authority.issueForeign({ cuit, pos: 1, type: 6 });
  await tamper(
    `UPDATE voucher SET total_amount = 101, net_amount = net_amount + 1 WHERE ${inB} AND voucher_number = 2`,
  );
  const columns = (
    await system.sql<{
      list: string;
    }>(`SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'voucher' AND column_name NOT IN ('id', 'voucher_number', 'issuance_id', 'idempotency', 'cae')`)
  )[0]?.list;
  await ownPrinted();
  await system.sql(`INSERT INTO voucher (voucher_number, cae, ${columns})
    SELECT 8, '99999999999999', ${columns} FROM voucher WHERE ${inB} AND voucher_number = 6`);

  const { exitCode, sequences } = await reconcile("--pos 1 --type 6");
  const [ledger4] = (await system.authority.ledger({ cuit, env: "homologation", pos: 1, type: 6 })).filter(
    ({ number }) => number === 4,
  );
  expect(exitCode).toBe(3);
  expect(sequences).toMatchObject([
    {
      ours: 6,
      authority: 7,
      numbering: "behind",
      compared: { from: 1, to: 8 },
      equal: 3,
      missing: [{ number: 8, id: expect.any(Number) }],
      foreign: [{ number: 4, totalAmount: "121", cae: ledger4?.cae, docType: 99 }, { number: 5 }, { number: 7 }],
      different: [
        {
          number: 2,
          fields: [
            { field: "totalAmount", ours: "101", authority: "100" },
            { field: "netAmount", ours: "83.64", authority: "82.64" },
          ],
        },
      ],
      imported: [],
      differs: true,
    },
  ]);
  const words = await run(..."reconcile --company demo --env homologation --pos 1".split(" "));
  expect(words.exitCode).toBe(3);
  expect(words.stdout).toMatch(/1-6-8 MISSING/);
  expect(words.stdout).toMatch(/1-6-2 DIFFERENT: voucher \d+: totalAmount is 101 here and 100 there/);
  expect(words.stdout).toMatch(/1-6-4 foreign: of \d{4}-\d\d-\d\d, 121 PES, CAE \d{14}/);
  expect(words.stdout).toMatch(/1-6: our numbering is at 6, the authority's at 7/);
  expect(words.stderr).toBe("");
});

test("an import adds only the foreign vouchers, once and audited, without quota, PDF or mail", async () => {
  await ownPrinted();
  const rowsBefore = await system.sql(`SELECT * FROM voucher ORDER BY id`);
  const usedBefore = await used();
  const first = await reconcile("--pos 1 --type 6 --import");
  expect([first.exitCode, first.sequences[0].imported]).toEqual([3, [4, 5, 7]]);
  const again = await reconcile("--pos 1 --type 6 --import");
  expect(again.sequences).toMatchObject([
    { equal: 6, foreign: [], imported: [], missing: [{ number: 8 }], different: [{ number: 2 }] },
  ]);
  expect((await system.sql(`SELECT * FROM voucher ORDER BY id`)).slice(0, rowsBefore.length)).toEqual(rowsBefore);
  expect(await used()).toBe(usedBefore);

  const { body } = await system.request<Record<string, unknown>[]>("/invoices?source=rcel&ordering=number");
  expect(body.result.map((row) => row["voucherNumber"])).toEqual([4, 5, 7]);
  const [ledger] = (await system.authority.ledger({ cuit, env: "homologation", pos: 1, type: 6 })).filter(
    ({ number }) => number === 4,
  );
  expect(body.result[0]).toMatchObject({
    cae: ledger?.cae,
    voucherDate: ledger?.date,
    totalAmount: "121.00",
    netAmount: "100.00",
    vatAmount: "21.00",
    vat: [{ taxType: 5, rate: "21", base: "100.00", amount: "21.00" }],
    docType: 99,
    docNumber: "0",
    customer: { docType: 99, docNumber: "0", name: "", taxType: 5 },
    items: [],
    emails: null,
    idempotency: null,
    externalReference: null,
    apiKeyId: null,
    source: "rcel",
    hasPdf: false,
  });
  const created = Date.parse(String(body.result[0]?.["created"]));
  expect(Math.abs(created - Date.now())).toBeLessThan(10 * 60_000);

  const { body: audit } = await system.request<Record<string, unknown>[]>("/audit-log?action=invoice.import");
  expect(audit.result).toEqual([
    expect.objectContaining({ resourceId: "1-6", actorType: "admin", after: { numbers: [4, 5, 7] } }),
  ]);

  const id = body.result[0]?.["id"];
  expect((await system.request(`/invoices/${id}/pdf`)).status).toBe(404);
  expect((await system.request(`/invoices/${id}/pdf`, { method: "POST" })).status).toBe(400);
  const emails = { emails: [{ email: "a@example.com" }] };
  expect((await system.request(`/invoices/${id}/emails`, { method: "POST", body: emails })).status).toBe(400);
});

test("after an import issuing goes on, and the renderer prints nothing of the imported vouchers", async () => {
  await system.sql(`DELETE FROM pdf p USING voucher v WHERE v.id = p.voucher_id AND ${inB} AND voucher_number = 8`);
  await tamper(`DELETE FROM voucher WHERE ${inB} AND voucher_number = 8`);
  await tamper(
    `UPDATE voucher SET total_amount = 100, net_amount = net_amount - 1 WHERE ${inB} AND voucher_number = 2`,
  );
  expect(await issue(invoiceB())).toBe(8);
  expect(await reconcile("--pos 1")).toMatchObject({ exitCode: 0, sequences: [{ type: 1 }, { equal: 8, ours: 8 }] });

  await ownPrinted();
  expect(await system.sql("SELECT 1 FROM pdf p JOIN voucher v ON v.id = p.voucher_id WHERE v.source = 'rcel'")).toEqual(
    [],
  );
});

test("a sequence that only a foreign system uses is found and reported with its gap", async () => {
  await system.authority.issueForeign({
    cuit,
    pos: 2,
    type: 3,
    number: 7,
    fields: { DocTipo: 80, DocNro: 30710151543 },
  });
  const { exitCode, sequences } = await reconcile("--pos 2 --import");
  expect([exitCode, sequences]).toMatchObject([
    0,
    [
      { type: 3, ours: null, authority: 7, gaps: [{ from: 1, to: 6 }], imported: [7], numbering: "behind" },
      { type: 8 },
    ],
  ]);
  expect((await reconcile("--pos 2 --type 3")).sequences).toMatchObject([{ equal: 1, foreign: [], differs: false }]);
});

test("a numbering ahead of the authority's is reported as a difference", async () => {
  await system.sql("UPDATE sequence SET last_number = 5 WHERE pos_number = 2 AND voucher_type = 8");
  expect(await reconcile("--pos 2 --type 8")).toMatchObject({
    exitCode: 3,
    sequences: [{ numbering: "ahead", ours: 5, authority: 1, equal: 1, differs: true }],
  });
  await system.sql("UPDATE sequence SET last_number = 1 WHERE pos_number = 2 AND voucher_type = 8");
});
