import type { IssuanceStore } from "../../../../issuer/issuing/deps.js";
import type { OwnedSequence } from "../../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { describeKey, isSameSequence } from "../companies.js";
import type { Database } from "../database.js";
import { beginIncarnation } from "../histories.js";
import { type ImportRow, isOfSequence, isOpen, type Row, type SequenceRow, type VoucherRow } from "../rows.js";
import type { StoreContext, Tables } from "./tables.js";

type SequenceStatements = Pick<
  IssuanceStore,
  | "acquireSequence"
  | "isCurrent"
  | "setLastNumber"
  | "readSituation"
  | "countKnown"
  | "findFreed"
  | "hasFreedBetween"
  | "findStoredVoucher"
  | "listSubmissions"
  | "hasQueued"
  | "hasOpen"
>;

export function newSequence(database: Database, key: SequenceKey, bornAtMs: number): SequenceRow {
  const unused = {
    lastNumber: null,
    lastDate: null,
    authorityTimeMs: null,
    unverified: false,
    shared: false,
    retryAtMs: null,
    missing: null,
  };
  const { timeline } = database;
  const sequence = { id: database.sequences.length + 1, key, epoch: 0, token: "", timeline, bornAtMs, ...unused };
  database.sequences.push(sequence);
  return sequence;
}

/** What has a voucher here: issued, or made by another system and imported. In the order of the numbers. */
export const vouchersOf = ({ vouchers, imported }: Database, key: SequenceKey): { number: number; date: string }[] =>
  [...vouchers.map(({ sale: { date }, ...voucher }) => ({ ...voucher, date })), ...imported]
    .filter(({ sequence }) => isSameSequence(sequence, key))
    .sort((a, b) => a.number - b.number);

/** Number and date of what was issued there, or made there by another system and imported: of shared/db/contingency/known-vouchers.ts. */
export function lastThere(
  database: Database,
  { key, lastNumber, lastDate }: SequenceRow,
): { lastNumber: number; lastDate: string | null } {
  const latest = vouchersOf(database, key).at(-1);
  return {
    lastNumber: Math.max(lastNumber ?? 0, latest?.number ?? 0),
    lastDate: [lastDate ?? "", latest?.date ?? ""].sort().at(-1) || null,
  };
}

/** The highest number that has a voucher here; 0 without any. */
export const latestOf = (database: Database, key: SequenceKey): number => vouchersOf(database, key).at(-1)?.number ?? 0;

/** Numbers after the last one that have a voucher here, without a gap: of shared/db/fragments/advance-past-known.ts. */
export function advancePastKnown(database: Database, sequence: SequenceRow): void {
  const there = vouchersOf(database, sequence.key);
  while (sequence.lastNumber !== null) {
    const after = sequence.lastNumber + 1;
    const next = there.find(({ number }) => number === after);
    if (!next) return;
    Object.assign(sequence, { lastNumber: next.number, lastDate: next.date });
  }
}

/** The numbers behind its own last one and before one that was imported, of which nothing is known here. */
export function holesThere(database: Database, { key, lastNumber }: SequenceRow): { from: number; to: number }[] {
  const behind = vouchersOf(database, key).filter(({ number }) => number > (lastNumber ?? 0));
  return behind.flatMap(({ number }, at) => {
    const from = (behind[at - 1]?.number ?? lastNumber ?? 0) + 1;
    return from < number ? [{ from, to: number - 1 }] : [];
  });
}

/** A person says how many vouchers of it are missing: the statement of shared/db/contingency/verify-sequences.ts. */
export function verifySequence(
  { world, database }: Pick<StoreContext, "world" | "database">,
  sequence: SequenceRow,
  missing = 0,
): void {
  const { timeline } = database;
  if (sequence.lastNumber === null || timeline === 0) return;
  const { lastNumber, lastDate } = lastThere(database, sequence);
  missUntil({ world, database }, sequence, lastNumber + missing);
  Object.assign(sequence, { lastDate, unverified: false, timeline, epoch: sequence.epoch + 1 });
}

/** The statement of shared/db/reconcile/verify-numbering.ts. False when a number is open, or one that is missing is not known. */
export function verifyNumbering(database: Database, sequence: SequenceRow, seenLast: number | null): boolean {
  const { key, missing, lastNumber } = sequence;
  const isOut = database.rows.some((row) => row.state === "submitted" && isOfSequence(row, key));
  const known = vouchersOf(database, key).filter(
    ({ number }) => missing !== null && number >= missing.from && number <= missing.to,
  );
  const isMissing = missing !== null && known.length <= missing.to - missing.from;
  if (isOut || isMissing || lastNumber !== seenLast || database.timeline === 0) return false;
  Object.assign(sequence, { unverified: false, timeline: database.timeline, epoch: sequence.epoch + 1 });
  return true;
}

/** What a person's word adds: the numbers behind the row's own last one are missing, unless each has a voucher. */
export function missUntil(
  { world, database }: Pick<StoreContext, "world" | "database">,
  sequence: SequenceRow,
  last: number,
): void {
  const { key, missing } = sequence;
  if (sequence.lastNumber === null) return;
  const lastNumber = world.guards.holesAreMissing ? sequence.lastNumber : lastThere(database, sequence).lastNumber;
  const known = vouchersOf(database, key).filter(({ number }) => number > lastNumber && number <= last).length;
  sequence.lastNumber = Math.max(last, lastNumber);
  if (known >= last - lastNumber) return;
  const from = Math.min(missing?.from ?? lastNumber + 1, lastNumber + 1);
  sequence.missing = { from, to: last, atMs: database.clockMs(), without: [] };
}

