import { findCaller } from "../../../shared/db/company/api-keys.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { findIssuingState } from "../../../shared/db/company/issuing-state.js";
import { listNotices } from "../../../shared/db/company/notices.js";
import * as warnings from "../../../shared/db/company/warnings.js";
import { hasReplayed, readCommitPoint } from "../../../shared/db/incarnation/commit-point.js";
import { recordHeartbeat } from "../../../shared/db/incarnation/serving-processes.js";
import * as questions from "../../../shared/db/issuer-requests/issuer-requests.js";
import { unclaimedRequests } from "../../../shared/db/issuer-requests/unclaimed-requests.js";
import { findMembership } from "../../../shared/db/people/memberships.js";
import { findSession } from "../../../shared/db/people/sessions.js";
import type { GoldenCalls } from "./record-statements.js";
import { tenant, uuid } from "./samples.js";

const question = { id: uuid, ...tenant, ask: {}, requestId: "1" };
const ask = { ask: {}, requestId: "1", waitMs: 1, name: undefined } as never;

/** Who calls, what a company has, and its questions to the authority. */
export const companyCalls: GoldenCalls = {
  find_caller: (db) => findCaller(db, new Uint8Array(32)),
  find_active_certificate: (db) => findActiveCertificate(db, {} as never, 1, true),
  find_readiness: {
    send: (db) => findIssuingState(db, tenant, { today: "2026-03-01" }),
    rows: [[{ periods: [], points: [], certificate: null }]],
  },
  list_notices: (db) => listNotices(db, tenant),
  heavy_usage: (db) => warnings.heavyUsage(db),
  expiring_certificates: (db) => warnings.expiringCertificates(db),
  lapsing_subscriptions: (db) => warnings.lapsingSubscriptions(db),
  following_plans: (db) => warnings.followingPlans(db),
  read_mark: (db) => readCommitPoint(db),
  has_reached: { send: (db) => hasReplayed(db, { position: "0/0", usage: "", history: 1 }), rows: [[{ has: true }]] },
  find_session: (db) => findSession(db, "a"),
  find_membership: (db) => findMembership(db, 1, "a"),
  give_sign: (db) => recordHeartbeat(db, { id: uuid, kind: "api", version: "0", clockAheadMs: 0 } as never),
  record_question: (db) => questions.recordRequest(db, tenant, ask),
  read_question: (db) => questions.readQuestion(db, tenant, uuid),
  withdraw_question: (db) => questions.cancelRequest(db, tenant, uuid),
  find_untaken: (db) => questions.findUntaken(db, uuid),
  take_question: (db) => questions.claimRequest(db, uuid),
  answer_question: (db) => questions.answerQuestion(db, question, {} as never, 1),
  fail_question: (db) => questions.failQuestion(db, question, "a"),
  find_kept_answer: (db) => questions.findCachedAnswer(db, tenant, { name: "a", isShared: false }),
  find_shared_answer: (db) => questions.findCachedAnswer(db, tenant, { name: "a", isShared: true }),
  untaken_questions: (db) => unclaimedRequests(db),
};
