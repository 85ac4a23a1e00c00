import type { OpenReport, ReportChange } from "../../shared/db/contingency/reports.js";
import type { OwnedSequence } from "../../shared/db/issuing/sequences.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { AuthorityMessage, LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/logging/log.js";
import type { FieldDifference } from "../authority/wsfe/equal-content.js";
import type { ReportOutcome } from "../authority/wsfe/report-reply.js";
import type { SequenceLock } from "../issuing/deps.js";

/** Dependencies of reporting, as plain functions. So the same code runs in production and in the simulation. */
export interface ReportDeps {
  store: ReportStore;
  authority: ReportAuthority;
  lock: SequenceLock;
  clock: { monotonicMs(): number };
  /** The time of day, in milliseconds since 1970: what cannot be reported on its first day waits for the next. */
  nowMs(): number;
  log: Log;
}

/** Each function is one committed statement. Those with `taken` change nothing once another issuer took the sequence. */
export interface ReportStore {
  acquireSequence(key: SequenceKey): Promise<OwnedSequence>;
  /** The first reports of the sequence that are not taken yet, in the order of their numbers: enough for one call. */
  readOpen(key: SequenceKey): Promise<OpenReport[]>;
  /**
   * The write-ahead: marks all of these as sent by this taker, before any byte is sent. They have consecutive numbers and are due
   * or sent. False when another issuer took the sequence, or one of them changed meanwhile: then nothing is sent.
   */
  writeAhead(taken: OwnedSequence, reports: OpenReport[]): Promise<boolean>;
  /** Records what became of reports, each only if it is still in the state `from`. False when another issuer took the sequence. */
  record(taken: OwnedSequence, changes: ReportChange[]): Promise<boolean>;
}

export interface ReportAuthority {
  /** "open" means that there is a ticket. `cause`: why there is none. */
  open(
    key: SequenceKey,
  ): Promise<{ outcome: "open"; session: ReportSession } | { outcome: "unavailable"; cause: string }>;
}

/** The authority, opened for one sequence. No function throws because of the network. */
export interface ReportSession {
  /**
   * FECAEARegInformativo, one call for consecutive vouchers of one code. Gives an outcome for each, in their order. Calls `mayStart`
   * right before the first byte; if it returns false, all are "notSent".
   */
  report(reports: OpenReport[], mayStart: () => boolean): Promise<ReportOutcome[]>;
  /** FECompUltimoAutorizado: the last number that was reported. @param about whose evidence shows this exchange */
  lastNumber(about: OpenReport): Promise<LastNumberOutcome>;
  /** FECompConsultar of the report's number. */
  lookUp(report: OpenReport): Promise<ReportLookUp>;
  /** Replaces a ticket that was not accepted. Gives why no new ticket is available now; undefined when there is one. */
  renewTicket(): Promise<AuthorityProblem | undefined>;
}

export type ReportLookUp =
  /** `differences`: what it declares, or its code, that is not what we issued. Empty: it is our voucher. */
  | { outcome: "found"; differences: FieldDifference[]; observations: AuthorityMessage[] }
  | { outcome: "absent" }
  | { outcome: "unknown"; cause: string };
