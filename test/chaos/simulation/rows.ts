import type { HeldCode } from "../../../shared/db/contingency/fail-over-issuances.js";
import type { IssuanceState } from "../../../shared/db/issuing/issuances.js";
import type { Rounding } from "../../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isSameSequence } from "./companies.js";
import type { Sale } from "./sale.js";

/** A row of the table issuance. It holds the sale instead of the content made from it. */
export interface Row {
  id: number;
  key: string;
  sequence: SequenceKey;
  revision: number;
  state: IssuanceState;
  place: number;
  /** An element of a batch armed it. */
  patient: boolean;
  /** What the checks know: an element armed it, and a caller waits for it. */
  isElement: boolean;
  isWaitedFor: boolean;
  /** And when this attempt returned to the line, by the database's clock. */
  returnedAtMs: number | null;
  /** It is the key of an element of a batch: what becomes of it is noted there. */
  batched: boolean;
  sale: Sale;
  rounding: Rounding;
  requestId: string;
  /** This and the other times of the tables are the database's. */
  recordedAtMs: number;
  /** What the checks know: the true time of the same. */
  armedAtMs: number;
  deadlineAtMs: number;
  number: number | null;
  submittedAtMs: number | null;
  epoch: number | null;
  /** The version of the declaration when it was recorded. */
  mapping: number;
  timeline: number;
  /** It may be issued under CAEA. */
  movable: boolean;
  /** An attempt from then on may have been granted in commits that the database lost. */
  suspectSinceMs: number | null;
  /** An operator has closed its key. */
  isBarred: boolean;
  authorityTimeMs: number | null;
  measuredAtMs: number | null;
  doubt: "resolving" | "unconfirmed" | null;
  refusal: { atMs: number; quietMs: number; sends: number; reasons: AuthorityMessage[] } | null;
  /** A request for its number went out with a ticket that lists the company. */
  isListed: boolean;
  isDenied: boolean;
  looks: Look[] | null;
  why: string | null;
  outcome: NoVoucher | null;
}

export interface SequenceRow {
  id: number;
  key: SequenceKey;
  /** When this row was created: a failover may forget a row, and then a new one is created. */
  bornAtMs: number;
  epoch: number;
  token: string;
  timeline: number;
  unverified: boolean;
  shared: boolean;
  lastNumber: number | null;
  lastDate: string | null;
  authorityTimeMs: number | null;
  /** Until then the sweep does not wake it for elements alone. */
  retryAtMs: number | null;
  /** Under CAEA: a person said that of these numbers nothing is known here, and none is of the fortnights of these codes. */
  missing: { from: number; to: number; atMs: number; without: number[] } | null;
}

/** A row of the table batch, with its elements. */
export interface BatchRow {
  id: number;
  companyId: number;
  requestId: string;
  recordedAtMs: number;
  /** As of a row. */
  armedAtMs: number;
  timeline: number;
  isCancelled: boolean;
  isFinished: boolean;
  elements: ElementRow[];
}

export interface ElementRow {
  key: string;
  /** Its place among the elements of its batch, by their dates. */
  rank: number;
  sale: Sale;
  /** Of its own. Only the checks use it. */
  requestId: string;
  state: "pending" | "issued" | "failed";
  /** The issuance of its key; null until a sweep has looked at it. The revision is the attempt that this element made of it. */
  issuanceId: number | null;
  revision: number | null;
  /** What to issue is kept: the element is not armed, and not both ended and linked to its key. */
  hasAttempt: boolean;
  /** When its patience is over. */
  deadlineAtMs: number;
  settledAtMs: number | null;
  outcome: NoVoucher | null;
}

/** The sweep has to look at it. */
export const isUnlinked = ({ issuanceId, hasAttempt }: ElementRow): boolean => issuanceId === null && hasAttempt;

/** It waits for its key, which another request has or had. */
export const isUnarmed = ({ state, revision }: ElementRow): boolean => state === "pending" && revision === null;

