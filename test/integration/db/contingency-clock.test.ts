import { expect, test } from "vitest";
import { claimProbes } from "../../../shared/db/contingency/probes.js";
import { listOutages } from "../../../shared/db/contingency/silence.js";
import { claimTrial } from "../../../shared/db/contingency/trial.js";
import { noteIssued, outageStart } from "../../../shared/db/contingency/turn-contingency.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { beginAndAnswer, letContradict, note, unansweredRequest } from "../../support/samples/heard.js";
import { openLines } from "../../support/samples/waiting-lines.js";

const minuteMs = 60_000;
const inTenMinutes = () => new Date(Date.now() + 10 * minuteMs);

const system = await openForFile(openIssuingApp);
const { db } = system;
const { taken } = await (await openLines(system))(2);
const tenant: Tenant = { companyId: taken.key.companyId, production: taken.key.production };

test("after the database's clock was set back by ten minutes, the authority is asked at once, by one issuer", async () => {
  await unansweredRequest(db, tenant);
  await db.contingency.updateMany({ where: tenant, data: { probedAt: inTenMinutes() } });

  const claim = () => claimProbes(db, tenant.production, 10, { afterMs: minuteMs });
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
});

test("a silence that lies ahead of the clock begins with the next call that is not answered", async () => {
  const silentSince = inTenMinutes();
  await db.contingency.updateMany({
    where: tenant,
    data: {
      outageSince: silentSince,
      outageRecordedAt: silentSince,
      caeOutageSince: silentSince,
      caeOutageRecordedAt: silentSince,
    },
  });
  await note(db, tenant, { calls: [1_000, 0], requests: [1_000, 0], cause: "timeout" });

  const [watched] = await listOutages(db);
  expect(watched?.silentSinceMs).toBeLessThanOrEqual((watched?.nowMs ?? 0) + 1);
  await letContradict(db, tenant);
  expect(await outageStart(db, -1_000)).toMatchObject([{ reason: { since: expect.any(String) } }]);
});

test("an answer that lies ahead of the clock hides no silence", async () => {
  await noteIssued(db, tenant);
  await db.contingency.updateMany({ where: tenant, data: { answeredAt: inTenMinutes(), issuedAt: inTenMinutes() } });
  await note(db, tenant, { calls: [2_000, 1_000], cause: "no answer" });
  await letContradict(db, tenant);
  expect(await outageStart(db, 1_000)).toHaveLength(1);
});

test("a trial whose time lies ahead of the clock keeps nobody from trying", async () => {
  const [first, second] = await db.issuance.findMany({ where: tenant, orderBy: { queuePosition: "asc" } });
  await noteIssued(db, tenant);
  await beginAndAnswer(db, tenant);
  expect(await claimTrial(db, tenant, first?.id ?? 0)).toBe(true);
  expect(await claimTrial(db, tenant, second?.id ?? 0)).toBe(false);
  await db.contingency.updateMany({ where: tenant, data: { trialAt: inTenMinutes() } });
  expect(await claimTrial(db, tenant, second?.id ?? 0)).toBe(true);
});
