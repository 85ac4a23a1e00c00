import type { Declaration } from "../../../shared/domain/declaration.js";
import { type AuthorityBooks, dateOf, type Grant } from "./authority.js";
import { findCode } from "./codes.js";
import { type Database, describeRow, isHeldForContingency, type Row } from "./database.js";
import type { Sale } from "./sale.js";
import type { World } from "./world.js";

/** A voucher under CAEA, as the shop printed it. A failover forgets none of these. */
interface Issued {
  key: string;
  issuanceId: number;
  voucherType: number;
  number: number;
  code: string;
  sale: Sale;
  declared: Declaration;
  atMs: number;
}

/** Watches what contingencies do, for the invariants I17 to I20 of issuer/README.md, section 9. */
export interface ContingencyLedger {
  /** Call before an issuance in line becomes a voucher under CAEA. */
  moves(row: Row, voucher: Pick<Issued, "number" | "code" | "sale" | "declared">): void;
  /** Whether this voucher under CAEA was issued for the key. */
  isIssued(key: string, number: number, code: string): boolean;
  /** Those that the present database must know. */
  kept(): Issued[];
  /** What the voucher under a number declares. Undefined when it was never issued. */
  declaredAs(voucherType: number, number: number): Declaration | undefined;
  /** The last number that was ever issued there. */
  lastIssued(voucherType: number): number;
  /** Call before the line of a closed sequence is answered. */
  turnedAway(row: Row): void;
  /** A query that was answered ended a silence. */
  silenceEnds(issuingFailed: boolean): void;
  /** A contingency ends because the authority issues. */
  contingencyEnds(byHand: boolean): void;
}

/**
 * @param isForgotten whether the database may have forgotten what happened at this time
 * @param knownGrant a grant to the key that the database must know
 */
export function createContingencyLedger(
  world: World,
  database: Database,
  books: AuthorityBooks,
  isForgotten: (atMs: number) => boolean,
  knownGrant: (key: string) => Grant | undefined,
): ContingencyLedger & { granted(grant: Grant): void; picked(picked: Row[]): void } {
  const issued: Issued[] = [];
  const isKnown = ({ issuanceId, number, code }: Issued) =>
    database.vouchers.some((one) => one.issuanceId === issuanceId && one.number === number && one.cae === code);
  const kept = () => issued.filter((one) => isKnown(one) || !isForgotten(one.atMs));

  return {
    kept,

    moves(row, { number, code, sale, declared }) {
      const { key, id, isElement } = row;
      const { voucherType } = row.sequence;
      const what = `${describeRow(row)} is issued under CAEA as ${number}`;
      if (isElement || sale.contingency !== null) world.violate("I17", `${what}, but must stay with CAE`);
      const granted = knownGrant(key);
      if (granted) world.violate("I17", `${what}, but ${granted.number} was granted to its key`);
      const other = kept().find((one) => one.key === key);
      if (other) world.violate("I17", `${what}, but its key has ${other.number}`);

      const last = issued.findLast((one) => one.voucherType === voucherType);
      if (number !== (last?.number ?? 0) + 1) world.violate("I18", `${what} after ${last?.number ?? 0}`);
      if (sale.date < (last?.sale.date ?? "")) world.violate("I18", `${what}, and its date goes back`);
      const { validFrom = "", validTo = "" } = findCode(code) ?? {};
      if (sale.date < validFrom || sale.date > validTo || sale.date > dateOf(books.day))
        world.violate("I18", `${what} of ${sale.date} under the code of ${validFrom} to ${validTo}`);
      if (database.contingency.activeSinceMs === null) world.violate("I18", `${what}, but no contingency lasts`);
      issued.push({ key, issuanceId: id, voucherType, number, code, sale, declared, atMs: world.scheduler.nowMs() });
    },

    isIssued: (key, number, code) =>
      issued.some((one) => one.key === key && one.number === number && one.code === code),

    declaredAs: (voucherType, number) =>
      issued.findLast((one) => one.voucherType === voucherType && one.number === number)?.declared,

    lastIssued: (voucherType) => issued.findLast((one) => one.voucherType === voucherType)?.number ?? 0,

    granted({ tag, number }) {
      const other = kept().find((one) => one.key === tag?.key);
      if (other) world.violate("I17", `${number} is granted to ${tag?.key}, which has ${other.number} under CAEA`);
    },

    picked(picked) {
      const row = picked.find((one) => isHeldForContingency(database, one));
      if (row) world.violate("I18", `${describeRow(row)} is numbered for CAE, but a contingency lasts and it may move`);
    },

    turnedAway(row) {
      if (isHeldForContingency(database, row) && row.timeline === database.timeline)
        world.violate("I20", `${describeRow(row)} is turned away, but a contingency lasts and it may move`);
    },

    silenceEnds(issuingFailed) {
      if (issuingFailed) world.violate("I20", "a query ends a silence in which requests for a CAE failed");
    },

    contingencyEnds(byHand) {
      if (byHand) world.violate("I20", "a contingency that a person began ends by itself");
    },
  };
}