/** A number that a refusal freed although an older request for it may still arrive. */
export interface FreedRow {
  sequenceId: number;
  number: number;
  issuanceId: number;
  declared: Declaration;
  /** The voucher found under the number was compared with it: it is another sale's. */
  isCompared: boolean;
}

export interface VoucherRow {
  id: number;
  issuanceId: number;
  /** Of its own point of sale: under CAEA, the one that stood in. */
  sequence: SequenceKey;
  number: number;
  cae: string;
  /** Issued under CAEA: `cae` is the code of its fortnight. */
  caea: boolean;
  sale: Sale;
}

/** A voucher that was made elsewhere, or forgotten by the database, and imported: no key has claimed it. */
export interface ImportRow {
  sequence: SequenceKey;
  number: number;
  cae: string;
  caea: boolean;
  document: string;
  date: string;
  total: string;
  /** When the authority made it. */
  createdAtMs: number;
  /** The database may have forgotten that it is ours: its numbering was not verified, or it was missing. */
  whileUnverified: boolean;
}

/** A point of sale whose declaration as unused under a code is on its way, or was taken. */
export interface UnusedRow {
  companyId: number;
  posNumber: number;
  code: HeldCode;
  askedAtMs: number;
  isInformed: boolean;
  /** The last try was refused: it is made again after a day. Without an answer it is made again within a minute. */
  isRefused: boolean;
}

/** A row of the table caea_report, with the code of its fortnight. */
export interface ReportRow {
  voucherId: number;
  issuanceId: number;
  /** At the point of sale that stood in. */
  sequence: SequenceKey;
  number: number;
  caea: HeldCode;
  declared: Declaration;
  generatedAtMs: number;
  state: "due" | "sent" | "rejected" | "reported" | "givenUp";
  /** It was given up while the authority expected its number. */
  isGap: boolean;
  /** Since when the authority counts it, and does not show it. By the database's clock. */
  hiddenSinceMs: number | null;
  epoch: number | null;
  /** By the database's clock. */
  dueAtMs: number;
  /** When a round took it up, without a record of what became of it. */
  listedAtMs: number | null;
  tries: number;
  errors: AuthorityMessage[];
}

/** A row of the table contingency. Times are of the database's clock. */
export interface ContingencyRow {
  companyId: number;
  /** There is a row. Before, nothing is known of the company, and an answer is not written down. */
  exists: boolean;
  answeredAtMs: number | null;
  issuedAtMs: number | null;
  silentSinceMs: number | null;
  unanswered: number;
  silentNotedAtMs: number | null;
  issuingSinceMs: number | null;
  issuingUnanswered: number;
  issuingNotedAtMs: number | null;
  issuingAskedAtMs: number | null;
  probedAtMs: number | null;
  probedSequenceId: number;
  readyAtMs: number | null;
  readySinceMs: number | null;
  /** How often in a row the authority refused this company alone. */
  refused: number;
  trialId: number | null;
  trialAtMs: number | null;
  activeSinceMs: number | null;
  byHand: boolean;
}

/** What a company may issue in a month, and what of it is used. */
export interface QuotaRow {
  companyId: number;
  monthlyVouchers: number;
  reserved: number;
  used: number;
}

export const isOfSequence = (row: Row, key: SequenceKey): boolean => isSameSequence(row.sequence, key);

/** The row of a company's key. Another company may have the same key. */
export const isOfKey = (row: Row, companyId: number, key: string): boolean =>
  row.key === key && row.sequence.companyId === companyId;

export const isOpen = (row: Pick<Row, "state">): boolean => row.state === "queued" || row.state === "submitted";

/** Clears what is known about a number when a row loses the number. */
export const nothingKnown = {
  doubt: null,
  refusal: null,
  isDenied: false,
  measuredAtMs: null,
  looks: null,
  why: null,
} as const;

export const describeRow = ({ id, revision, state, number }: Row): string =>
  `#${id}.${revision} ${state}${number === null ? "" : ` at ${number}`}`;

/** The error of a unique index. */
export class DuplicateError extends Error {
  override name = "DuplicateError";
}
