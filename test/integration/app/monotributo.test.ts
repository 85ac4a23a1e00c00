import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenedApp, openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

let app: OpenedApp;
let companyId: number;
let nowMs = Date.parse("2026-11-29T12:00:00-03:00");
const base = "/app/mono/production";
beforeAll(async () => {
  app = await openApp({}, { now: () => nowMs });
  const { db } = app.system;
  companyId = (await db.company.findUniqueOrThrow({ where: { code: "mono" } })).id;
  await db.$executeRaw`UPDATE subscription SET until = '2099-01-01'`;
});
afterAll(() => app[Symbol.asyncDispose]());

let id = 5_000_000;
/** A voucher stays for ever: so each case has a year of its own, in which the company issues this on this day. */
async function issuedIn(year: number, day: string, total: string): Promise<void> {
  nowMs = Date.parse(`${year}-11-29T12:00:00-03:00`);
  await storeVouchers(app.system.db, [
    importedVoucher({ id: ++id, companyId, production: true, pos: 9, type: 11, date: day, total }),
  ]);
}
const overview = async (path = base) =>
  wordsOf((await (await app.signIn("owner", "mono")).get(`${path}?overview`)).text);

test("without a category the overview has the bar of the top cap, and says where the category goes", async () => {
  await issuedIn(2026, "20261129", "1266108.39");
  const words = await overview();
  expect(words).toContain("Últimos doce meses, contra el tope de la K $ 1.266.108,39 de $ 126.610.838,75 (1,0 %)");
  expect(words).toContain("Decí tu categoría en los datos fiscales");
  expect(words).toContain("lo que facturaste en otro lado también cuenta");
  expect(words).toContain("La próxima recategorización vence el 05/02/2027");
});

test("the category is chosen in the fiscal data, and taken away with another condition", async () => {
  const owner = await app.signIn("owner", "mono");
  const page = await owner.get(`${base}/fiscal-data`);
  expect(page.text).toContain('name="monotributoCategory"');
  const fields = { name: "Mono", taxType: "6", vatRounding: "auto", end: "1" };
  const saved = await owner.post(`${base}/fiscal-data`, { ...fields, monotributoCategory: "A" });
  expect(saved.status).toBe(303);
  const categoryOf = async () =>
    (await app.system.get("/fiscal-data", { key: app.system.keys.mono.keys.test, company: "mono" })).body.result
      .monotributoCategory;
  expect(await categoryOf()).toBe("A");
  expect(wordsOf((await owner.get("/app/mono/homologation/fiscal-data")).text)).toContain(
    "Categoría del monotributo A",
  );
  await owner.post(`${base}/fiscal-data`, { ...fields, taxType: "4", monotributoCategory: "A" });
  expect(await categoryOf()).toBeNull();
  await owner.post(`${base}/fiscal-data`, { ...fields, monotributoCategory: "A" });
});

test.each<[number, string, string, string | null]>([
  [2031, "89.9", "10796460.00", null],
  [2033, "90.0", "10808469.41", "Lo facturado es el 90,0 % del tope de la categoría A"],
  [2035, "100.1", "12021419.86", "Lo facturado es el 100,1 % del tope de la categoría A"],
])("in %i %s per cent of the own cap", async (year, percent, total, need) => {
  await issuedIn(year, `${year}1129`, total);
  const words = await overview();
  expect(words).toContain(`De 01/${year} a 12/${year}, contra el tope de la A`);
  expect(words).toContain(`de $ 12.009.410,45 (${percent.replace(".", ",")} %)`);
  if (need === null) expect(words).not.toContain("Lo facturado");
  else expect(words).toContain(need);
});

test.each<[number, string, string, string | null]>([
  [2041, "89.9", "113823143.98", null],
  [2043, "90.0", "113949754.88", "Lo facturado en doce meses es el 90,0 % del tope más alto del monotributo"],
  [2045, "100.1", "126737449.59", "Lo facturado en doce meses es el 100,1 % del tope más alto del monotributo"],
])("in %i %s per cent of the top cap", async (year, percent, total, need) => {
  // In the twelve months that end today, and not in this year's.
  await issuedIn(year, `${year - 1}1231`, total);
  const words = await overview();
  expect(words).toContain(`de $ 126.610.838,75 (${percent.replace(".", ",")} %)`);
  if (need === null) expect(words).not.toContain("Lo facturado");
  else expect(words).toContain(need);
});

test("the bars stand in production alone, and for monotributistas alone", async () => {
  expect(await overview("/app/mono/homologation")).not.toContain("tope");
  const demo = await app.signIn("owner");
  expect(wordsOf((await demo.get("/app/demo/production?overview")).text)).not.toContain("Monotributo");
});

test("after the last known caps the overview says that newer ones are missing", async () => {
  nowMs = Date.parse("2027-02-01T12:00:00-03:00");
  expect(await overview()).toContain("Faltan los topes vigentes Los que conocemos valieron hasta el 31/01/2027");
  nowMs = Date.parse("2027-01-31T12:00:00-03:00");
  expect(await overview()).not.toContain("Faltan los topes vigentes");
});
