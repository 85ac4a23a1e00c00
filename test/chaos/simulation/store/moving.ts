import type { ContingencyStore } from "../../../../issuer/issuing/contingency-deps.js";
import type { Move, MoveResult } from "../../../../shared/db/contingency/fail-over-issuances.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { type AuthorityBooks, dateOf, lastReported } from "../authority.js";
import { codesInHand } from "../codes.js";
import { describeKey, isSameSequence, substituteOf } from "../companies.js";
import type { Query } from "../connection.js";
import { countQuota, type Database, flush, isTrial, ofCompany, quotaLeft } from "../database.js";
import { noteOnElements } from "../elements.js";
import { nextId } from "../histories.js";
import type { Ledger } from "../ledger.js";
import { DuplicateError, describeRow, isOfSequence, nothingKnown, type Row, type SequenceRow } from "../rows.js";
import { isReportable, type Sale, saleOf, toAmounts, toBody, toDeclared } from "../sale.js";
import { isSuspect, isVerified } from "../suspicion.js";
import type { World } from "../world.js";
import type { ContingencyStatements } from "./contingency.js";
import { isStuck } from "./reporting.js";
import { lastThere, latestOf } from "./sequences.js";
import { findUnused } from "./unused.js";
import { untold } from "./write-ahead.js";

/** Source: shared/db/contingency/fail-over-issuances.ts. */
const maxAtOnce = 50;
const readyForMs = 20_000;

interface Context {
  world: World;
  database: Database;
  books: AuthorityBooks;
  ledger: Ledger;
  contingency: ContingencyStatements;
  who: string;
  query: Query;
}

