import type { TakenSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { AuthorityBooks, Grant, Tag } from "./authority.js";
import { type ContingencyLedger, createContingencyLedger } from "./contingency-ledger.js";
import {
  askedPos,
  type Database,
  describeRow,
  type ElementRow,
  isHeldForContingency,
  isOfSequence,
  isSameSequence,
  keyOf,
  type Row,
} from "./database.js";
import { createReportLedger, type ReportLedger } from "./report-ledger.js";
import { contentOf, isSameContent, toDeclared } from "./sale.js";
import type { World } from "./world.js";

/** Watches our database and the authority's books, and reports violations of the invariants of issuer/README.md, section 9. */
export interface Ledger extends ContingencyLedger, ReportLedger {
  /** Call after a fenced commit of the issuer changed a row. */
  committed(taken: TakenSequence, row: Row): void;
  writtenAhead(row: Row, together: Row[]): void;
  /** Call before these get their numbers. `line`: all that wait. */
  picked(picked: Row[], line: Row[], limit: number): void;
  /** The line of a sequence was closed. */
  closed(key: SequenceKey): void;
  /** Somebody reads what became of an element. */
  toldElement(element: ElementRow): void;
  /** The same number is asked for again with another split of the VAT, after a definitive rejection. */
  rewritten(row: Row): void;
  /** A submission is about to lose its number without a voucher. */
  givenUp(row: Row): void;
  approved(row: Row, cae: string): void;
  calledOperator(row: Row): void;
  granted(grant: Grant): void;
  /** Identifies the request behind a submission. Only the checks know this. */
  tagOf(submission: Submission): Tag | null;
  /** A drain is about to ask for numbers. Call `starts` at the first byte. */
  asks(drain: Drain, submissions: Submission[]): { starts(): void; answered(): void };
  /** A caller was answered that this attempt makes no voucher. */
  denied(row: Row, how: string): void;
  /** An operator decided that the numbers up to this one need no more waiting. */
  passedByOperator(voucherType: number, number: number): void;
  /** An operator decided that the voucher under the row's number belongs to it. */
  believedByOperator(row: Row): void;
  /** The database lost its last commits: what only those recorded cannot be known any more. */
  failedOver(): void;
  /** Whether the database may have forgotten the request of this grant. */
  mayBeForgotten(grant: Grant): boolean;
}

/** One service of a sequence by one worker, from the taking to the end of the line. */
export interface Drain {
  who: string;
  epoch: number;
  token: string;
  /** The last first send was answered with 10016. */
  isStaleFirst: boolean;
  /** Numbers that are written ahead and not yet sent. */
  unsent: Set<number>;
}

/** Faults that may need an operator. */
const drifts = ["restated", "fieldMissing"] as const;
const others = ["foreignVoucher", "foreignTwin", "databaseFailsOver"] as const;

export function createLedger(world: World, database: Database, books: AuthorityBooks): Ledger {
  const { circumstances } = world;
  const denied = new Map<string, string>();
  const inFlight = new Map<string, number>();
  const passed = new Map<number, number>();
  const believed = new Set<number>();
  let failedOverAtMs = Number.NEGATIVE_INFINITY;

  const nameOf = ({ key, recordedAtMs }: Pick<Tag, "key" | "recordedAtMs">) => `${key}/${recordedAtMs}`;
  const isOf = (row: Row, tag: Tag | null) => tag?.key === row.key && tag.recordedAtMs === row.recordedAtMs;
  // A number is sent within a second after its write-ahead, so one that a failover lost may still be sent after it.
  const mayBeForgotten = ({ atMs, tag }: Grant) => (tag ? tag.askedAtMs - 1_000 : atMs) <= failedOverAtMs;
  const grantOf = (row: Row) => books.grants.find((one) => isOf(row, one.tag) && !mayBeForgotten(one));
  const grantAt = (row: Row) =>
    books.grants.find((one) => one.voucherType === row.sequence.voucherType && one.number === row.number);
  const sequenceOf = (row: Row) => database.sequences.find((one) => isSameSequence(one.key, row.sequence));

  /**
   * The adopted voucher is foreign, or a forgotten one of ours, but the service could not tell it from the row's own.
   * Source: issuer/README.md, section 3, "Known limits".
   */
  function isKnownLimit(row: Row, found: Grant): boolean {
    if (mayBeForgotten(found)) return true;
    if (found.tag !== null || circumstances.exclusive) return false;
    return !sequenceOf(row)?.shared || found.atMs >= (row.heardAtMs ?? 0) - clockMarginMs;
  }

  const saleKeyOf = (issuanceId: number) => database.rows.find(({ id }) => id === issuanceId)?.key;

  /**
   * Whether the service could not know the older voucher of a key: the database forgot it, and an operator passed its number,
   * another key's equal sale adopted it, its sequence row was forgotten too, or the key is now sent for another sequence.
   */
  const isUnknowable = (older: Grant, newer: Grant): boolean => {
    const key = keyOf(askedPos, newer.voucherType);
    const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
    const isOfThisRow =
      older.voucherType === newer.voucherType && (older.tag?.askedAtMs ?? older.atMs) >= (sequence?.bornAtMs ?? 0);
    const isPassed = older.number <= (passed.get(older.voucherType) ?? 0);
    const isTaken = database.vouchers.some(
      ({ cae, issuanceId }) => cae === older.cae && saleKeyOf(issuanceId) !== older.tag?.key,
    );
    return mayBeForgotten(older) && (isPassed || isTaken || !isOfThisRow);
  };

  const {
    granted: grantedBeside,
    picked: pickedBeside,
    ...contingencies
  } = createContingencyLedger(
    world,
    database,
    books,
    (atMs) => atMs <= failedOverAtMs,
    (key) => books.grants.find((one) => one.tag?.key === key && !mayBeForgotten(one)),
  );

  const reports = createReportLedger(world, database, books, contingencies.declaredAs);

  return {
    ...contingencies,
    ...reports,
    mayBeForgotten,

    committed(taken, row) {
      const sequence = database.sequences.find((one) => one.id === taken.id);
      if (sequence && (sequence.epoch !== taken.epoch || sequence.token !== taken.token))
        world.violate("I5", `a commit about ${describeRow(row)} carries epoch ${taken.epoch}, not ${sequence.epoch}`);
      if (sequence && sequence.timeline !== database.timeline)
        world.violate(
          "I5",
          `a commit about ${describeRow(row)} by a worker that took the sequence on an ended timeline`,
        );
      const last = books.grants.findLast((one) => one.voucherType === row.sequence.voucherType)?.number ?? 0;
      if ((sequence?.lastNumber ?? 0) > last) world.violate("I11", `number ${sequence?.lastNumber} was never granted`);
    },

    writtenAhead(row, together) {
      const other = database.rows.find(
        (one) => !together.includes(one) && one.state === "submitted" && isOfSequence(one, row.sequence),
      );
      if (other) world.violate("I4", `${describeRow(row)} is written ahead while ${describeRow(other)} is unresolved`);
    },

    picked(picked, line, limit) {
      pickedBeside(picked);
      const element = picked.find(({ isWaitedFor }) => !isWaitedFor);
      const caller = line.find((row) => row.isWaitedFor && !picked.includes(row));
      if (element && caller)
        world.violate("I16", `${describeRow(element)} is numbered, but somebody waits for ${describeRow(caller)}`);
      if (picked.length > limit && picked.some(({ isWaitedFor }) => isWaitedFor))
        world.violate("I16", `a caller is answered after a call of ${picked.length}`);
    },

    closed(key) {
      const left = database.rows.find(
        (row) =>
          row.state === "queued" && !row.isElement && isOfSequence(row, key) && !isHeldForContingency(database, row),
      );
      if (left) world.violate("I16", `${describeRow(left)} is left in a closed line, like an element`);
    },

    toldElement({ key, requestId, state, outcome, issuanceId, sale, deadlineAtMs, settledAtMs }) {
      const code = outcome?.code ?? "";
      if (state === "issued") {
        const row = database.rows.find(({ id }) => id === issuanceId);
        const voucher = database.vouchers.find((one) => one.issuanceId === issuanceId);
        const isGranted = voucher?.caea || books.grants.some(({ cae }) => cae === voucher?.cae);
        if (row?.key !== key || voucher?.sale.voucherType !== sale.voucherType || !isGranted)
          world.violate("I6", `the element ${key} is told as issued, and has no voucher`);
      } else if (state === "failed" && code !== "TAXAUTH_UNCONFIRMED") {
        if (
          code === "VOUCHER_LOCK_TIMEOUT" ||
          (code === "TAXAUTH_CONNECTION_ERROR" && (settledAtMs ?? 0) < deadlineAtMs)
        )
          world.violate("I16", `the element ${key} fails with ${code} before its patience is over`);
        denied.set(requestId, code);
        // A cancelled element was never sent, not even in a time that a failover forgot.
        const granted = books.grants.find(
          (one) => one.tag?.requestId === requestId && (code === "CANCELLED" || !mayBeForgotten(one)),
        );
        if (granted) world.violate("I6", `the element ${key} is told ${code}, but ${granted.number} was granted to it`);
      }
    },

    rewritten(row) {
      const granted = grantOf(row);
      if (granted)
        world.violate("I2", `${describeRow(row)} gets another VAT split, but ${granted.number} was granted to it`);
    },

    givenUp(row) {
      const granted = grantOf(row);
      if (granted) world.violate("I2", `${describeRow(row)} is given up, but ${granted.number} was granted to it`);
    },

    approved(row, cae) {
      const found = grantAt(row);
      const content = contentOf(toDeclared(row.sale, row.rounding, row.mapping));
      if (!found || found.cae !== cae)
        return world.violate("I7", `${describeRow(row)} with the CAE of another voucher`);
      // The failover forgot what was declared for it, so an operator's adoption may differ.
      const isBelieved = mayBeForgotten(found) && believed.has(row.id);
      if (!isSameContent(found.content, content) && !isBelieved)
        return world.violate("I7", `${describeRow(row)}, but its number was granted for other content`);
      if (isOf(row, found.tag) || isKnownLimit(row, found)) return;
      world.violate(
        "I7",
        `${describeRow(row)} adopts the voucher of ${found.tag ? `#${found.tag.issuanceId}` : "another system"}`,
      );
    },

    calledOperator(row) {
      const hasCause =
        circumstances.exclusive ||
        drifts.some((fault) => circumstances.probability[fault] > 0) ||
        others.some((fault) => circumstances.everyMs[fault] !== undefined);
      if (!hasCause) world.violate("I10", `an operator is called for ${describeRow(row)} without a cause: ${row.why}`);
    },

    granted(grant) {
      const { tag, number } = grant;
      if (!mayBeForgotten(grant)) grantedBeside(grant);
      const row = tag && database.rows.find((one) => isOf(one, tag));
      if (!tag || !row) return;
      const ofKey = books.grants.filter((one) => one.tag?.key === tag.key && !isUnknowable(one, grant));
      if (ofKey.length > 1)
        return world.violate("I1", `${tag.key} has the vouchers ${ofKey.map((one) => one.number).join(" and ")}`);
      const told = denied.get(nameOf(tag)) ?? denied.get(tag.requestId);
      if (told)
        return world.violate(
          "I6",
          `${number} is granted to #${tag.issuanceId}.${tag.revision}, which was answered ${told}`,
        );
      const waits = row.state === "queued" || row.number === number;
      if (!waits && !mayBeForgotten(grant))
        world.violate(
          "I2",
          `${number} is granted to #${tag.issuanceId}.${tag.revision}, but the record says ${describeRow(row)}`,
        );
    },

    tagOf({ id, revision }) {
      const row = database.rows.find((one) => one.id === id);
      return row
        ? {
            key: row.key,
            requestId: row.requestId,
            issuanceId: id,
            revision,
            recordedAtMs: row.recordedAtMs,
            askedAtMs: world.scheduler.nowMs(),
          }
        : null;
    },

    asks(drain, submissions) {
      const row = database.rows.find((one) => one.id === submissions[0]?.id);
      const calls = `${row?.sequence.voucherType}/${drain.epoch}/${drain.token}`;
      let started = false;
      return {
        starts() {
          started = true;
          inFlight.set(calls, (inFlight.get(calls) ?? 0) + 1);
          const current = row && sequenceOf(row);
          const isCurrent = current?.epoch === drain.epoch && current.token === drain.token;
          if (isCurrent && (inFlight.get(calls) ?? 0) > 1)
            world.violate("I5", `two calls at once under epoch ${drain.epoch}`);
        },
        answered() {
          if (started) inFlight.set(calls, (inFlight.get(calls) ?? 0) - 1);
        },
      };
    },

    denied(row, how) {
      // The answer was read before a failover that undid it, and is given after it.
      const present = database.rows.find((one) => one.key === row.key);
      if (present?.recordedAtMs === row.recordedAtMs && present.state !== row.state && failedOverAtMs > 0) return;
      denied.set(nameOf(row), how);
      const granted = grantOf(row);
      if (granted)
        world.violate("I6", `${describeRow(row)} is answered ${how}, but ${granted.number} was granted to it`);
    },

    passedByOperator(voucherType, number) {
      passed.set(voucherType, Math.max(number, passed.get(voucherType) ?? 0));
    },

    believedByOperator(row) {
      believed.add(row.id);
    },

    failedOver() {
      failedOverAtMs = world.scheduler.nowMs();
      denied.clear();
      reports.reportsForgotten();
    },
  };
}

/** Source: issuer/issuing/judge-found.ts. */
const clockMarginMs = 2_000;
