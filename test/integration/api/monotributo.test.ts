import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setCaps } from "../../../api/operations/monotributo-caps.js";
import type { CapTable } from "../../../shared/domain/monotributo/caps.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { importedVoucher, type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

let api: AdminApp;
let companyId: number;
let nowMs = 0;
beforeAll(async () => {
  api = await openAdminApp({}, { now: () => nowMs });
  companyId = (await api.db.company.findUniqueOrThrow({ where: { code: "mono" } })).id;
});
afterAll(() => api[Symbol.asyncDispose]());
/** Noon of a day in Argentina. A voucher stays for ever: so each test has years of its own. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00-03:00`);
beforeEach(() => {
  nowMs = noonOf("2026-11-29");
});

const mono = (more: object = {}) => ({ key: api.keys.mono.keys.production, company: "mono", ...more });
const report = async (more: object = {}) => (await api.call("GET", "/reports/monotributo", mono(more))).body;
const change = async (body: object) => api.call("PATCH", "/fiscal-data", mono({ body }));

let id = 5_000_000;
const sold = (date: string, total: string, over: Partial<StoredVoucher> = {}): StoredVoucher =>
  importedVoucher({ id: ++id, companyId, production: true, pos: 9, type: 11, date, total, ...over });
const store = (...vouchers: StoredVoucher[]) => storeVouchers(api.db, vouchers);
const issuedOf = async () => {
  const { rolling, next } = (await report()).result;
  return [rolling.issued, next.issued];
};

test("the category is of monotributistas alone, audited, and cleared by another condition", async () => {
  expect((await change({ monotributoCategory: "D" })).body.result.monotributoCategory).toBe("D");
  expect((await change({ name: "Otra" })).body.result.monotributoCategory, "stays").toBe("D");
  const refused = await change({ taxType: 4, monotributoCategory: "D" });
  expect([refused.status, refused.body.details.errors]).toEqual([
    400,
    [{ field: "monotributoCategory", message: expect.stringContaining("monotributistas alone") }],
  ]);
  expect((await change({ monotributoCategory: "L" })).body.details.errors).toMatchObject([
    { field: "monotributoCategory" },
  ]);
  expect((await change({ taxType: 4 })).body.result).toMatchObject({ taxType: 4, monotributoCategory: null });
  expect((await change({ monotributoCategory: "A" })).status, "the condition is another").toBe(400);
  expect((await change({ monotributoCategory: null })).status, "what GET gives can be sent back").toBe(200);
  const back = await change({ taxType: 6, monotributoCategory: "A" });
  expect(back.body.result).toMatchObject({ taxType: 6, monotributoCategory: "A" });
  const entries = (await api.audit("fiscaldata.update")).map(({ before, after }) => [before, after]);
  expect(entries).toContainEqual([
    { taxType: 6, monotributoCategory: "D" },
    { taxType: 4, monotributoCategory: null },
  ]);
});

test("the report has both windows against the caps, of the key's environment", async () => {
  await change({ monotributoCategory: "A" });
  await store(sold("20261129", "1200941.05"), sold("20251130", "1000.00"));
  await store(sold("20261129", "77.00", { production: false }));
  expect(await report()).toEqual({
    ok: true,
    result: {
      category: "A",
      caps: { from: "20260801", until: "20270131", own: "12009410.45", top: "126610838.75" },
      rolling: { from: "20251130", to: "20261129", issued: "1201941.05", ofTop: "0.9" },
      next: { from: "20260101", to: "20261231", issued: "1200941.05", ofOwn: "10.0", due: "20270205" },
    },
  });
  const tests = await report({ key: api.keys.mono.keys.test });
  expect(tests.result.rolling.issued).toBe("77.00");
});

test("each window has its first and its last day, and no day beside them", async () => {
  await store(
    ...[sold("20301129", "1.00"), sold("20301130", "10.00"), sold("20301231", "100.00"), sold("20310101", "1000.00")],
    ...[sold("20311129", "10000.00"), sold("20311130", "100000.00")],
  );
  nowMs = noonOf("2031-11-29");
  expect(await issuedOf()).toEqual(["11110.00", "11000.00"]);
  nowMs = Date.parse("2031-12-31T23:59:00-03:00");
  expect(await issuedOf()).toEqual(["111000.00", "111000.00"]);
  // The next window is July 2031 to June 2032.
  nowMs = Date.parse("2032-01-01T00:00:00-03:00");
  expect(await issuedOf()).toEqual(["110000.00", "110000.00"]);
});

test("after 29 February the twelve months begin on 1 March", async () => {
  await store(sold("20270228", "1.00"), sold("20270301", "10.00"), sold("20280229", "100.00"));
  nowMs = noonOf("2028-02-29");
  expect((await report()).result.rolling).toMatchObject({ from: "20270301", to: "20280229", issued: "110.00" });
});

test("debit notes add, credit notes subtract, other letters and tributes do not count, and pesos are rounded voucher by voucher", async () => {
  await store(
    ...[sold("20351101", "100.00"), sold("20351102", "30.00", { type: 12 }), sold("20351103", "20.00", { type: 13 })],
    ...[sold("20351104", "500.00", { type: 211 }), sold("20351105", "9.00", { type: 6 })],
    // 0.333333 pesos each: three of them are 0.99, and not 1.00.
    ...[1, 2, 3].map((day) => sold(`2035110${day}`, "1.00", { currency: "DOL", quotation: "0.333333" })),
    // The peso's quotation is 1, whatever the request said.
    sold("20351106", "7.00", { quotation: "2" }),
  );
  // Of a voucher of 100, 5 are tributes.
  await api.db.$executeRaw`
    INSERT INTO voucher SELECT (jsonb_populate_record(v, '{"id": 4000000, "voucher_number": 4000000, "net_amount": 60, "exempt_amount": 30,
      "not_taxable_amount": 5, "tributes_amount": 5}')).* FROM voucher v WHERE v.total_amount = 100 AND v.voucher_date = '20351101'`;
  nowMs = noonOf("2035-11-29");
  const [rolling] = await issuedOf();
  expect(rolling).toBe("712.99");
});

test("credit notes of more than was sold are negative income, and no negative percentage", async () => {
  await change({ monotributoCategory: "A" });
  await store(sold("20401103", "20.00", { type: 13 }));
  nowMs = noonOf("2040-11-29");
  const { rolling, next } = (await report()).result;
  expect([rolling.issued, rolling.ofTop, next.issued, next.ofOwn]).toEqual(["-20.00", "0.0", "-20.00", "0.0"]);
});

test("another condition than 6 is a 400 that says for whom it is, in the reader's language", async () => {
  const demo = async (headers: Record<string, string> = {}) =>
    (await api.call("GET", "/reports/monotributo", { headers })).body;
  expect(await demo()).toEqual({
    ok: false,
    code: "VALIDATION_ERROR",
    error: "This report is for companies in the monotributo (taxType 6): the company's taxType is 1.",
  });
  expect((await demo({ "accept-language": "es" })).error).toBe(
    "Este reporte es para monotributistas (taxType 6): el taxType de la empresa es 1.",
  );
});

const amounts = (first: number) =>
  Object.fromEntries([..."ABCDEFGHIJK"].map((letter, index) => [letter, `${first + index}.00`])) as CapTable["amounts"];
const actor = { type: "admin", name: "ana" } as const;

test("caps that an operator enters count at once from their day on, and are audited in every company", async () => {
  await change({ monotributoCategory: "A" });
  nowMs = Date.parse("2027-02-01T00:00:30-03:00");
  const before = await report();
  expect(before.warnings).toEqual([{ field: "caps", message: expect.stringContaining("these held until 20270131") }]);
  expect(before.result.caps).toMatchObject({ until: "20270131", own: "12009410.45" });
  const strict = await api.call("GET", "/reports/monotributo", mono({ headers: { Prefer: "handling=strict" } }));
  expect([strict.status, strict.body.warnings]).toEqual([200, before.warnings]);

  const entered = await setCaps(api.db, actor, { from: "2027-02-01", amounts: amounts(100) });
  expect(entered).toMatchObject({ changed: true, result: { until: "2027-07-31" } });
  const after = await report();
  expect([after.warnings, after.result.caps]).toEqual([
    undefined,
    { from: "20270201", until: "20270731", own: "100.00", top: "110.00" },
  ]);
  expect((await setCaps(api.db, actor, { from: "2027-02-01", amounts: amounts(100) })).changed).toBe(false);
  await setCaps(api.db, actor, { from: "2027-02-01", amounts: amounts(200) });
  expect((await report()).result.caps.own).toBe("200.00");

  const entries = await api.db.auditEntry.findMany({ where: { action: "monotributo.caps" }, orderBy: { id: "asc" } });
  expect(entries).toHaveLength(2 * (await api.db.company.count()));
  expect(entries.at(-1)).toMatchObject({
    ...{ resourceId: "2027-02-01", production: null, actorType: "admin", actorName: "ana" },
    ...{ before: { amounts: amounts(100) }, after: { amounts: amounts(200) } },
  });
});

test("a database takes no category that there is not, and no caps of fewer categories", async () => {
  await expect(api.db.$executeRaw`UPDATE company SET monotributo_category = 'L'`).rejects.toThrow();
  await expect(
    api.db.$executeRaw`INSERT INTO monotributo_caps (starts, amounts) VALUES ('2030-01-01', '{1,2}')`,
  ).rejects.toThrow();
});
