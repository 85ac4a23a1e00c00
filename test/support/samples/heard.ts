import { type CallReport, recordCalls } from "../../../shared/db/contingency/silence.js";
import { outageStart } from "../../../shared/db/contingency/turn-contingency.js";
import type { Database } from "../../../shared/db/pool/database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";

/** What one process heard, with nothing but these. */
export const heard = ({ companyId, production }: Tenant, about: Partial<CallReport>): CallReport => ({
  ...{
    companyId,
    production,
    answeredAgoMs: null,
    issuedAgoMs: null,
    calls: [],
    requests: [],
    cause: null,
    isReady: false,
    refused: 0,
    refusal: null,
    refusedAnew: false,
  },
  ...about,
});

export const note = (db: Database, tenant: Tenant, about: Partial<CallReport>) =>
  recordCalls(db, [heard(tenant, about)]);

/** A question, or a request for a CAE, that began so long ago was not answered. */
export const unansweredQuestion = (db: Database, tenant: Tenant, agoMs = 0) =>
  note(db, tenant, { calls: [agoMs], cause: "timeout" });
export const unansweredRequest = (db: Database, tenant: Tenant, agoMs = 0) =>
  note(db, tenant, { calls: [agoMs], requests: [agoMs], cause: "timeout" });

/** Every process has seen the silence of the company for a minute, and none contradicted. */
export async function letContradict(db: Database, { companyId, production }: Tenant): Promise<void> {
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await db.contingency.updateMany({
    where: { companyId, production },
    data: { outageRecordedAt: aMinuteAgo, caeOutageRecordedAt: aMinuteAgo },
  });
}

/** Begins a contingency of the company's because the authority was silent, and asks it a question that it answers. */
export async function beginAndAnswer(db: Database, { companyId, production }: Tenant): Promise<void> {
  const tenant = { companyId, production };
  // An answer of before would break the silence.
  await db.contingency.deleteMany({ where: tenant });
  await note(db, tenant, { calls: [120_000, 110_000], requests: [120_000, 110_000], cause: "timeout" });
  await letContradict(db, tenant);
  await outageStart(db, 60_000);
  await note(db, tenant, { answeredAgoMs: 0, isReady: true });
}
