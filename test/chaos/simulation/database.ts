import type { IssuanceState } from "../../../shared/db/issuing/issuances.js";
import type { Rounding } from "../../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Sale } from "./sale.js";

/** A row of the table issuance; the content stands as the sale that it is made of. */
export interface Row {
  id: number;
  key: string;
  sequence: SequenceKey;
  revision: number;
  state: IssuanceState;
  place: number;
  sale: Sale;
  rounding: Rounding;
  requestId: string;
  recordedAtMs: number;
  deadlineAtMs: number;
  number: number | null;
  submittedAtMs: number | null;
  epoch: number | null;
  /** How it was declared when it was recorded. */
  mapping: number;
  timeline: number;
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
  /** When this row came to be: a failover may forget one, and then another is made. */
  bornAtMs: number;
  epoch: number;
  token: string;
  timeline: number;
  unverified: boolean;
  shared: boolean;
  lastNumber: number | null;
  lastDate: string | null;
  heardAtMs: number | null;
}

/** A number that a refusal freed though an older request for it may live. */
export interface FreedRow {
  sequenceId: number;
  number: number;
  issuanceId: number;
  declared: Declaration;
}

export interface VoucherRow {
  id: number;
  issuanceId: number;
  sequenceId: number;
  number: number;
  cae: string;
  sale: Sale;
}

/** The tables, as far as issuing uses them. A statement changes them at one instant, as PostgreSQL's row locks make it. */
export interface Database {
  rows: Row[];
  sequences: SequenceRow[];
  vouchers: VoucherRow[];
  freed: FreedRow[];
  quota: { monthlyVouchers: number; reserved: number; used: number };
  lastPlace: number;
  /** Another one after every failover. */
  timeline: number;
  /** By how much its clock is off. */
  clockOffsetMs: number;
  /** How the product declares at present. */
  mapping: number;
  lastToken: number;
  /** The first content of each issuance; what a mutation sends though the row was armed with another. */
  firstSales: Map<number, Sale>;
  /** What was recorded since the last commit that was flushed, with what was there before it: a crash undoes it. */
  unflushed: { row: Row; before: Row | undefined }[];
  /** Told of every row that changed. */
  changed(row: Row): void;
}

export const createDatabase = (monthlyVouchers: number): Database => ({
  rows: [],
  sequences: [],
  vouchers: [],
  freed: [],
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

/** A commit that waits for the disk takes with it all that came before. */
export function flush(database: Database): void {
  database.unflushed = [];
}

/** The server is gone and back: what was not flushed never was. Gives the rows that it is about. */
export function crash(database: Database): Row[] {
  const undone = database.unflushed.toReversed();
  flush(database);
  for (const { row, before } of undone) {
    if (before) Object.assign(row, before);
    else database.rows.splice(database.rows.indexOf(row), 1);
  }
  return undone.map(({ row }) => row);
}

/** The tables as a standby has them. */
export type Standby = Pick<Database, "rows" | "sequences" | "vouchers" | "freed" | "quota" | "lastPlace">;

export const copyOf = ({ rows, sequences, vouchers, freed, quota, lastPlace }: Database): Standby =>
  structuredClone({ rows, sequences, vouchers, freed, quota, lastPlace });

/** The standby is the database now, on another timeline; gives the rows of before and of now. */
export function becomeCopy(database: Database, standby: Standby): Row[] {
  const before = database.rows;
  Object.assign(database, standby, { timeline: database.timeline + 1 });
  flush(database);
  return [...before, ...database.rows];
}

export const isOfSequence = (row: Row, key: SequenceKey): boolean => row.sequence.voucherType === key.voucherType;

export const isOpen = (row: Pick<Row, "state">): boolean => row.state === "queued" || row.state === "submitted";

/** What is known of a number goes with the number. */
export const nothingKnown = { doubt: null, refusal: null, isDenied: false, looks: null, why: null } as const;

export const describeRow = ({ id, revision, state, number }: Row): string =>
  `#${id}.${revision} ${state}${number === null ? "" : ` at ${number}`}`;

/** What a unique index answers. */
export class DuplicateError extends Error {
  override name = "DuplicateError";
}
