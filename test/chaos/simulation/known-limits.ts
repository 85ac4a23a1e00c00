import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, type Grant, grantAt } from "./authority.js";
import { describeKey, isSameSequence } from "./companies.js";
import type { Database } from "./database.js";
import { isOfKey, type Row } from "./rows.js";
import { attemptOf, isOfTag, isTagOf } from "./tags.js";
import type { World } from "./world.js";

/** Source: issuer/issuing/judge-found.ts. */
const clockMarginMs = 2_000;

/** A failover, the last attempt of each key as the database then knew it, and the numberings that it then knew. */
interface Failover {
  atMs: number;
  known: Map<string, Pick<Row, "sequence" | "state" | "recordedAtMs">>;
  numberings: Set<string>;
}

const nameOf = (companyId: number, key: string): string => `${companyId}/${key}`;

/** What the service cannot know, above all after a failover. Source: issuer/README.md, section 3, "Known limits". */
export function createKnownLimits({ circumstances, scheduler }: World, database: Database, books: AuthorityBooks) {
  const passed = new Map<string, number>();
  const believed = new Set<number>();
  const freed = new Set<string>();
  const looks: { sequence: string; number: number; atMs: number }[] = [];
  /** What the refusal of the first request for a number, which was looked up last, leaves to that request. */
  const measured = new Map<string, number>();
  const failovers: Failover[] = [];
  const failedOverAtMs = () => failovers.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;

  // A number is sent within a second after its write-ahead, so one that a failover lost may still be sent after it.
  const sentAtMs = ({ atMs, tag }: Grant) => (tag ? tag.askedAtMs - 1_000 : atMs);
  const mayBeForgotten = (one: Grant) => sentAtMs(one) <= failedOverAtMs();
  /** The failovers that may have forgotten it. */
  const losersOf = (one: Grant) => failovers.filter(({ atMs }) => sentAtMs(one) <= atMs);

  /** An older request for it was granted after its number was freed: the number is remembered, and its key keeps its numbering. */
  const isFreed = ({ tag }: Grant): boolean => tag !== null && freed.has(attemptOf(tag));

  const isPassed = ({ sequence, number }: Grant) => number <= (passed.get(describeKey(sequence)) ?? 0);

  /** The failovers that may have forgotten what was asked at this time all left the key's row, in this numbering or in any. */
  const isLeft = (companyId: number, key: string, askedAtMs: number, sequence?: SequenceKey): boolean =>
    failovers
      .filter(({ atMs }) => askedAtMs - 1_000 <= atMs)
      .every(({ known }) => {
        const left = known.get(nameOf(companyId, key));
        return left !== undefined && (sequence === undefined || isSameSequence(left.sequence, sequence));
      });
  const sequenceOf = (wanted: SequenceKey) => database.sequences.find(({ key }) => isSameSequence(key, wanted));

  /** Its numbering was forgotten altogether, with each key that was asked for there last: it holds back none that was left in another one. */
  const isOfForgottenNumbering = (one: Grant): boolean =>
    losersOf(one).some(({ numberings }) => !numberings.has(describeKey(one.sequence)));

  /** Its key was left with a number of this sequence that it had lost by then, and is asked for under it. */
  const isLeftWithNumber = (one: Grant, sequence: SequenceKey): boolean =>
    losersOf(one).some(({ known }) => {
      const { companyId, key } = one.tag ?? { companyId: 0, key: "" };
      const left = known.get(nameOf(companyId, key));
      const row = database.rows.find((row) => isOfKey(row, companyId, key));
      const isOpenThere = left?.state === "submitted" && isSameSequence(left.sequence, sequence);
      return isOpenThere && row?.recordedAtMs === left.recordedAtMs;
    });

  const isTakenByOther = ({ cae, tag }: Grant) =>
    database.vouchers.some(({ cae: taken, issuanceId }) => {
      const row = database.rows.find(({ id }) => id === issuanceId);
      return taken === cae && !(tag && row && isOfKey(row, tag.companyId, tag.key));
    });

  /**
   * Whether the service could not know the older voucher of a key: the database forgot it with the key, and an operator passed the number; or
   * another key's equal sale adopted it. Or the database forgot the key too, and the key is now sent for
   * another sequence, or for one that it forgot as well. A key whose row is left, in whatever numbering, is suspect, whatever became of its attempt,
   * unless the database forgot the older numbering altogether, or left the key with a number in the newer one.
   */
  function isUnknowable(older: Grant, sequence: SequenceKey): boolean {
    if (isFreed(older) && isTakenByOther(older)) return true;
    if (!mayBeForgotten(older)) return false;
    if (isOfForgottenNumbering(older)) return true;
    if (!isSameSequence(older.sequence, sequence) && isLeftWithNumber(older, sequence)) return true;
    const { tag, atMs } = older;
    const bornAtMs = sequenceOf(sequence)?.bornAtMs ?? Number.POSITIVE_INFINITY;
    const isOfThisRow = isSameSequence(older.sequence, sequence) && (tag?.askedAtMs ?? atMs) >= bornAtMs;
    const isKept = tag !== null && isLeft(tag.companyId, tag.key, tag.askedAtMs);
    return (isPassed(older) && !isKept) || isTakenByOther(older) || !(isOfThisRow || isKept);
  }

  return {
    mayBeForgotten,
    hasFailedOver: () => failovers.length > 0,
    /** The database may have forgotten what happened at this time. */
    isForgotten: (atMs: number) => atMs <= failedOverAtMs(),
    /** And the key too. */
    isForgottenKey: (companyId: number, key: string, atMs: number) =>
      atMs <= failedOverAtMs() && !isLeft(companyId, key, atMs),

    /**
     * The database forgot that the attempt was granted under another number than the one that it still knows, or an operator passed
     * the number.
     */
    isBeyond: (one: Grant, row: Row): boolean =>
      mayBeForgotten(one) && ((row.number !== null && one.number !== row.number) || isPassed(one)),

    /** The number of the row is about to be freed after an answer, and remembered. Look-up and counter can show nothing of it. */
    freed(row: Row): void {
      const granted = grantAt(books, row.sequence, row.number);
      // Where a lower number is absent, so is this one: the rows of one request are freed by the look at its first.
      const look = looks.findLast(
        ({ sequence, number }) => sequence === describeKey(row.sequence) && number <= (row.number ?? 0),
      );
      const lookedAtMs = look?.atMs ?? scheduler.nowMs();
      const isSeen =
        granted &&
        granted.atMs <= lookedAtMs &&
        (granted.hiddenUntilMs <= lookedAtMs || granted.uncountedUntilMs <= lookedAtMs);
      if (!isSeen || !isOfTag(row, granted.tag)) freed.add(attemptOf({ ...row, companyId: row.sequence.companyId }));
    },

    /** The authority looks a number up for us. @param measuredAtMs of a first request that this worker saw refused */
    looked(key: SequenceKey, number: number, measuredAtMs: number | null): void {
      const name = `${describeKey(key)}/${number}`;
      looks.push({ sequence: describeKey(key), number, atMs: scheduler.nowMs() });
      if (measuredAtMs === null) measured.delete(name);
      else measured.set(name, measuredAtMs);
    },

    isFreed,

    /** The grants of a key that the service could know when it is issued in this sequence. */
    knowableOf: (companyId: number, key: string, sequence: SequenceKey): Grant[] =>
      books.grants.filter((one) => isTagOf(one.tag, companyId, key) && !isUnknowable(one, sequence)),

    /** The adopted voucher is foreign, or a forgotten one of ours, but the service could not tell it from the row's own. */
    isKnownLimit(row: Row, found: Grant): boolean {
      if (mayBeForgotten(found) || isFreed(found)) return true;
      if (found.tag !== null || circumstances.exclusive) return false;
      const measuredAtMs = measured.get(`${describeKey(row.sequence)}/${row.number}`) ?? row.measuredAtMs;
      if (measuredAtMs !== null && found.processedAtMs < measuredAtMs - clockMarginMs) return false;
      return !sequenceOf(row.sequence)?.shared || found.processedAtMs >= (row.authorityTimeMs ?? 0) - clockMarginMs;
    },

    /** A failover forgot what was declared for it, or it is of an earlier attempt of the key: an operator's adoption may differ. */
    isBelieved: (row: Row, found: Grant) => (mayBeForgotten(found) || isFreed(found)) && believed.has(row.id),

    /** An operator decided that the numbers up to this one need no more waiting. */
    passedByOperator(key: SequenceKey, number: number): void {
      const name = describeKey(key);
      passed.set(name, Math.max(number, passed.get(name) ?? 0));
    },

    /** An operator decided that the voucher under the row's number belongs to it. */
    believedByOperator(row: Row): void {
      believed.add(row.id);
    },

    /** Call it once the standby's rows are the present ones. */
    failedOver(): void {
      const known = database.rows.map(
        ({ key, sequence, state, recordedAtMs }) =>
          [nameOf(sequence.companyId, key), { sequence, state, recordedAtMs }] as const,
      );
      const numberings = [
        ...database.sequences.map(({ key }) => key),
        ...database.rows.map(({ sequence }) => sequence),
      ];
      failovers.push({
        atMs: scheduler.nowMs(),
        known: new Map(known),
        numberings: new Set(numberings.map(describeKey)),
      });
    },
  };
}

export type KnownLimits = ReturnType<typeof createKnownLimits>;
