import { afterAll, beforeAll, expect, test } from "vitest";
import { claimProbe, listWatched, noteUnanswered } from "../../../shared/db/contingency/silence.js";
import { beginOfSilence } from "../../../shared/db/contingency/turn-contingency.js";
import type { Database } from "../../../shared/db/database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { openLines } from "../../support/samples/waiting-lines.js";

const minuteMs = 60_000;
const inTenMinutes = () => new Date(Date.now() + 10 * minuteMs);

let system: IssuingApp;
let db: Database;
let tenant: Tenant;
beforeAll(async () => {
  system = await openIssuingApp();
  db = system.db;
  const { taken } = await (await openLines(system))(1);
  tenant = { companyId: taken.key.companyId, production: taken.key.production };
});
afterAll(() => system[Symbol.asyncDispose]());

test("after the database's clock was set back by ten minutes, the authority is asked at once, by one issuer", async () => {
  await noteUnanswered(db, tenant, "no answer", true);
  await db.contingency.updateMany({ where: tenant, data: { probedAt: inTenMinutes() } });

  expect(await claimProbe(db, tenant, minuteMs)).toBe(true);
  expect(await claimProbe(db, tenant, minuteMs)).toBe(false);
});

test("a silence that lies ahead of the clock begins with the next call that is not answered", async () => {
  await db.contingency.updateMany({ where: tenant, data: { silentSince: inTenMinutes() } });
  await noteUnanswered(db, tenant, "no answer", true);

  const [watched] = await listWatched(db);
  expect(watched?.silentSinceMs).toBeLessThanOrEqual((watched?.nowMs ?? 0) + 1);
  expect(await beginOfSilence(db, tenant, -1_000)).toMatchObject({ reason: expect.stringContaining("no answer") });
});
