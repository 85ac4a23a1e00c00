import type { Declaration } from "../../../shared/domain/declaration.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, dateOf, type Grant } from "./authority.js";
import { findCode } from "./codes.js";
import { describeKey, isSameSequence } from "./companies.js";
import { type Database, isHeldForContingency, isOfContingency, ofCompany } from "./database.js";
import type { KnownLimits } from "./known-limits.js";
import { describeRow, type Row, type VoucherRow } from "./rows.js";
import { isReportable, type Sale } from "./sale.js";
import { createSilenceLedger, type SilenceLedger } from "./silence-ledger.js";
import type { World } from "./world.js";

/** A voucher under CAEA, as the shop printed it. A failover forgets none of these. */
export interface Issued {
  companyId: number;
  key: string;
  issuanceId: number;
  /** At the point of sale that stood in. */
  sequence: SequenceKey;
  number: number;
  code: string;
  sale: Sale;
  declared: Declaration;
  atMs: number;
}

/** Watches what contingencies do, for the invariants I17 to I20 of issuer/README.md, section 9. */
export interface ContingencyLedger extends SilenceLedger {
  /** Call before an issuance in line becomes a voucher under CAEA. */
  moves(row: Row, voucher: Pick<Issued, "sequence" | "number" | "code" | "sale" | "declared">): void;
  /** Whether this voucher under CAEA was issued for the row's key. */
  isIssued(row: Row, voucher: VoucherRow): boolean;
  /** Whether the database has it. */
  isStored(one: Issued): boolean;
  /** Those that the present database must know. */
  kept(): Issued[];
  /** What the voucher under a number declares. Undefined when it was never issued. */
  declaredAs(sequence: SequenceKey, number: number): Declaration | undefined;
  /** The last number that was ever issued there, by whomever a person knows of. */
  lastIssued(sequence: SequenceKey): number;
  /** A person knows that the numbers up to this one were issued there, by us or by another system. */
  knownBefore(sequence: SequenceKey, number: number): void;
  /** The voucher that the shop printed under this number. */
  printedAt(sequence: SequenceKey, number: number): Issued | undefined;
  /** Those that the shop printed and the database does not know, from this number on. */
  missingFrom(sequence: SequenceKey, number: number): Issued[];
  /** Call before the line of a closed sequence is answered. */
  turnedAway(row: Row): void;
  /** A silence of requests for a CAE ended. */
  silenceOfRequestsEnds(isProven: boolean): void;
  /** A contingency ends because the authority issues. */
  contingencyEnds(byHand: boolean): void;
}

