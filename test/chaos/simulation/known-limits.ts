import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { AuthorityBooks, Grant } from "./authority.js";
import { describeKey, isSameSequence } from "./companies.js";
import type { Database } from "./database.js";
import { isOfKey, type Row } from "./rows.js";
import { isTagOf } from "./tags.js";
import type { World } from "./world.js";

/** Source: issuer/issuing/judge-found.ts. */
const clockMarginMs = 2_000;

/** What the service cannot know, above all after a failover. Source: issuer/README.md, section 3, "Known limits". */
export function createKnownLimits({ circumstances, scheduler }: World, database: Database, books: AuthorityBooks) {
  const passed = new Map<string, number>();
  const believed = new Set<number>();
  let failedOverAtMs = Number.NEGATIVE_INFINITY;

  // A number is sent within a second after its write-ahead, so one that a failover lost may still be sent after it.
  const mayBeForgotten = ({ atMs, tag }: Grant) => (tag ? tag.askedAtMs - 1_000 : atMs) <= failedOverAtMs;
  const sequenceOf = (wanted: SequenceKey) => database.sequences.find(({ key }) => isSameSequence(key, wanted));

  const isTakenByOther = ({ cae, tag }: Grant) =>
    database.vouchers.some(({ cae: taken, issuanceId }) => {
      const row = database.rows.find(({ id }) => id === issuanceId);
      return taken === cae && !(tag && row && isOfKey(row, tag.companyId, tag.key));
    });

  /**
   * Whether the service could not know the older voucher of a key: the database forgot it, and an operator passed its number,
   * another key's equal sale adopted it, its sequence row was forgotten too, or the key is now sent for another sequence.
   */
  function isUnknowable(older: Grant, newer: Grant): boolean {
    const bornAtMs = sequenceOf(newer.sequence)?.bornAtMs ?? 0;
    const isOfThisRow =
      isSameSequence(older.sequence, newer.sequence) && (older.tag?.askedAtMs ?? older.atMs) >= bornAtMs;
    const isPassed = older.number <= (passed.get(describeKey(older.sequence)) ?? 0);
    return mayBeForgotten(older) && (isPassed || isTakenByOther(older) || !isOfThisRow);
  }

  return {
    mayBeForgotten,
    hasFailedOver: () => failedOverAtMs > 0,
    isForgotten: (atMs: number) => atMs <= failedOverAtMs,

    /** The grants of a key that the service could know when this one was made, and this one. */
    knowableOf: (companyId: number, key: string, newer: Grant): Grant[] =>
      books.grants.filter((one) => isTagOf(one.tag, companyId, key) && !isUnknowable(one, newer)),

    /** The adopted voucher is foreign, or a forgotten one of ours, but the service could not tell it from the row's own. */
    isKnownLimit(row: Row, found: Grant): boolean {
      if (mayBeForgotten(found)) return true;
      if (found.tag !== null || circumstances.exclusive) return false;
      return !sequenceOf(row.sequence)?.shared || found.atMs >= (row.heardAtMs ?? 0) - clockMarginMs;
    },

    /** The failover forgot what was declared for it, so an operator's adoption may differ. */
    isBelieved: (row: Row, found: Grant) => mayBeForgotten(found) && believed.has(row.id),

    /** An operator decided that the numbers up to this one need no more waiting. */
    passedByOperator(key: SequenceKey, number: number): void {
      const name = describeKey(key);
      passed.set(name, Math.max(number, passed.get(name) ?? 0));
    },

    /** An operator decided that the voucher under the row's number belongs to it. */
    believedByOperator(row: Row): void {
      believed.add(row.id);
    },

    failedOver(): void {
      failedOverAtMs = scheduler.nowMs();
    },
  };
}

export type KnownLimits = ReturnType<typeof createKnownLimits>;