/** The statements of shared/db/contingency/fail-over-issuances.ts. */
export function createMoving({ world, database, books, ledger, contingency, who, query }: Context): ContingencyStore {
  const { guards } = world;
  const clockMs = () => database.clockMs();
  const standIn = (asked: SequenceKey, posNumber = substituteOf(world.circumstances, asked)) =>
    posNumber === null ? undefined : database.sequences.find(({ key }) => isSameSequence(key, { ...asked, posNumber }));

  const isWhole = ({ key, lastNumber, lastDate, unverified, timeline }: SequenceRow) =>
    lastNumber !== null &&
    (lastNumber === 0 || lastDate !== null || latestOf(database, key) >= lastNumber || !guards.seedsWithDate) &&
    !isStuck(database, key, guards) &&
    ((!unverified && timeline === database.timeline) || !guards.knowsItsStanding);

  /** What a statement saw before it waited for its locks. */
  interface Seen {
    isActive: boolean;
    today: string;
  }
  const look = (companyId: number): Seen => ({
    isActive: ofCompany(database.contingencies, companyId).activeSinceMs !== null,
    today: dateOf(books.day),
  });

  function mayMove(row: Row, seen?: Seen): boolean {
    const isQueued = row.state === "queued" || (row.state === "submitted" && !guards.movesQueuedOnly);
    const isOfHistory = row.timeline === database.timeline || !guards.lostQueueIsNotSent;
    const isWaiting = isQueued && row.deadlineAtMs > clockMs() && isOfHistory;
    const { activeSinceMs } = ofCompany(database.contingencies, row.sequence.companyId);
    const lasts = seen?.isActive || activeSinceMs !== null || !guards.movesInContingencyOnly;
    const isFreed = database.freed.some(({ issuanceId }) => issuanceId === row.id);
    const isInDoubt = isSuspect(world, database, row) && guards.doubtOutlivesAttempts;
    return (
      isWaiting && row.movable && lasts && !isTrial(database, row) && !(isFreed && guards.freedNeverMove) && !isInDoubt
    );
  }

  /** As the SQL of these names. */
  function isSound(row: Row): boolean {
    const asked = database.sequences.find(({ key }) => isOfSequence(row, key));
    const isInOrder = asked === undefined || isVerified(database, asked) || !guards.movesVerifiedOnly;
    return isInOrder && !looksImported(row);
  }
  const looksImported = ({ sequence, sale }: Row): boolean =>
    database.imported.some(
      (one) => isSameSequence(one.sequence, sequence) && one.date === sale.date && one.total === sale.total,
    );

  /** Who foresees nothing judges it like any other sale. */
  const judgedAs = (sale: Sale): Sale =>
    guards.foreseesRefusals || isReportable(sale) ? sale : { ...sale, document: "0", further: "none" };

  const lineOf = (key: SequenceKey, seen?: Seen) =>
    database.rows.filter((row) => isOfSequence(row, key) && mayMove(row, seen)).sort((a, b) => a.place - b.place);

  /** Dates must not go back. */
  function pick(
    line: { row: Row; move: Move }[],
    { lastDate }: { lastDate: string | null },
  ): { row: Row; move: Move }[] {
    let latest = lastDate ?? "";
    return line.filter(({ move: { declared } }) => {
      if (declared.voucherDate < latest && guards.movedDatesGoOn) return false;
      latest = declared.voucherDate;
      return true;
    });
  }

  function move(
    key: SequenceKey,
    substitute: number,
    moves: Move[],
    { before, seen }: { before?: number; seen?: Seen } = {},
  ): MoveResult {
    const standing = standIn(key, substitute);
    if (!standing || !isWhole(standing)) return { moved: [], refused: [] };
    const today = seen?.today ?? dateOf(books.day);
    const isDeclared = ({ code }: Move) => findUnused(database, key.companyId, substitute, code) !== undefined;
    const line = lineOf(key, seen)
      .filter(isSound)
      .flatMap((row) => {
        const found = moves.find(
          (one) =>
            one.id === row.id &&
            (one.revision === row.revision || !guards.movesOwnRevision) &&
            (one.recordedAtMs === row.recordedAtMs || !guards.movesItsOwnRow) &&
            one.code.validTo >= today &&
            one.code.validFrom <= one.declared.voucherDate &&
            one.declared.voucherDate <= today &&
            !isDeclared(one),
        );
        return found ? [{ row, move: found }] : [];
      });
    const picked = pick(line, lastThere(database, standing));
    const room = Math.max(0, quotaLeft(database, key.companyId));
    const last =
      before ??
      (guards.numbersFromOwnCounter ? lastThere(database, standing).lastNumber : lastReported(books, standing.key));
    const moved = picked.slice(0, room).map((one, at) => enter(standing, one, (last ?? 0) + 1 + at));
    const refused = picked.slice(room).map(({ row }) => {
      Object.assign(row, { state: "rejected", outcome: { code: "SUBSCRIPTION_QUOTA_EXCEEDED" } });
      settled(row, "has no quota for");
      return row.id;
    });
    flush(database);
    return { moved, refused };
  }

  function enter(
    standing: SequenceRow,
    { row, move: { body, amounts, code, declared: judged } }: { row: Row; move: Move },
    number: number,
  ) {
    const isTaken = database.vouchers.some(
      (one) => isSameSequence(one.sequence, standing.key) && one.number === number,
    );
    if (isTaken && guards.uniqueVoucherNumber)
      throw new DuplicateError(`a voucher ${number} under CAEA already exists`);
    const sale = guards.foreseesRefusals ? saleOf(body, amounts.total) : row.sale;
    const declared = guards.foreseesRefusals ? judged : toDeclared(sale, row.rounding, judged.receiverTaxConditionId);
    ledger.moves(row, { sequence: standing.key, number, code: code.code, sale, declared });
    const wasReserved = row.state === "submitted";
    Object.assign(row, { state: "approved", number, ...nothingKnown });
    const id = nextId(database, "vouchers");
    const printed = { sequence: standing.key, number, cae: code.code };
    const voucher = { id, issuanceId: row.id, ...printed, caea: true, sale };
    database.vouchers.push(voucher);
    ledger.named(voucher);
    database.reports.push({
      ...{ voucherId: id, issuanceId: row.id, sequence: standing.key, number, caea: code, declared },
      ...{
        generatedAtMs: clockMs(),
        state: "due",
        epoch: null,
        dueAtMs: clockMs(),
        listedAtMs: null,
        tries: 0,
        errors: [],
      },
      ...{ isGap: false, hiddenSinceMs: null },
    });
    Object.assign(standing, { lastNumber: number, lastDate: declared.voucherDate });
    countQuota(database, standing.key.companyId, { reserved: wasReserved ? -1 : 0, used: 1 });
    settled(row, `issues under CAEA ${describeKey(row.sequence)} as ${describeKey(standing.key)},`);
    return { issuanceId: row.id, voucherId: id, number, ...untold };
  }

  function settled(row: Row, what: string): void {
    world.tell(who, `${what} ${describeRow(row)}`);
    noteOnElements(world, database, row);
    database.changed(row);
  }

  return {
    readQueue: (key) =>
      query("readContingencyLine", () => {
        const { activeSinceMs, byHand, readyAtMs } = ofCompany(database.contingencies, key.companyId);
        const waiting = lineOf(key).slice(0, maxAtOnce);
        if (waiting.length === 0 || (activeSinceMs === null && guards.movesInContingencyOnly)) return undefined;
        const standing = standIn(key);
        return {
          substitute: substituteOf(world.circumstances, key),
          standing: standing && isWhole(standing) ? lastThere(database, standing) : null,
          codes: codesInHand(world),
          // Of either letter, so that both types of a run can move.
          issuer: { cuit: "20111111112", taxType: key.voucherType === 11 ? 6 : 1 },
          ruleMoves: {},
          isReady: !byHand && readyAtMs !== null && readyAtMs > clockMs() - readyForMs,
          waiting: waiting.map((row) => ({
            ...{ id: row.id, revision: row.revision, recordedAtMs: row.recordedAtMs, requestId: row.requestId },
            ...{ body: toBody(row.key, judgedAs(row.sale)), amounts: toAmounts(row.sale, row.rounding) },
            ...{ vatRounding: "auto" as const, isSound: isSound(row) },
          })),
        };
      }),

    keepWithCae: (all) =>
      query("keepWithCae", () => {
        for (const { id, revision } of all) {
          const row = database.rows.find((one) => one.id === id && one.revision === revision);
          if (row?.state !== "queued") continue;
          row.movable = false;
          world.tell(who, `keeps ${describeRow(row)} with CAE`);
        }
      }),

    claimTrial: ({ companyId }, issuanceId) =>
      query("claimTrial", () => contingency.claimTrial(who, companyId, issuanceId)),

    async move(key, substitute, moves) {
      if (!guards.locksBeforeLooking) {
        const seen = await query("lookBeforeLocking", () => look(key.companyId));
        return query("move", () => move(key, substitute, moves, { seen }));
      }
      if (guards.movesInOneCommit) return query("move", () => move(key, substitute, moves));
      const before = await query("numberMoves", () => {
        const standing = standIn(key, substitute);
        const last = standing?.lastNumber ?? 0;
        if (standing) standing.lastNumber = last + moves.length;
        if (standing) standing.lastDate ??= moves[0]?.declared.voucherDate ?? null;
        return last;
      });
      return query("move", () => move(key, substitute, moves, { before }));
    },
  };
}
