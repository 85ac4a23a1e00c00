import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, type Grant, grantAt, lastGrant } from "./authority.js";
import { mayLoseCommits } from "./circumstances.js";
import { describeKey, isSameSequence } from "./companies.js";
import { type ContingencyLedger, createContingencyLedger } from "./contingency-ledger.js";
import { type Database, isHeldForContingency } from "./database.js";
import { createKnownLimits, type KnownLimits } from "./known-limits.js";
import { createReportLedger, type ReportLedger } from "./report-ledger.js";
import {
  type BatchRow,
  describeRow,
  type ElementRow,
  isOfKey,
  isOfSequence,
  isUnlinked,
  type Row,
  type VoucherRow,
} from "./rows.js";
import { contentOf, isSameContent, toDeclared } from "./sale.js";
import { attemptOf, isOfTag, type Tag } from "./tags.js";
import type { World } from "./world.js";

/** Watches our database and the authority's books, and reports violations of the invariants of issuer/README.md, section 9. */
export interface Ledger
  extends ContingencyLedger,
    ReportLedger,
    Pick<KnownLimits, "passedByOperator" | "believedByOperator" | "mayBeForgotten" | "freed" | "isFreed" | "looked"> {
  /** Call after a fenced commit of the issuer changed a row. */
  committed(taken: OwnedSequence, row: Row): void;
  writtenAhead(row: Row, together: Row[]): void;
  /** Call before these get their numbers. `line`: all that wait. */
  picked(picked: Row[], line: Row[], limit: number): void;
  /** The line of a sequence was closed. */
  closed(key: SequenceKey): void;
  /** Somebody reads what became of an element. */
  toldElement(batch: BatchRow, element: ElementRow): void;
  /** The same number is asked for again with another split of the VAT, after a definitive rejection. */
  rewritten(row: Row): void;
  /** A submission is about to lose its number without a voucher. */
  givenUp(row: Row): void;
  approved(row: Row, cae: string): void;
  /** A voucher gets its id. */
  named(voucher: VoucherRow): void;
  /** An operator gives a voucher that exists to the row's key. */
  claimed(row: Row, cae?: string): void;
  /** How many vouchers a company got in this way. They are counted whatever is left of its quota. */
  claimsOf(companyId: number): number;
  calledOperator(row: Row): void;
  granted(grant: Grant): void;
  /** Identifies the request behind a submission. Only the checks know this. */
  tagOf(submission: Submission): Tag | null;
  /** A drain is about to ask for numbers. Call `starts` at the first byte. */
  asks(drain: Drain, submissions: Submission[]): { starts(): void; answered(): void };
  /** A caller was answered that this attempt makes no voucher. */
  denied(row: Row, how: string): void;
  /** The database lost its last commits: what only those recorded cannot be known any more. */
  failedOver(): void;
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
const drifts = ["restated", "fieldMissing", "copyLate"] as const;
const others = ["foreignVoucher", "foreignTwin", "authorityClockSteps"] as const;

export function createLedger(world: World, database: Database, books: AuthorityBooks): Ledger {
  const { circumstances } = world;
  const denied = new Map<string, string>();
  const claims = new Map<number, number>();
  const inFlight = new Map<string, number>();
  /** When the attempts were recorded whose numbers were written ahead: a failover may have left an earlier one of the row since. */
  const attempts = new Map<string, number>();
  /** The vouchers by their ids, also those that the database forgot. */
  const names = new Map<number, string>();
  const limits = createKnownLimits(world, database, books);
  const { mayBeForgotten } = limits;

  /** What was granted to the row's attempt, as far as the service could know. */
  const grantOf = (row: Row) =>
    books.grants.find((one) => isOfTag(row, one.tag) && !limits.isBeyond(one, row) && !limits.isFreed(one));

  const {
    granted: grantedBeside,
    picked: pickedBeside,
    ...contingencies
  } = createContingencyLedger(world, database, books, limits);

  const reports = createReportLedger(world, database, books, contingencies.declaredAs);

  return {
    ...contingencies,
    ...reports,
    ...limits,

    committed(taken, row) {
      const sequence = database.sequences.find((one) => one.id === taken.id);
      if (sequence && (sequence.epoch !== taken.epoch || sequence.token !== taken.token))
        world.violate("I5", `a commit about ${describeRow(row)} carries epoch ${taken.epoch}, not ${sequence.epoch}`);
      if (sequence && (sequence.timeline !== database.timeline || database.timeline === 0))
        world.violate(
          "I5",
          `a commit about ${describeRow(row)} by a worker that took the sequence on an ended timeline`,
        );
      const last = lastGrant(books, row.sequence)?.number ?? 0;
      if ((sequence?.lastNumber ?? 0) > last) world.violate("I11", `number ${sequence?.lastNumber} was never granted`);
    },

    writtenAhead(row, together) {
      attempts.set(`${row.id}.${row.revision}`, row.recordedAtMs);
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
          row.state === "queued" &&
          !row.isElement &&
          isOfSequence(row, key) &&
          !isHeldForContingency(world, database, row),
      );
      if (left) world.violate("I16", `${describeRow(left)} is left in a closed line, like an element`);
    },

    toldElement({ companyId }, element) {
      const { key, requestId, state, outcome, issuanceId, sale, deadlineAtMs, settledAtMs } = element;
      const code = outcome?.code ?? "";
      // Until a sweep has looked at it, it is told that its key is open.
      const own = database.rows.find((row) => isOfKey(row, companyId, key) && row.state === "approved");
      const isOwn = own?.sequence.voucherType === sale.voucherType && own.sequence.posNumber === sale.posNumber;
      if (state === "failed" && isOwn && !isUnlinked(element))
        world.violate("I6", `the element ${key} is told ${code}, but its key has a voucher`);
      if (state === "issued") {
        const row = database.rows.find(({ id }) => id === issuanceId);
        const voucher = database.vouchers.find((one) => one.issuanceId === issuanceId);
        const isGranted = voucher?.caea || books.grants.some(({ cae }) => cae === voucher?.cae);
        const isOfSale = voucher?.sale.voucherType === sale.voucherType && voucher.sale.posNumber === sale.posNumber;
        if (!row || !isOfKey(row, companyId, key) || !isOfSale || !isGranted)
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
          (one) =>
            one.tag?.requestId === requestId && !limits.isFreed(one) && (code === "CANCELLED" || !mayBeForgotten(one)),
        );
        if (granted) world.violate("I6", `the element ${key} is told ${code}, but ${granted.number} was granted to it`);
      }
    },

    rewritten(row) {
      const granted = grantOf(row);
      // A failover forgot that it was split before: a late request for that split was granted, and the next look finds it.
      if (granted && !isSameContent(granted.content, contentOf(toDeclared(row.sale, row.rounding, row.mapping))))
        world.violate("I2", `${describeRow(row)} gets another VAT split, but ${granted.number} was granted to it`);
    },

    givenUp(row) {
      const granted = grantOf(row);
      if (granted) world.violate("I2", `${describeRow(row)} is given up, but ${granted.number} was granted to it`);
    },

    approved(row, cae) {
      const found = grantAt(books, row.sequence, row.number);
      const content = contentOf(toDeclared(row.sale, row.rounding, row.mapping));
      if (!found || found.cae !== cae)
        return world.violate("I7", `${describeRow(row)} with the CAE of another voucher`);
      if (!isSameContent(found.content, content) && !limits.isBelieved(row, found))
        return world.violate("I7", `${describeRow(row)}, but its number was granted for other content`);
      if (isOfTag(row, found.tag) || limits.isKnownLimit(row, found)) return;
      world.violate(
        "I7",
        `${describeRow(row)} adopts the voucher of ${found.tag ? `#${found.tag.issuanceId}` : "another system"}`,
      );
    },

    named({ id, sequence, number, cae }) {
      const name = `${describeKey(sequence)}/${number} with ${cae}`;
      const other = names.get(id);
      if (other !== undefined && other !== name) world.violate("I21", `the id ${id} of ${other} is given to ${name}`);
      names.set(id, name);
    },

    claimed(row, cae) {
      const other = database.vouchers.find((one) => one.cae === cae && !one.caea);
      if (other) world.violate("I1", `${describeRow(row)} gets the voucher of #${other.issuanceId}`);
      limits.believedByOperator(row);
      claims.set(row.sequence.companyId, (claims.get(row.sequence.companyId) ?? 0) + 1);
    },

    claimsOf: (companyId) => claims.get(companyId) ?? 0,

    calledOperator(row) {
      const hasCause =
        circumstances.exclusive ||
        mayLoseCommits(circumstances) ||
        drifts.some((fault) => circumstances.probability[fault] > 0) ||
        others.some((fault) => circumstances.everyMs[fault] !== undefined);
      if (!hasCause) world.violate("I10", `an operator is called for ${describeRow(row)} without a cause: ${row.why}`);
    },

    granted(grant) {
      const { tag, number } = grant;
      grantedBeside(grant);
      const row = tag && database.rows.find((one) => isOfTag(one, tag));
      if (!tag || !row) return;
      const ofKey = limits.knowableOf(tag.companyId, tag.key, grant.sequence);
      if (ofKey.length > 1)
        return world.violate("I1", `${tag.key} has the vouchers ${ofKey.map((one) => one.number).join(" and ")}`);
      const told = denied.get(attemptOf(tag)) ?? denied.get(tag.requestId);
      if (limits.isFreed(grant)) return;
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
            companyId: row.sequence.companyId,
            key: row.key,
            requestId: row.requestId,
            issuanceId: id,
            revision,
            recordedAtMs: attempts.get(`${id}.${revision}`) ?? row.recordedAtMs,
            askedAtMs: world.scheduler.nowMs(),
          }
        : null;
    },

    asks(drain, submissions) {
      const row = database.rows.find((one) => one.id === submissions[0]?.id);
      const calls = `${row && describeKey(row.sequence)}/${drain.epoch}/${drain.token}`;
      let started = false;
      return {
        starts() {
          started = true;
          inFlight.set(calls, (inFlight.get(calls) ?? 0) + 1);
          const current = row && database.sequences.find(({ key }) => isSameSequence(key, row.sequence));
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
      const present = database.rows.find((one) => isOfKey(one, row.sequence.companyId, row.key));
      if (present?.recordedAtMs === row.recordedAtMs && present.state !== row.state && limits.hasFailedOver()) return;
      denied.set(attemptOf({ ...row, companyId: row.sequence.companyId }), how);
      const granted = grantOf(row);
      if (granted)
        world.violate("I6", `${describeRow(row)} is answered ${how}, but ${granted.number} was granted to it`);
    },

    failedOver() {
      limits.failedOver();
      denied.clear();
      reports.reportsForgotten();
    },
  };
}
