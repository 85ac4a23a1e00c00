import { beforeAll, expect, test } from "vitest";
import { checkCompany } from "../../../api/admin/doctor/company-checks.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import type { Settings } from "../../authority/settings.js";
import { openForFile } from "../../support/open-for-file.js";
import { startSystem } from "../../support/processes/system.js";

const cuit = "30712345671";
const name = "points of sale at the authority (homologation)";

type Listed = Settings["pointsOfSale"][string];

const system = await openForFile(() => startSystem({ processes: ["api", "issuer"] }));
const { db } = await openForFile(() => openDatabase(system.databaseUrl, { connections: 2 }));
beforeAll(async () => {
  // 1, 2 and 3 are of CAE; this one stands in for a contingency.
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, authorized_by)
     SELECT id, false, 9, 'CAEA' FROM company WHERE code = 'demo'`,
  );
});

const redisUrlOf = () => `redis://${system.redis.options.host}:${system.redis.options.port}`;

/** What the check says while the authority lists these. */
async function look(pointsOfSale: Listed): Promise<object | undefined> {
  await system.authority.set({ pointsOfSale: { [cuit]: pointsOfSale } });
  return (await checkCompany(db, "demo", Date.now(), redisUrlOf())).find((check) => check.name === name);
}

const caea = { number: 9, type: "CAEA - Ri Iva CONTINGENCIA" };
const fails = (detail: string) => ({
  name,
  ok: false,
  detail,
  fix: expect.stringMatching(/Administración de puntos de venta|pos/),
});

test("all enabled points of sale stand in the authority's list, of their kind", async () => {
  expect(await look([1, 2, 3, caea])).toEqual({
    name,
    ok: true,
    detail: "the authority lists 1, 2, 3 (CAE - Ri Iva), 9 (CAEA - Ri Iva CONTINGENCIA)",
  });
});

test("an empty list is said, and no failure: homologation commonly lists none", async () => {
  expect(await look([])).toEqual({
    name,
    ok: true,
    detail: "the authority lists none, as homologation commonly does: that proves nothing",
  });
});

test.each<[string, Listed, string]>([
  ["blocked", [1, 2, { number: 3, blocked: true }, caea], "3 is blocked"],
  ["closed", [1, { number: 2, blocked: false, closedOn: "20260101" }, 3, caea], "2 was closed on 2026-01-01"],
  ["missing from a list that has others", [1, 2, caea], "3 is not listed"],
  [
    "of CAEA, and ours of CAE",
    [1, 2, { number: 3, type: "CAEA - Ri Iva" }, caea],
    "3 is of another kind (CAEA - Ri Iva; here CAE)",
  ],
  ["of CAE, and ours of CAEA", [1, 2, 3, 9], "9 is of another kind (CAE - Ri Iva; here CAEA)"],
  ["several", [{ number: 1, blocked: true }, 3, caea], "1 is blocked, 2 is not listed"],
])("a point of sale that is %s fails", async (_, listed, detail) => {
  expect(await look(listed)).toEqual(fails(detail));
});

test("one that closes later is told, and no failure", async () => {
  expect(await look([1, 2, { number: 3, blocked: false, closedOn: "20991231" }, caea])).toMatchObject({
    ok: true,
    detail: expect.stringContaining("3 closes on 2099-12-31"),
  });
});

test("a disabled point of sale is not compared", async () => {
  await system.sql("UPDATE point_of_sale SET enabled = false WHERE number = 3 AND NOT production");
  expect(await look([1, 2, caea])).toMatchObject({ ok: true });
  await system.sql("UPDATE point_of_sale SET enabled = true");
});

test("while the authority does not answer, it is said that it was not asked", async () => {
  await system.authority.pushFault({ operation: "FEParamGetPtosVenta", action: "html", times: null });
  expect(await look([1])).toMatchObject({ ok: true, detail: expect.stringMatching(/^not asked: .*does not answer/) });
  await system.authority.clearFaults();
});

test("the status names a point of sale of the other kind, too", async () => {
  const issuance = async (pointsOfSale: Listed) => {
    await system.authority.set({ pointsOfSale: { [cuit]: pointsOfSale } });
    return (await system.request<{ issuance: object }>("/taxauth/status")).body.result.issuance;
  };
  expect(await issuance([1, 2, 3, caea])).toMatchObject({ ok: true });
  expect(await issuance([1, 2, { number: 3, type: "CAEA - Ri Iva" }, caea])).toMatchObject({
    ok: false,
    problem: "pointOfSale",
    suggestion: expect.stringContaining("point of sale 3"),
  });
});
