import type { AdoptionContent, NumberVoucher } from "../../shared/db/adoption/claimants.js";
import type { EarlierContent } from "../../shared/db/adoption/earlier-contents.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../shared/domain/declaration.js";
import { declaredCandidates } from "../../shared/domain/declared-candidates.js";
import { asForgotten } from "../../shared/domain/equal-sale.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { findVoucherType } from "../../shared/domain/voucher-types.js";
import type { Claims } from "./claims.js";

/** All that a key was sent with, as far as it is remembered: a voucher that shows any of it may be the key's. */
export interface SentContents {
  issuanceId: number;
  content: AdoptionContent;
  /** Declarations for the key under numbers that were freed since. */
  earlier: Declaration[];
  /** Freed numbers of the key in its own numbering of which nothing is known here. */
  unseen: number[];
  /** The database may have forgotten attempts in the numbering: such a voucher may be of the days before. */
  mayBeForgotten: boolean;
}

/** Contents of an issuance of a numbering. A note is never an invoice's, so what was sent as the other is left out. */
export async function readSentContents(
  claims: Pick<Claims, "listEarlier">,
  { key, unverified }: { key: SequenceKey; unverified: boolean },
  { issuanceId, content }: Pick<SentContents, "issuanceId" | "content">,
): Promise<SentContents> {
  const all = await claims.listEarlier(issuanceId);
  const { posNumber, voucherType } = key;
  const isOwn = (one: EarlierContent) => one.posNumber === posNumber && one.voucherType === voucherType;
  const unseen = all.flatMap((one) => (one.isUnseen && isOwn(one) && one.number !== null ? [one.number] : []));
  const kindOf = (type: number) => findVoucherType(type)?.kind;
  return {
    ...{ issuanceId, content, mayBeForgotten: unverified },
    earlier: all.filter((one) => kindOf(one.voucherType) === kindOf(voucherType)).map(({ declared }) => declared),
    unseen: [...new Set(unseen)].sort((a, b) => a - b),
  };
}

/**
 * Declarations that this voucher is compared with, besides the sale's content of today: whatever else may have brought it.
 * @param kept the voucher, if it was imported
 */
export function declaredBefore(
  { content, earlier, mayBeForgotten }: Pick<SentContents, "content" | "earlier" | "mayBeForgotten">,
  { voucherDate, content: { ImpTrib: tributesAmount = "0" } }: Pick<AuthorityVoucher, "voucherDate" | "content">,
  kept?: NumberVoucher,
): Declaration[] {
  const today = declaredCandidates(content.body, content).map(({ declared }) => declared);
  const at = { voucherDate, tributesAmount, mayBeForgotten: mayBeForgotten || kept?.mayBeForgotten === true };
  const dated = [...today, ...earlier].map((declared) => asForgotten(content, declared, at));
  return dated.filter((one) => !today.includes(one));
}
