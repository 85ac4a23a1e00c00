import { advancePastKnown } from "../../../shared/db/fragments/advance-past-known.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { countBacklog, listQueueDepths } from "../../../shared/db/issuing/backlog.js";
import { findOriginal } from "../../../shared/db/issuing/credits.js";
import * as doubts from "../../../shared/db/issuing/doubts.js";
import { dueSequences } from "../../../shared/db/issuing/due-sequences.js";
import { insertExchanges } from "../../../shared/db/issuing/exchanges.js";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import * as issuances from "../../../shared/db/issuing/issuances.js";
import { exchangeReachability, isAnyIssuerSeen } from "../../../shared/db/issuing/issuer-hearings.js";
import { getIssuingProfile } from "../../../shared/db/issuing/issuing-profile.js";
import { findStoredBody, purgeContent } from "../../../shared/db/issuing/kept-content.js";
import { findLinedCredits } from "../../../shared/db/issuing/lined-credits.js";
import { findNamedOriginals } from "../../../shared/db/issuing/named-originals.js";
import * as open from "../../../shared/db/issuing/open-issuances.js";
import { findCreditedPerceptions, findPerceivedOriginals } from "../../../shared/db/issuing/original-perceptions.js";
import { promote } from "../../../shared/db/issuing/places.js";
import { readQueue } from "../../../shared/db/issuing/queue-state.js";
import { recordCredit } from "../../../shared/db/issuing/record-credit.js";
import * as leases from "../../../shared/db/issuing/sequence-leases.js";
import * as sequences from "../../../shared/db/issuing/sequences.js";
import * as settle from "../../../shared/db/issuing/settle-issuances.js";
import { findQueued, hasOpen, listSubmissions } from "../../../shared/db/issuing/submissions.js";
import { barKey, findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { findVoucherDates } from "../../../shared/db/issuing/voucher-dates.js";
import { renumber, rewriteAmounts, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { findSircipStandings } from "../../../shared/db/sircip/standing.js";
import type { GoldenCalls } from "./record-statements.js";
import { approval, attempt, body, content, key, submission, taken, tenant, uuid } from "./samples.js";

const original = {
  ...{ id: 1, cuit: "20111111112", voucherType: 6, posNumber: 1, voucherNumber: 1, currency: body.currency },
  amounts: content.amounts,
} as Parameters<typeof findLinedCredits>[2];

const orders = [{ taken, approvals: [approval], limit: 1 }];
const outcome = { code: "CANCELLED" } as const;

/** What brings a request to its voucher. */
export const issuingCalls: GoldenCalls = {
  record_issuance: (db) => issuances.recordIssuance(db, attempt),
  record_credit: {
    send: (db) => recordCredit(db, attempt, { credit: { kind: "credit", original, isFull: false } as never }),
    rows: [[], [{ taken: true }]],
  },
  find_lined_credits: (db) => findLinedCredits(db, tenant, original),
  find_perceived_originals: (db) => findPerceivedOriginals(db, tenant, []),
  find_credited_perceptions: {
    send: (db) => findCreditedPerceptions(db, tenant, original, "a"),
    rows: [[{ taken: true, credits: [] }]],
  },
  find_sircip_standings: (db) =>
    findSircipStandings(db, 1, [{ period: "202612", cuit: "20111111112", stateId: 2, jurisdiction: 903 }]),
  find_original: (db) => findOriginal(db, tenant, 1),
  find_voucher_dates: { send: (db) => findVoucherDates(db, tenant, []), rows: [[{ cuit: "1", dated: [] }]] },
  find_named_originals: { send: (db) => findNamedOriginals(db, tenant, []), rows: [[{ cuit: "1", found: [] }]] },
  get_issuing_profile: (db) => getIssuingProfile(db, 1, true),
  find_issuances: (db) => issuances.findIssuances(db, [1]),
  find_issuance_by_key: (db) => issuances.findIssuanceByKey(db, key, "a"),
  issuance_states: (db) => issuances.issuanceStates(db, [1]),
  find_job_views: (db) => findJobViews(db, [1]),
  find_kept_body: (db) => findStoredBody(db, tenant, "a"),
  find_key_obstacle: (db) => findKeyObstacle(db, key, "a"),
  bar_key: (db) => barKey(db, tenant, 1),
  read_line: (db) => readQueue(db, key, 1),
  bring_forward: (db) => promote(db, 1),
  cancel_overdue: (db) => issuances.cancelOverdue(db, { id: 1, revision: 1 }),
  cancel_all_overdue: (db) => issuances.cancelAllOverdue(db, 1, 0),
  take_sequence: {
    send: (db) => sequences.acquireSequence(db, key),
    rows: [[{ id: 1, epoch: 1, token: "1" }]],
  },
  is_current: (db) => sequences.isCurrent(db, taken),
  set_last_number: (db) => sequences.setLastNumber(db, taken, 1, null),
  find_last_date: (db) => sequences.findLastDate(db, key),
  count_explained: { send: (db) => sequences.countKnown(db, taken, 9), rows: [[{ explained: 1 }]] },
  is_unverified: (db) => sequences.isUnverified(db, key),
  read_situation: (db) => sequences.readSituation(db, taken),
  open_sequences: (db) => sequences.openSequences(db),
  due_sequences: (db) => dueSequences(db),
  take_lease: (db) => leases.acquireLease(db, key, uuid),
  extend_lease: (db) => leases.renewLease(db, key, uuid),
  end_lease: (db) => leases.releaseLease(db, key, uuid),
  submit_next: (db) => submitNext(db, [{ taken, limit: 1 }]),
  submit_next_patient: (db) => submitNext(db, [{ taken, limit: 1, backgroundLimit: 2 }]),
  approve: (db) => approve(db, orders),
  approve_and_submit: (db) => approveAndSubmit(db, orders),
  approve_and_submit_patient: (db) =>
    approveAndSubmit(
      db,
      orders.map((each) => ({ ...each, backgroundLimit: 2 })),
    ),
  renumber: (db) => renumber(db, taken, submission, { lastNumber: 2, authorityTimeMs: null, isForeign: false }),
  rewrite_amounts: (db) => rewriteAmounts(db, taken, submission, content.amounts),
  submit_again: (db) => doubts.submitAgain(db, taken, submission),
  mark_resolving: (db) => doubts.markResolving(db, taken, submission),
  mark_unconfirmed: (db) => doubts.markUnconfirmed(db, taken, submission),
  mark_unconfirmed_after_round: (db) =>
    doubts.markUnconfirmed(db, taken, submission, { questions: 1, isDenied: false, why: "a", refusal: [] }, null),
  purge_freed: (db) => doubts.purgeFreed(db),
  find_freed: (db) => doubts.findFreed(db, taken, submission),
  find_kept: (db) => doubts.findStoredVoucher(db, taken, submission),
  has_freed_between: (db) => doubts.hasFreedBetween(db, taken, submission, 3),
  settle_without_voucher: (db) => settle.settleWithoutVoucher(db, taken, submission, "rejected", outcome),
  return_to_line: (db) => settle.returnToQueue(db, taken, submission),
  settle_queued: (db) => settle.settleQueued(db, taken, "failed", outcome),
  settle_queued_first: (db) => settle.settleQueued(db, taken, "failed", outcome, 1),
  list_submissions: (db) => listSubmissions(db, key),
  has_open: (db) => hasOpen(db, key),
  find_queued: (db) => findQueued(db, [key]),
  pass_explained: (db) => advancePastKnown(db, key),
  list_doubtful: (db) => open.listDoubtful(db, tenant, 1),
  list_without_voucher: (db) => open.listWithoutVoucher(db, tenant, 1),
  find_issuance: (db) => open.findIssuance(db, tenant, 1),
  count_undecided: (db) => open.countUndecided(db),
  count_undecided_of_company: (db) => open.countUndecided(db, 1),
  list_waiting_lines: (db) => listQueueDepths(db),
  count_backlog: (db) => countBacklog(db),
  purge_content: (db) => purgeContent(db),
  insert_exchanges: (db) => insertExchanges(db, []),
  exchange_hearings: (db) => exchangeReachability(db, uuid, []),
  is_any_issuer_seen: (db) => isAnyIssuerSeen(db, true),
};
