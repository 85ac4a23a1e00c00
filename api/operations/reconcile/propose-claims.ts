import type { LostIssuance } from "../../../shared/db/adoption/lost-issuances.js";
import type { KeylessVoucher } from "../../../shared/db/reconcile/keyless-vouchers.js";
import { anonymousType } from "../../../shared/domain/document-type.js";
import { nameOfVoucher, namesOf } from "../../../shared/domain/equal-sale.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";

/** A voucher without a key that is probably an issuance's. */
export interface ProposedClaim {
  issuanceId: number;
  key: string;
  state: LostIssuance["state"];
  pos: number;
  type: number;
  number: number;
  /** The voucher's point of sale, if it is not the issuance's. */
  numberPos: number | null;
  voucherDate: string;
  /** The receiver's document, such as `80 30712345671`. Null without one: then an equal sale of somebody else looks the same. */
  receiver: string | null;
  totalAmount: string;
  currency: string;
  cae: string;
  /** When the authority processed the voucher, and when the sale was last sent. ISO 8601. */
  processedAt: string;
  sentAt: string;
}

export interface Proposal {
  claims: ProposedClaim[];
  /** Pairs without a receiver: any other sale of the same total and day looks the same, so each needs a person. */
  anonymous: ProposedClaim[];
  /** Vouchers that equal several issuances, or one that equals several vouchers: a person tells them apart. */
  ambiguous: ProposedClaim[];
}

/**
 * Pairs the vouchers without a key with the open and lost issuances that equal them in numbering, receiver, date, total and currency, where
 * an attempt of the key may have made the voucher. A pair is proposed when neither equals another one. Each is looked at once more before it
 * is bound.
 * Source: api/admin/README.md, "reconcile --import".
 */
export function proposeClaims(issuances: LostIssuance[], vouchers: KeylessVoucher[]): Proposal {
  const byVoucher = new Map<string, KeylessVoucher[]>();
  for (const voucher of vouchers) {
    const name = nameOfVoucher(voucher);
    byVoucher.set(name, [...(byVoucher.get(name) ?? []), voucher]);
  }
  const edges: Edge[] = issuances.flatMap((issuance) => {
    const names = new Set(namesOf(issuance));
    const equal = [...names].flatMap((name) => byVoucher.get(name) ?? []);
    return equal.filter((voucher) => isPlausible(issuance, voucher)).map((voucher) => ({ issuance, voucher }));
  });
  const [ofIssuance, ofVoucher] = [countBy(edges, "issuance"), countBy(edges, "voucher")];
  const isAlone = ({ issuance, voucher }: Edge) => ofIssuance.get(issuance) === 1 && ofVoucher.get(voucher) === 1;
  const pairs = edges.filter(isAlone).map(toClaim);
  return {
    claims: pairs.filter(({ receiver }) => receiver !== null),
    anonymous: pairs.filter(({ receiver }) => receiver === null),
    ambiguous: edges.filter((edge) => !isAlone(edge)).map(toClaim),
  };
}

interface Edge {
  issuance: LostIssuance;
  voucher: KeylessVoucher;
}

function countBy(edges: Edge[], end: keyof Edge): Map<LostIssuance | KeylessVoucher, number> {
  const counts = new Map<LostIssuance | KeylessVoucher, number>();
  for (const edge of edges) counts.set(edge[end], (counts.get(edge[end]) ?? 0) + 1);
  return counts;
}

/** A voucher that the authority has, as one without a key. `mayBeForgotten`: its numbering is unverified. */
export const toKeyless = (
  { posNumber, voucherType }: Pick<SequenceKey, "posNumber" | "voucherType">,
  mayBeForgotten: boolean,
  { voucherNumber: number, authorization, processedAt, ...voucher }: RecordedVoucher,
): KeylessVoucher => {
  const { voucherDate, docType, docNumber, totalAmount, tributesAmount, currency, cae } = voucher;
  const shown = { voucherDate, docType, docNumber, totalAmount, tributesAmount, currency, cae };
  return {
    posNumber,
    voucherType,
    number,
    ...shown,
    isCaea: authorization === "CAEA",
    mayBeForgotten,
    processedAtMs: Date.parse(processedAt),
  };
};

/**
 * An attempt of the key may have made the voucher: one that is in doubt, or one that the database may have forgotten. A forgotten attempt was
 * before the present request, so its voucher is older. Where none can be forgotten, what is older than a key's first attempt is not its own.
 */
function isPlausible(
  { isDoubtful, isFirst, recordedAtMs }: LostIssuance,
  { mayBeForgotten, processedAtMs }: KeylessVoucher,
): boolean {
  const isOlder = processedAtMs <= recordedAtMs;
  return mayBeForgotten ? isDoubtful || isOlder : isDoubtful && !(isFirst && isOlder);
}

function toClaim({ issuance, voucher }: Edge): ProposedClaim {
  const { id: issuanceId, key, state, posNumber: pos, voucherType: type } = issuance;
  const { number, voucherDate, docType, docNumber, totalAmount, currency, cae } = voucher;
  return {
    ...{ issuanceId, key, state, pos, type, number, voucherDate, totalAmount, currency, cae },
    numberPos: voucher.posNumber === pos ? null : voucher.posNumber,
    receiver: docType === anonymousType ? null : `${docType} ${docNumber.trim()}`,
    processedAt: new Date(voucher.processedAtMs).toISOString(),
    sentAt: new Date(issuance.recordedAtMs).toISOString(),
  };
}