export function createContingencyLedger(
  world: World,
  database: Database,
  books: AuthorityBooks,
  { isForgotten, isForgottenKey, knowableOf }: Pick<KnownLimits, "isForgotten" | "isForgottenKey" | "knowableOf">,
): ContingencyLedger & { granted(grant: Grant): void; picked(picked: Row[]): void } {
  const issued: Issued[] = [];
  const before = new Map<string, number>();
  const isStored = ({ sequence, number, code }: Issued) =>
    database.vouchers.some(
      (one) => one.caea && one.number === number && one.cae === code && isSameSequence(one.sequence, sequence),
    );
  const isKnown = ({ issuanceId, sequence, number, code }: Issued) =>
    database.vouchers.some(
      (one) =>
        one.issuanceId === issuanceId &&
        one.number === number &&
        one.cae === code &&
        isSameSequence(one.sequence, sequence),
    );
  const last = (key: SequenceKey) => issued.findLast(({ sequence }) => isSameSequence(sequence, key));
  const lastIssued = (key: SequenceKey) => Math.max(last(key)?.number ?? 0, before.get(describeKey(key)) ?? 0);
  /** Of the last voucher there: of ours, or of another program's that the authority has. */
  const lastDate = (key: SequenceKey): string => {
    const [ours, number] = [last(key), lastIssued(key)];
    if (ours?.number === number) return ours.sale.date;
    const reported = books.reported.findLast((one) => isSameSequence(one.sequence, key) && one.number === number);
    return reported?.content["CbteFch"] ?? ours?.sale.date ?? "";
  };
  const kept = () => issued.filter((one) => isKnown(one) || !isForgotten(one.atMs));
  /** A key whose row is left after a failover is suspect, until a person has said whose the missing vouchers are. */
  const ofKey = (companyId: number, key: string) =>
    issued
      .filter((one) => isKnown(one) || !isForgottenKey(companyId, key, one.atMs))
      .find((one) => one.companyId === companyId && one.key === key);

  return {
    kept,
    isStored,

    moves(row, { sequence, number, code, sale, declared }) {
      const { key, id, isElement } = row;
      const { companyId } = row.sequence;
      const what = `${describeRow(row)} is issued under CAEA as ${number}`;
      if (isElement || sale.contingency !== null) world.violate("I17", `${what}, but must stay with CAE`);
      const [granted] = knowableOf(companyId, key, row.sequence);
      if (granted) world.violate("I17", `${what}, but ${granted.number} was granted to its key`);
      const other = ofKey(companyId, key);
      if (other) world.violate("I17", `${what}, but its key has ${other.number}`);

      const expected = lastIssued(sequence) + 1;
      if (number !== expected) world.violate("I18", `${what} after ${expected - 1}`);
      if (sale.date < lastDate(sequence)) world.violate("I18", `${what}, and its date goes back`);
      if (!isReportable(sale)) world.violate("I18", `${what}, and the authority refuses its report for ever`);
      const refused = database.reports.find(
        (one) => isSameSequence(one.sequence, sequence) && (one.state === "rejected" || one.isGap),
      );
      if (refused) world.violate("I18", `${what} behind ${refused.number}, which the authority refused`);
      const { validFrom = "", validTo = "" } = findCode(code) ?? {};
      if (sale.date < validFrom || sale.date > validTo || sale.date > dateOf(books.day))
        world.violate("I18", `${what} of ${sale.date} under the code of ${validFrom} to ${validTo}`);
      if (dateOf(books.day) > validTo) world.violate("I18", `${what} after the last day of its code, ${validTo}`);
      if (ofCompany(database.contingencies, companyId).activeSinceMs === null)
        world.violate("I18", `${what}, but no contingency lasts`);
      issued.push({
        companyId,
        key,
        issuanceId: id,
        sequence,
        number,
        code,
        sale,
        declared,
        atMs: world.scheduler.nowMs(),
      });
    },

    isIssued: ({ key, sequence }, voucher) =>
      issued.some(
        (one) =>
          one.companyId === sequence.companyId &&
          one.key === key &&
          one.number === voucher.number &&
          one.code === voucher.cae &&
          isSameSequence(one.sequence, voucher.sequence),
      ),

    declaredAs: (sequence, number) =>
      issued.findLast((one) => one.number === number && isSameSequence(one.sequence, sequence))?.declared,

    lastIssued,

    knownBefore(sequence, number) {
      before.set(describeKey(sequence), Math.max(number, before.get(describeKey(sequence)) ?? 0));
    },

    printedAt: (sequence, number) =>
      issued.findLast((one) => isSameSequence(one.sequence, sequence) && one.number === number),

    missingFrom: (sequence, number) =>
      issued.filter((one) => isSameSequence(one.sequence, sequence) && one.number >= number && !isStored(one)),

    granted({ tag, number }) {
      const other = tag && ofKey(tag.companyId, tag.key);
      if (other) world.violate("I17", `${number} is granted to ${tag?.key}, which has ${other.number} under CAEA`);
    },

    picked(picked) {
      const row = picked.find((one) => isHeldForContingency(world, database, one));
      if (row) world.violate("I18", `${describeRow(row)} is numbered for CAE, but a contingency lasts and it may move`);
    },

    turnedAway(row) {
      // The one that tries too: its turn was lost through us.
      if (isOfContingency(world, database, row) && row.timeline === database.timeline)
        world.violate("I20", `${describeRow(row)} is turned away, but a contingency lasts and it may move`);
    },

    silenceOfRequestsEnds(isProven) {
      if (!isProven) world.violate("I20", "a query ends a silence in which requests for a CAE failed");
    },

    ...createSilenceLedger(world, database),

    contingencyEnds(byHand) {
      if (byHand) world.violate("I20", "a contingency that a person began ends by itself");
    },
  };
}
