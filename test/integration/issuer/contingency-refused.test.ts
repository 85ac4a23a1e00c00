import { expect, test } from "vitest";
import { openContingency } from "../../../issuer/contingency/open-contingency.js";
import type { AuthorityAccess } from "../../../issuer/issuing/deps.js";
import { refusalsEnd } from "../../../shared/db/contingency/turn-contingency.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { createLog } from "../../../shared/logging/log.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { beginAndAnswer } from "../../support/samples/heard.js";
import { openPreparedLines } from "../../support/samples/prepared-lines.js";

test("a company whose login is refused after the outage leaves its contingency, and what is refused begins none", async () => {
  await using system = await openIssuingApp();
  const { db } = system;
  const { tenant, startPrepared } = await openPreparedLines(system);
  const { key } = (await startPrepared(1)).taken;
  await beginAndAnswer(db, tenant);

  const reason = notAsked({ kind: "expiredCertificate", services: ["wsfe"], detail: "cms.cert.expired" });
  const refusing: AuthorityAccess = { open: async () => ({ outcome: "unavailable", reason, heard: "answer" }) };
  const sent: Promise<unknown>[] = [];
  const { access, round, contingency } = openContingency({
    ...{ db, access: refusing, log: createLog("test", "silent"), afterMs: 1 },
    wake: async () => undefined,
    send: (written) => void sent.push(written),
  });
  const rowOf = () => db.contingency.findFirstOrThrow({ where: tenant });
  const rounds = async (count: number) => {
    for (let left = count; left > 0; left--) await round();
    await Promise.all(sent);
  };
  // The watch's own questions are refused, too: they come every 10 s, and none is due now.
  await db.contingency.updateMany({ where: tenant, data: { probedAt: new Date() } });
  await rounds(1);
  expect(contingency.mayLast(tenant)).toBe(true);
  for (let call = 1; call < refusalsEnd; call++) await access.open(key);
  await rounds(2);
  expect((await rowOf()).activeSince).not.toBeNull();
  await access.open(key);
  await rounds(3);
  expect(await rowOf()).toMatchObject({ activeSince: null, silence: { refusal: "cms.cert.expired" } });
  expect(contingency.mayLast(tenant)).toBe(false);

  for (let call = 0; call < 5; call++) await access.open(key);
  await db.contingency.updateMany({ where: tenant, data: { probedAt: null } });
  await rounds(3);
  expect((await rowOf()).activeSince).toBeNull();
});