/**
 * The authority told the last number of a sequence of which none was known. If the database may have forgotten it, so are its vouchers: of the
 * statements of shared/db/issuing/sequences.ts and shared/db/contingency/seeds.ts.
 */
export function missForgotten(
  { world, database }: Pick<StoreContext, "world" | "database">,
  sequence: SequenceRow,
  last: number,
): void {
  if (!world.guards.forgottenAreMissing || sequence.lastNumber !== null || !sequence.unverified || last === 0) return;
  sequence.missing = { from: 1, to: last, atMs: database.clockMs(), without: [] };
}

/** Taking a sequence and reading what is known of it; `leftovers` also serves the write-ahead. */
export function createSequenceStatements(
  { world, database, drain, query }: StoreContext,
  { findSequence, fence, readSubmissions, lineOf }: Tables,
): { statements: SequenceStatements; leftovers: (key: SequenceKey) => Submission[] } {
  const { guards, scheduler } = world;
  /** What a mutation reads before it raises the epoch. */
  let readBefore: Submission[] | undefined;

  function leftovers(key: SequenceKey): Submission[] {
    if (!guards.settleFirst) return [];
    return guards.raisesBeforeReading ? readSubmissions(key) : (readBefore ?? readSubmissions(key));
  }

  /** Undefined while the database has gone back and has no other history yet. */
  function take(key: SequenceKey): OwnedSequence | undefined {
    if (database.timeline === 0 && guards.takesOnOneHistory) return undefined;
    let sequence = findSequence(key);
    if (!sequence) {
      sequence = newSequence(database, key, scheduler.nowMs());
      // The database may have forgotten the row, and vouchers with it.
      const isForgotten = (row: Row) =>
        isOfSequence(row, key) && (row.timeline !== database.timeline || row.suspectSinceMs !== null);
      sequence.unverified = guards.forgottenAreUnverified && database.rows.some(isForgotten);
    }
    if (guards.epochIsRaised || sequence.epoch === 0) {
      sequence.epoch++;
      sequence.token = String(++database.lastToken);
    }
    if (sequence.timeline !== database.timeline && guards.verifies) sequence.unverified = true;
    sequence.timeline = database.timeline;
    drain.epoch = sequence.epoch;
    drain.token = sequence.token;
    const { id, epoch, token, lastNumber, lastDate, unverified } = sequence;
    world.tell(
      drain.who,
      `takes ${describeKey(key)}: epoch ${epoch}, last ${lastNumber}${unverified ? ", unverified" : ""}`,
    );
    return { id, key, epoch, token, lastNumber, lastDate, unverified };
  }

  const statements: SequenceStatements = {
    async acquireSequence(key) {
      if (!guards.raisesBeforeReading) readBefore = await query("listSubmissions", () => readSubmissions(key));
      for (;;) {
        const taken = await query("take", () => take(key));
        if (taken) return taken;
        await query("beginIncarnation", () => beginIncarnation({ world, database }, drain.who));
      }
    },

    isCurrent: (taken) => query("isCurrent", () => !guards.looksAgain || fence(taken, true) !== undefined),

    setLastNumber: (taken, lastNumber, authorityTimeMs) =>
      query("setLastNumber", () => {
        const sequence = fence(taken, true);
        if (!sequence) return false;
        missForgotten({ world, database }, sequence, lastNumber);
        sequence.lastNumber = Math.max(lastNumber, sequence.lastNumber ?? 0);
        if (authorityTimeMs !== null) sequence.authorityTimeMs = authorityTimeMs;
        return true;
      }),

    readSituation: ({ id }) =>
      query("readSituation", () => {
        const sequence = database.sequences.find((one) => one.id === id);
        if (!sequence) throw new Error("a failover forgot the sequence");
        const { unverified, shared } = sequence;
        const kind = world.circumstances.exclusive ? "own" : shared ? "shared" : "open";
        return { companyCode: "demo", kind, unverified };
      }),

    countKnown: ({ key, lastNumber }, until) =>
      query("countKnown", () => {
        const isBetween = (number: number) => number > (lastNumber ?? 0) && number <= until;
        const isExplained = (one: VoucherRow | ImportRow) => isSameSequence(one.sequence, key) && isBetween(one.number);
        return [...database.vouchers, ...database.imported].filter(isExplained).length;
      }),

    findFreed: ({ id: sequenceId }, { number }) =>
      query("findFreed", () =>
        database.freed
          .filter((one) => one.sequenceId === sequenceId && one.number === number)
          .map(({ declared }) => declared),
      ),

    hasFreedBetween: ({ id: sequenceId }, { number }, until) =>
      query("hasFreedBetween", () =>
        database.freed.some((one) => one.sequenceId === sequenceId && one.number > number && one.number <= until),
      ),

    findStoredVoucher: ({ key }, { number }) =>
      query("findStoredVoucher", () => {
        const isThere = (one: VoucherRow | ImportRow) => isSameSequence(one.sequence, key) && one.number === number;
        if (database.vouchers.some(isThere)) return "another's";
        return database.imported.some(isThere) ? "unclaimed" : null;
      }),

    listSubmissions: (key) =>
      query("listSubmissions", () => {
        const left = leftovers(key);
        readBefore = [];
        return left;
      }),

    hasQueued: (key) => query("hasQueued", () => lineOf(key).length > 0),

    // It takes no time here. A failure of it is like one of the taking that follows, and an answer that is late does no harm.
    hasOpen: async (key) => database.rows.some((row) => isOpen(row) && isOfSequence(row, key)),
  };
  return { statements, leftovers };
}
