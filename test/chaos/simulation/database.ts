import type { HeldCode } from "../../../shared/db/contingency/move-issuances.js";
import type { IssuanceState } from "../../../shared/db/issuing/issuances.js";
import type { Rounding } from "../../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
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
  sale: Sale;
  rounding: Rounding;
  requestId: string;
  recordedAtMs: number;
  deadlineAtMs: number;
  number: number | null;
  submittedAtMs: number | null;
  epoch: number | null;
  /** The version of the declaration when it was recorded. */
  mapping: number;
  timeline: number;
  /** It may be issued under CAEA. */
  movable: boolean;
  heardAtMs: number | null;
  doubt: "resolving" | "unconfirmed" | null;
  refusal: { atMs: number; quietMs: number; reasons: AuthorityMessage[] } | null;
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
  heardAtMs: number | null;
  /** Until then the sweep does not wake it for elements alone. */
  retryAtMs: number;
}

/** A row of the table batch, with its elements. */
export interface BatchRow {
  id: number;
  requestId: string;
  recordedAtMs: number;
  timeline: number;
  isCancelled: boolean;
  isFinished: boolean;
  elements: ElementRow[];
}

export interface ElementRow {
  key: string;
  sale: Sale;
  /** Of its own. Only the checks use it. */
  requestId: string;
  state: "pending" | "issued" | "failed";
  /** The issuance of its key and the attempt that this element made. Null while another request has the key. */
  issuanceId: number | null;
  revision: number | null;
  /** When its patience is over. */
  deadlineAtMs: number;
  settledAtMs: number | null;
  outcome: NoVoucher | null;
}

/** A number that a refusal freed although an older request for it may still arrive. */
interface FreedRow {
  sequenceId: number;
  number: number;
  issuanceId: number;
  declared: Declaration;
}

interface VoucherRow {
  id: number;
  issuanceId: number;
  sequenceId: number;
  number: number;
  cae: string;
  /** Issued under CAEA: `cae` is the code of its fortnight. */
  caea: boolean;
  sale: Sale;
}

/** A row of the table caea_report, with the code of its fortnight. */
export interface ReportRow {
  voucherId: number;
  issuanceId: number;
  voucherType: number;
  number: number;
  caea: HeldCode;
  declared: Declaration;
  generatedAtMs: number;
  state: "due" | "sent" | "rejected" | "reported";
  epoch: number | null;
  /** By the database's clock. */
  dueAtMs: number;
  tries: number;
  errors: AuthorityMessage[];
}

/** The row of the table contingency. Times are of the database's clock. */
export interface ContingencyRow {
  silentSinceMs: number | null;
  unanswered: number;
  issuingFailed: boolean;
  probedAtMs: number | null;
  readyAtMs: number | null;
  trialId: number | null;
  activeSinceMs: number | null;
  byHand: boolean;
}

/** The tables that issuing uses. A statement changes them at one instant, as row locks ensure in PostgreSQL. */
export interface Database {
  rows: Row[];
  sequences: SequenceRow[];
  vouchers: VoucherRow[];
  freed: FreedRow[];
  batches: BatchRow[];
  contingency: ContingencyRow;
  reports: ReportRow[];
  quota: { monthlyVouchers: number; reserved: number; used: number };
  lastPlace: number;
  /** Increases with every failover. */
  timeline: number;
  /** The error of its clock. */
  clockOffsetMs: number;
  /** The current version of the declaration. */
  mapping: number;
  lastToken: number;
  /** The first content of each issuance. A mutation sends it even after the row was recorded again with other content. */
  firstSales: Map<number, Sale>;
  /** Records since the last flushed commit, each with the row before it. A crash undoes them. */
  unflushed: { row: Row; before: Row | undefined }[];
  /** Called for every row that changed. */
  changed(row: Row): void;
}

export const createDatabase = (monthlyVouchers: number): Database => ({
  rows: [],
  sequences: [],
  vouchers: [],
  freed: [],
  batches: [],
  contingency: {
    silentSinceMs: null,
    unanswered: 0,
    issuingFailed: false,
    probedAtMs: null,
    readyAtMs: null,
    trialId: null,
    activeSinceMs: null,
    byHand: false,
  },
  reports: [],
  quota: { monthlyVouchers, reserved: 0, used: 0 },
  lastPlace: 0,
  timeline: 1,
  clockOffsetMs: 0,
  mapping: 1,
  lastToken: 0,
  firstSales: new Map(),
  unflushed: [],
  changed: () => undefined,
});

/** A commit that waits for the disk also flushes every commit before it. */
export function flush(database: Database): void {
  database.unflushed = [];
}

/** The server crashes and restarts: commits that were not flushed are lost. Gives the rows that this changes. */
export function crash(database: Database): Row[] {
  const undone = database.unflushed.toReversed();
  flush(database);
  for (const { row, before } of undone) {
    if (before) Object.assign(row, before);
    else database.rows.splice(database.rows.indexOf(row), 1);
  }
  return undone.map(({ row }) => row);
}

/** The tables that a standby copies. */
export type Standby = Pick<
  Database,
  "rows" | "sequences" | "vouchers" | "freed" | "batches" | "contingency" | "reports" | "quota" | "lastPlace"
>;

export const copyOf = ({
  rows,
  sequences,
  vouchers,
  freed,
  batches,
  contingency,
  reports,
  quota,
  lastPlace,
}: Database): Standby =>
  structuredClone({ rows, sequences, vouchers, freed, batches, contingency, reports, quota, lastPlace });

/** The standby takes over on a new timeline. Gives the rows of before and after. */
export function becomeCopy(database: Database, standby: Standby): Row[] {
  const before = database.rows;
  Object.assign(database, standby, { timeline: database.timeline + 1 });
  flush(database);
  return [...before, ...database.rows];
}

/** There is one company, in one environment. */
export const isSameSequence = (one: SequenceKey, other: SequenceKey): boolean =>
  one.posNumber === other.posNumber && one.voucherType === other.voucherType;

export const isOfSequence = (row: Row, key: SequenceKey): boolean => isSameSequence(row.sequence, key);

/** The point of sale that the callers name, and the one that stands in for it. */
export const askedPos = 1;
export const substitutePos = 2;

export const keyOf = (posNumber: number, voucherType: number): SequenceKey => ({
  companyId: 1,
  production: false,
  posNumber,
  voucherType,
});

/** As the SQL of this name in shared/db/issuing/submissions.ts. */
export const isHeldForContingency = ({ contingency }: Database, { id, movable }: Row): boolean =>
  movable && contingency.activeSinceMs !== null && contingency.trialId !== id;

export const isOpen = (row: Pick<Row, "state">): boolean => row.state === "queued" || row.state === "submitted";

/** Clears what is known about a number when a row loses the number. */
export const nothingKnown = { doubt: null, refusal: null, isDenied: false, looks: null, why: null } as const;

export const describeRow = ({ id, revision, state, number }: Row): string =>
  `#${id}.${revision} ${state}${number === null ? "" : ` at ${number}`}`;

/** The error of a unique index. */
export class DuplicateError extends Error {
  override name = "DuplicateError";
}
