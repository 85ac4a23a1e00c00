import { findBegunByHand } from "../../../shared/db/contingency/begun-by-hand.js";
import * as codes from "../../../shared/db/contingency/codes.js";
import { findContingencyStatus, hasSubstitute } from "../../../shared/db/contingency/contingency-status.js";
import * as moves from "../../../shared/db/contingency/fail-over-issuances.js";
import { listConcerned } from "../../../shared/db/contingency/list-concerned.js";
import { findListedReport, listReports } from "../../../shared/db/contingency/list-reports.js";
import { listMissingFortnights, sayUnused } from "../../../shared/db/contingency/missing-fortnights.js";
import { listOpenCodes } from "../../../shared/db/contingency/open-codes.js";
import { measureReports } from "../../../shared/db/contingency/open-work.js";
import { claimProbes } from "../../../shared/db/contingency/probes.js";
import { findReadiness } from "../../../shared/db/contingency/readiness.js";
import * as reports from "../../../shared/db/contingency/reports.js";
import { readRefusedReport, resolveReport } from "../../../shared/db/contingency/resolve-report.js";
import { findReport, retryReport } from "../../../shared/db/contingency/retry-report.js";
import { listUnseeded, seedSequence } from "../../../shared/db/contingency/seeds.js";
import { listOutages, listPrepared, listQueues, recordCalls } from "../../../shared/db/contingency/silence.js";
import { claimTrial } from "../../../shared/db/contingency/trial.js";
import * as turn from "../../../shared/db/contingency/turn-contingency.js";
import { claimUnused, listDueUnused, recordUnused } from "../../../shared/db/contingency/unused.js";
import { listOwnSequences, listUnasked, verifySequence } from "../../../shared/db/contingency/verify-sequences.js";
import type { GoldenCalls } from "./record-statements.js";
import { attempt, content, fortnight, key, report, taken, tenant } from "./samples.js";

const today = "20260301";
const heard = {
  ...{ ...tenant, answeredAgoMs: null, issuedAgoMs: null, calls: [], requests: [], cause: null, isReady: false },
  ...{ refused: 0, refusal: null, refusedAnew: false },
};
const move = {
  ...{ id: 1, revision: 1, recordedAtMs: 0, requestId: "1", ...content, vatRounding: attempt.vatRounding },
  code: { id: 1, code: "1", validFrom: fortnight.validFrom, validTo: fortnight.validTo },
};
const unused = { caeaId: 1, posNumber: 2 };
const resolved = { voucherId: 1, state: "rejected" as const, number: 1 };
const why = [{ code: 1, msg: "a" }];

/** Vouchers under CAEA, from the silence of the authority to its receipt of the reports. */
export const contingencyCalls: GoldenCalls = {
  list_watched: (db) => listOutages(db),
  list_prepared: (db) => listPrepared(db),
  note_heard: (db) => recordCalls(db, [heard]),
  list_lines: (db) => listQueues(db, [tenant], 1),
  claim_probes: (db) => claimProbes(db, true, 1, { afterMs: 1 }),
  claim_trial: (db) => claimTrial(db, tenant, 1),
  begin_of_silence: (db) => turn.outageStart(db, 1),
  begin_by_hand: (db) => turn.beginByHand(db, tenant, null),
  end_by_hand: (db) => turn.endByHand(db, tenant),
  note_issued: (db) => turn.noteIssued(db, tenant),
  end_despite_doubt: (db) => turn.endDespiteDoubt(db),
  end_refused: (db) => turn.endRefused(db),
  find_begun_by_hand: (db) => findBegunByHand(db, tenant),
  find_contingency_standing: (db) => findContingencyStatus(db, tenant, fortnight),
  has_substitute: { send: (db) => hasSubstitute(db, tenant), rows: [[{ has: true }]] },
  find_contingency_readiness: (db) => findReadiness(db, tenant, [fortnight]),
  list_concerned: (db) => listConcerned(db, true),
  read_contingency_line: (db) => moves.readContingencyLine(db, key),
  keep_with_cae: (db) => moves.keepWithCae(db, [{ id: 1, revision: 1 }]),
  move_issuances: (db) => moves.failOverIssuances(db, key, 2, [move]),
  list_due_codes: (db) => codes.listDueCodes(db, true, [fortnight], today, today),
  claim_code: (db) => codes.claimCode(db, { ...tenant, ...fortnight }),
  record_code: (db) => codes.recordCode(db, 1, { code: "1", reportBy: today, remarks: [] }),
  list_open_codes: (db) => listOpenCodes(db),
  list_unseeded: (db) => listUnseeded(db, true),
  seed_sequence: (db) => seedSequence(db, taken, { lastNumber: 1, lastDate: null, authorityTimeMs: null }),
  list_own_sequences: (db) => listOwnSequences(db, tenant),
  list_unasked: (db) => listUnasked(db, tenant),
  verify_sequence: (db) =>
    verifySequence(db, tenant, { posNumber: 2, voucherType: 6, lastNumber: 1, lastDate: null, seen: 1 }),
  list_missing_fortnights: (db) => listMissingFortnights(db, tenant),
  say_unused: (db) => sayUnused(db, tenant, { posNumber: 2, voucherType: 6, fortnight } as never),
  list_due_unused: (db) => listDueUnused(db, true, today, today),
  claim_unused: (db) => claimUnused(db, unused),
  record_unused: (db) => recordUnused(db, unused, null),
  claim_due_reports: (db) => reports.claimDueReports(db, true, today, 1),
  give_reports_back: (db) => reports.giveReportsBack(db, key),
  read_open_reports: (db) => reports.readOpenReports(db, key),
  write_reports_ahead: (db) => reports.writeReportsAhead(db, taken, [report]),
  record_reports: { send: (db) => reports.recordReports(db, taken, []), rows: [[{ current: true }]] },
  list_reports: (db) => listReports(db, tenant, { rejected: false, most: 1 }),
  find_listed_report: (db) => findListedReport(db, tenant, 1),
  measure_reports: (db) => measureReports(db),
  find_report: (db) => findReport(db, tenant, 1),
  retry_report: (db) => retryReport(db, tenant, 1),
  read_refused_report: (db) => readRefusedReport(db, key, 1),
  resolve_report_adopt: {
    send: (db) => resolveReport(db, taken, resolved, { decision: "adopt", observations: [] }),
    rows: [[{}]],
  },
  resolve_report_give_up: {
    send: (db) => resolveReport(db, taken, resolved, { decision: "giveUp", why, isGap: true, andBehind: why }),
    rows: [[{}]],
  },
};
