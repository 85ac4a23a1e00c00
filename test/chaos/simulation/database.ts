import type { IssuanceState } from "../../../shared/db/issuances.js";
import type { Rounding } from "../../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
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
  armedAtMs: number;
  deadlineAtMs: number;
  number: number | null;
  submittedAtMs: number | null;
  epoch: number | null;
  doubt: "resolving" | "unconfirmed" | null;
  refusal: { atMs: number; reasons: AuthorityMessage[] } | null;
  outcome: NoVoucher | null;
}

export interface SequenceRow {
  id: number;
  key: SequenceKey;
  epoch: number;
  lastNumber: number | null;
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
  quota: { monthlyVouchers: number; reserved: number; used: number };
  lastPlace: number;
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
  quota: { monthlyVouchers, reserved: 0, used: 0 },
  lastPlace: 0,
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

export const isOfSequence = (row: Row, key: SequenceKey): boolean => row.sequence.voucherType === key.voucherType;

export const isOpen = (row: Pick<Row, "state">): boolean => row.state === "queued" || row.state === "submitted";

export const describeRow = ({ id, revision, state, number }: Row): string =>
  `#${id}.${revision} ${state}${number === null ? "" : ` at ${number}`}`;

/** What a unique index answers. */
export class DuplicateError extends Error {
  override name = "DuplicateError";
}
