import type { OwnedSequence } from "../../../../shared/db/issuing/sequences.js";
import type { Release } from "../../../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../../../shared/db/issuing/submissions.js";
import type { Declaration } from "../../../../shared/domain/declaration.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { isSameSequence } from "../companies.js";
import type { Query } from "../connection.js";
import { countQuota, type Database, flush, isHeldForContingency } from "../database.js";
import { noteOnElements } from "../elements.js";
import type { Drain, Ledger } from "../ledger.js";
import {
  DuplicateError,
  describeRow,
  isOfSequence,
  isOpen,
  nothingKnown,
  type Row,
  type SequenceRow,
} from "../rows.js";
import { type Sale, toAmounts, toBody, toDeclared } from "../sale.js";
import { isHeldBack, mayBeImported } from "../suspicion.js";
import type { World } from "../world.js";

export interface StoreContext {
  world: World;
  database: Database;
  ledger: Ledger;
  drain: Drain;
  query: Query;
}

/** What the store's statements share: the fence, the conditions on rows, and the commit. */
export function openTables({ world, database, ledger, drain }: StoreContext) {
  const { guards } = world;

  const findSequence = (key: SequenceKey) => database.sequences.find((one) => isSameSequence(one.key, key));

  const isHeld = (sequence: SequenceRow, { epoch, token }: OwnedSequence): boolean =>
    sequence.epoch === epoch &&
    (sequence.token === token || !guards.drawsTokens) &&
    (sequence.timeline === database.timeline || !guards.knowsItsHistory);

  const clockMs = () => database.clockMs();

  function commit(name: string, taken: OwnedSequence, row: Row): void {
    world.tell(drain.who, `${name} (epoch ${taken.epoch}): ${describeRow(row)}`);
    if (guards.commitsInOrder) flush(database);
    ledger.committed(taken, row);
    noteOnElements(world, database, row);
    database.changed(row);
  }

  function toSubmission(row: Row, sale: Sale, number: number): Submission {
    const nowMs = clockMs();
    const mapping = guards.keepsWhatWasSent ? row.mapping : database.mapping;
    return {
      id: row.id,
      revision: row.revision,
      number,
      body: toBody(row.key, sale),
      amounts: toAmounts(sale, row.rounding),
      declared: toDeclared(sale, row.rounding, mapping),
      vatRounding: "auto",
      requestId: row.requestId,
      authorityTimeMs: guards.comparesTime ? row.authorityTimeMs : 0,
      measuredAtMs: row.measuredAtMs,
      refusal: row.refusal?.reasons ?? null,
      quietMs: guards.quietPeriod ? (row.refusal?.quietMs ?? 0) : Number.POSITIVE_INFINITY,
      sends: row.refusal?.sends ?? 0,
      isListed: guards.ticketsExplainNothing && guards.notesTheTicket && row.isListed,
      doubt: row.doubt,
      isDenied: row.isDenied,
      isBackground: row.patient,
      mayFailOver: row.movable,
      looks: row.looks,
      nowMs,
    };
  }

  /** Takes the number away and leaves the row queued. */
  function putBack(row: Row): void {
    ledger.givenUp(row);
    const unnumbered = { number: null, epoch: null, submittedAtMs: null, authorityTimeMs: null, isListed: true };
    Object.assign(row, { state: "queued", ...unnumbered, ...nothingKnown });
  }

  /** What was declared under a number that an answer freed, and under those behind it. */
  function remember(
    { id: sequenceId, key }: SequenceRow,
    head: Row,
    number: number,
    declared: Declaration,
    { isRemembered = true, areLaterRemembered }: Pick<Release, "isRemembered" | "areLaterRemembered"> = {},
  ): void {
    if (!guards.remembersFreed) return;
    const note = (row: Row, freed: number, content: Declaration): void => {
      const isNoted = database.freed.some(
        (one) =>
          one.sequenceId === sequenceId &&
          one.number === freed &&
          one.issuanceId === row.id &&
          JSON.stringify(one.declared) === JSON.stringify(content),
      );
      if (!isNoted)
        database.freed.push({ sequenceId, number: freed, issuanceId: row.id, declared: content, isCompared: false });
      ledger.freed(row);
    };
    if (isRemembered) note(head, number, declared);
    const isBehind = (row: Row) =>
      (areLaterRemembered ?? isRemembered) &&
      row.state === "submitted" &&
      isOfSequence(row, key) &&
      (row.number ?? 0) > number;
    for (const row of database.rows.filter(isBehind)) {
      const { number: later, declared: kept } = toSubmission(row, row.sale, row.number ?? 0);
      note(row, later, kept);
    }
  }

  return {
    findSequence,
    clockMs,
    commit,
    putBack,
    remember,
    toSubmission,

    /** The sequence while the taker still holds it; a mutation passes `guarded` false and always gets it. */
    fence(taken: OwnedSequence, guarded: boolean): SequenceRow | undefined {
      const sequence = findSequence(taken.key);
      return sequence && (isHeld(sequence, taken) || !guarded) ? sequence : undefined;
    },

    findExactly({ id, revision, number }: Submission): Row | undefined {
      const row = database.rows.find((one) => one.id === id);
      if (!row || !guards.exactSubmission) return row;
      if (!guards.writeAhead) return row.revision === revision && isOpen(row) ? row : undefined;
      return row.revision === revision && row.number === number && row.state === "submitted" ? row : undefined;
    },

    /** The unique index on submitted numbers. @throws DuplicateError */
    claimNumber(row: Row, number: number): void {
      const other = database.rows.find(
        (one) => one !== row && one.state === "submitted" && isOfSequence(one, row.sequence) && one.number === number,
      );
      if (other && guards.uniqueSubmittedNumber)
        throw new DuplicateError(`number ${number} is already submitted for #${other.id}`);
    },

    readSubmissions: (key: SequenceKey): Submission[] =>
      database.rows
        .filter((row) => row.state === "submitted" && isOfSequence(row, key))
        .sort((a, b) => ((a.number ?? 0) - (b.number ?? 0)) * (guards.lowestFirst ? 1 : -1))
        .map((row) => ({
          ...toSubmission(row, row.sale, row.number ?? 0),
          isHeldBack: guards.importsStopResends && mayBeImported(world, database, row),
        })),

    /** @param seen what the statement saw before it waited: a mutation judges keys by it */
    lineOf: (key: SequenceKey, seen: Database = database): Row[] =>
      database.rows.filter(
        (row) =>
          row.state === "queued" &&
          isOfSequence(row, key) &&
          row.deadlineAtMs > clockMs() &&
          (row.timeline === database.timeline || !guards.lostQueueIsNotSent) &&
          !isHeldBack(world, seen, row) &&
          !(guards.holdsMovable && isHeldForContingency(world, database, row)),
      ),

    /** Puts the numbers after `head` back in line. */
    returnOthers(taken: OwnedSequence, head: Row): void {
      const others = database.rows.filter(
        (one) =>
          one !== head &&
          one.state === "submitted" &&
          isOfSequence(one, taken.key) &&
          (one.number ?? 0) > (head.number ?? 0),
      );
      for (const row of guards.othersMoveToo ? others : []) {
        countQuota(database, taken.key.companyId, { reserved: -1 });
        putBack(row);
        row.deadlineAtMs = Math.max(row.deadlineAtMs, clockMs() + 5_000);
        commit("puts back in line", taken, row);
      }
    },
  };
}

export type Tables = ReturnType<typeof openTables>;
