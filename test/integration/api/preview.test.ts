import { expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openForFile } from "../../support/open-for-file.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

// There is no issuer, so nothing can be asked of the authority.
const system = await openForFile(() => startSystem({ processes: ["api"] }));

const preview = (body: unknown, key?: string, company?: string) =>
  system.request<Record<string, unknown>>("/invoices/preview", {
    method: "POST",
    body,
    ...(key && { key }),
    ...(company && { company }),
  });

test("a preview gives the amounts that the voucher would declare, and creates no voucher", async () => {
  const items = [
    { description: "Yerba", quantity: 1, price: 100, taxType: 5 },
    { description: "Libro", quantity: 2, price: 10, taxType: 2 },
  ];
  const body = invoiceA({ items, tributes: [{ type: 7, baseAmount: 100, aliquot: 1.5, subtotal: 1.5 }] });
  const { status, body: answer } = await preview(body);
  expect(status).toBe(200);
  expect(answer).toEqual({
    ok: true,
    result: {
      totals: { net: "82.64", vat: "17.36", exempt: "20.00", notTaxable: "0.00", tributes: "1.50", total: "121.50" },
      vat: [{ taxType: 5, rate: "21", base: "82.64", amount: "17.36" }],
      perceptions: null,
      problems: [],
      notes: [],
      previewHash: expect.stringMatching(/^[0-9a-z]+\.[\w-]{43}$/),
    },
  });

  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  expect([await db.issuance.count(), await db.sequence.count(), await db.usagePeriod.count()]).toEqual([0, 0, 0]);
  await close();
});

test("a faulty body is 400, as in an issuance", async () => {
  const { status, body } = await preview(invoiceB({ items: [] }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field: "items" }] } });
});

test("a preview predicts refusals of the authority and of this service with field and code", async () => {
  const { body } = await preview(
    invoiceB({ posNumber: 9, customer: { docType: 99, docNumber: "0", name: "Consumidor", taxType: 1 } }),
  );
  expect(body.result.problems).toEqual([
    { field: "posNumber", code: "VALIDATION_ERROR", message: expect.any(String) },
    { field: "customer.taxType", code: 10243, message: expect.stringContaining("letter A") },
  ]);
});

/** Each line rounds its VAT up by nearly half a cent: the sum is beyond the authority's tolerance. */
const breaching = () =>
  invoiceB({
    priceIncludesVat: false,
    items: Array.from({ length: 40 }, () => ({ description: "Bolsa", quantity: 1, price: 0.12, taxType: 5 })),
  });
const literal = { net: "4.80", vat: "1.20", total: "6.00" };
const cured = { net: "4.80", vat: "1.01", total: "5.81" };

test.each([
  ["auto", "notes", cured],
  ["authority", "notes", cured],
  ["line", "problems", literal],
])(
  "under vatRounding %s a preview puts 10051 into %s, with the totals that would be issued",
  async (vatRounding, place, totals) => {
    const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
    const before = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
    await db.company.update({ where: { code: "demo" }, data: { vatRounding } });
    const remark = { field: "items", code: 10051, message: expect.stringContaining("the authority expects 1.01") };
    await waitFor(
      async () => {
        const { body } = await preview(breaching());
        const { problems, notes, totals: found } = body.result as Record<string, unknown>;
        const expected = { problems: [], notes: [], [place]: [remark] };
        try {
          expect({ problems, notes }).toEqual(expected);
          expect(found).toMatchObject(totals);
          return true;
        } catch {
          return false;
        }
      },
      { message: `the setting ${vatRounding} to count` },
    );
    await db.company.update({ where: { code: "demo" }, data: { vatRounding: before.vatRounding } });
    await close();
  },
);

test("a preview tells a monotributista to use letter C", async () => {
  const wrong = await preview(invoiceB(), system.keys.mono.keys.test, "mono");
  expect(wrong.body.result.problems).toEqual([
    { field: "voucherType", code: 10000, message: expect.stringContaining("letter C") },
  ]);
  const right = await preview(invoiceB({ voucherType: 11 }), system.keys.mono.keys.test, "mono");
  expect(right.body.result.problems).toEqual([]);
});

test("a preview predicts a date before the last voucher's, a used-up quota and an expired subscription", async () => {
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  const tomorrow = toFiscalDate(argentineDay(Date.now() + 86_400_000));
  await db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, last_date)
    SELECT id, true, 1, 6, 5, ${tomorrow} FROM company WHERE code = 'demo'`;
  await db.$executeRaw`
    INSERT INTO usage_period (company_id, period_start, used_production)
    SELECT company_id, anchor, 100000 FROM subscription`;
  const codesOf = async () => {
    const { body } = await preview(invoiceB(), system.keys.keys.production);
    return (body.result.problems as { field: string; code: unknown }[]).map(({ field, code }) => [field, code]);
  };
  expect(await codesOf()).toEqual([
    [null, "SUBSCRIPTION_QUOTA_EXCEEDED"],
    ["voucherDate", 10016],
  ]);
  await db.$executeRaw`UPDATE subscription SET until = ${new Date("2020-01-01")}::date`;
  await waitFor(async () => (await codesOf()).some(([, code]) => code === "SUBSCRIPTION_EXPIRED"), {
    message: "the subscription to be known as expired",
  });
  await close();
});

test("a key without the scope issue cannot preview", async () => {
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  await db.$executeRaw`UPDATE api_key SET scopes = ARRAY['read'] WHERE NOT production`;
  await close();
  await waitFor(async () => (await preview(invoiceB())).status === 401, { message: "the key to be refused" });
});
