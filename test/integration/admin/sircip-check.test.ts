import { expect, test } from "vitest";
import { checkSircip } from "../../../api/admin/doctor/sircip-check.js";
import { setProvince } from "../../../api/operations/sircip-provinces.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { countSircipMonths } from "../../../shared/db/sircip/watch.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { asProcess } from "../../support/servers/process-roles.js";

const api = await openForFile(openIssuingApp);

const on = (day: string) => checkSircip(api.db, Date.parse(`${day}T12:00:00-03:00`));
const told = async (day: string) => (await on(day)).map(({ name, ok }) => [name, ok]);
const load = (period: number, adhesion: object = {}) => api.db.$executeRaw`
  INSERT INTO sircip_period (period, rows, adhesion) VALUES (${period}, 1, ${JSON.stringify(adhesion)}::jsonb)`;

test("without an agent nobody is told of a padrón", async () => {
  expect(await on("2026-12-26")).toEqual([]);
});

test("from the 25th on the next month's padrón is asked for, where a company is an agent", async () => {
  await api.db.$executeRaw`
    UPDATE company SET sircip = '{"from": "20261201", "ownPerceptions": [], "exempt": []}' WHERE code = 'demo'`;
  expect(await told("2026-12-24")).toEqual([["SIRCIP padrón", false]]);
  await load(202612);
  expect(await told("2026-12-24")).toEqual([["SIRCIP padrón", true]]);
  expect(await told("2026-12-25")).toEqual([["SIRCIP padrón", false]]);
  const [missing] = await on("2026-12-31");
  expect(missing?.detail).toContain("the padrón of 202701 is not loaded");
  expect(missing?.fix).toContain("sircip load FILE");
  await load(202701, { 903: "adhered", 904: "not adhered" });
  expect(await told("2026-12-31")).toEqual([["SIRCIP padrón", true]]);
});

test("a province that begins although its digits say that it did not adhere is told", async () => {
  const actor = { type: "admin", name: "ana" } as const;
  await setProvince(api.db, actor, 2, "2026-12-01");
  expect(await told("2026-12-31")).toEqual([["SIRCIP padrón", true]]);
  await setProvince(api.db, actor, 3, "2026-12-01");
  const [, provinces] = await on("2026-12-31");
  expect(provinces).toMatchObject({ ok: false, detail: expect.stringContaining("Córdoba begins on 2026-12-01") });
});

test("the months are counted for the metric, also by a process that may read no company's setting", async () => {
  const months = [
    { period: "202612", isNext: false, isLoaded: true },
    { period: "202701", isNext: true, isLoaded: true },
  ];
  expect(await countSircipMonths(api.db, "2026-12-31")).toEqual({ hasAgents: true, months });
  expect((await countSircipMonths(api.db, "2027-01-01")).months.map(({ isLoaded }) => isLoaded)).toEqual([true, false]);
  const { db, close } = openDatabase(asProcess(api.deps.config.DATABASE_URL, "api"), { connections: 1 });
  expect(await countSircipMonths(db, "2026-12-31")).toEqual({ hasAgents: true, months });
  await close();
});
