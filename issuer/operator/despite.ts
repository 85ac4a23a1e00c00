import type { FreedNumber } from "../../shared/db/adoption/freed-numbers.js";
import type { OperatorChoice } from "../../shared/db/issuer-requests/authority-question.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import { inEnglish } from "../../shared/domain/localized-text.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber, type VoucherName } from "../../shared/domain/voucher-name.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { Claims } from "./claims.js";
import type { SentContents } from "./earlier-contents.js";
import { type EqualVoucher, findImported, lookForEqual, type VoucherlessSale } from "./equal-vouchers.js";
import { findHidden, findHiddenOwners, sayHidden, sayHiddenOwner } from "./hidden-numbers.js";
import { lookAtNumber } from "./look-at-number.js";
import { isItsOwn, showsEarlier, tellTime } from "./operator-choices.js";
import type { LookResult } from "./operator-look.js";

/** Objections to asking for a sale again, or to letting its key be sent again. */
export interface Objections {
  /** Vouchers without a key that equal the sale and that nobody named, but for the one under its own number. */
  vouchers: EqualVoucher[];
  /** Freed numbers of its key that nobody shows and nobody named. */
  hidden: number[];
  /** Other keys whose voucher its own number may have, which nobody shows and nobody named. */
  hiddenOwners: FreedNumber[];
  /** Why not all could be looked at. */
  notLooked: string | undefined;
  /** The voucher under its own number was named. */
  isOwnNamed: boolean;
  /** Numbers of this numbering under which a voucher was seen that was named. */
  named: number[];
  /** Why one that was named is none of them. */
  wrong: string | undefined;
}

export interface DespiteDeps {
  claims: Claims;
  authority: AuthoritySession;
  key: SequenceKey;
}

const isSame = (one: VoucherName, other: VoucherName) => nameOfNumber(one) === nameOfNumber(other);

/**
 * Looks for all vouchers without a key that equal a sale, here and at the authority. What the service can see, it refuses: a person names each
 * that is another sale's. Source: issuer/README.md, section 3, "The operator's decision".
 */
export async function findObjections(
  { claims, authority, key }: DespiteDeps,
  submission: Submission,
  sent: SentContents,
  seen: LookResult,
  named: readonly VoucherName[],
): Promise<Objections> {
  const { number: ownNumber } = submission;
  const wanting: VoucherlessSale = { ...sent, ownNumber };
  const imported = await findImported(claims, key, wanting);
  const own = { ...key, number: ownNumber };
  const isNamed = (number: number) => named.some((one) => isSame(one, { ...key, number }));
  const hidden = await findHidden(authority, sent, seen.lastNumber, [ownNumber]);
  const there = await lookForEqual(claims, authority, seen.last, key, wanting, hidden.filter(isNamed));
  const known: EqualVoucher[] = [
    ...imported,
    ...there.vouchers.map(({ number, cae, processedAtMs, isOfToday }) => {
      return { ...key, number, cae, processedAtMs, isOfToday, isCaea: false };
    }),
  ];
  const isOwnNamed = named.some((one) => isSame(one, own));
  const hiddenOwners = await findHiddenOwners(claims, key, submission, seen);
  const unshown = [...hidden, ...hiddenOwners.map((owner) => owner.number)].map((number) => ({ ...key, number }));
  const wrong: string[] = [];
  for (const one of named) {
    if ([...known, ...unshown].some((each) => isSame(each, one))) continue;
    const why = isSame(one, own)
      ? await whyOwnIsNone(claims, key, submission, seen)
      : await whyNone({ claims, authority, key }, wanting, one);
    if (why !== undefined) wrong.push(why);
  }
  return {
    vouchers: known.filter((voucher) => !named.some((one) => isSame(voucher, one))),
    hidden: hidden.filter((number) => !isNamed(number)),
    hiddenOwners: isOwnNamed ? [] : hiddenOwners,
    notLooked: there.why,
    isOwnNamed,
    named: known
      .filter((one) => isNamed(one.number) && isSame(one, { ...key, number: one.number }))
      .map(({ number }) => number),
    wrong: wrong[0],
  };
}

const differs = (one: VoucherName) =>
  `The voucher ${nameOfNumber(one)} does not equal the sale: --despite is not needed for it.`;

async function whyOwnIsNone(claims: Claims, key: SequenceKey, { number }: Submission, seen: LookResult) {
  const { voucher: kept } = await claims.findNumberState(key, number);
  const own = { ...key, number };
  if (isItsOwn(number, seen, kept)) return undefined;
  if (kept?.isTaken)
    return `The voucher ${nameOfNumber(own)} is that of the key ${kept.key}: --despite is not needed for it.`;
  return seen.found ? differs(own) : `The tax authority shows no voucher ${nameOfNumber(own)}.`;
}

/** Why a voucher that was not seen is none that may be named. One beyond what was looked at is looked at for itself. */
async function whyNone({ claims, authority, key }: DespiteDeps, wanting: VoucherlessSale, one: VoucherName) {
  const at = { ...key, posNumber: one.posNumber, voucherType: one.voucherType };
  const { voucher } = await claims.findNumberState(at, one.number);
  if (voucher?.isTaken)
    return `The voucher ${nameOfNumber(one)} is that of the key ${voucher.key ?? "of another issuance"}: --despite is not needed for it.`;
  if (voucher) return differs(one);
  if (at.posNumber !== key.posNumber || at.voucherType !== key.voucherType)
    return `No voucher ${nameOfNumber(one)} was imported here.`;
  const { consulted, mayBeIts, mayBeOfBefore } = await lookAtNumber(authority, one.number, wanting);
  if (consulted.outcome === "unknown")
    return `The tax authority does not tell what it has under ${nameOfNumber(one)}: ${consulted.cause}.`;
  if (consulted.outcome === "absent") return `The tax authority shows no voucher ${nameOfNumber(one)}.`;
  return mayBeIts || mayBeOfBefore ? undefined : differs(one);
}

/**
 * Why a sale is neither asked for again nor ended with an open key. Undefined when nothing stands against it. What must be named is told at once,
 * also beside a decision that the look alone does not allow.
 * @param choice what the decision would do otherwise, or why it is not allowed
 */
export function explainObjections(
  { vouchers, hidden, hiddenOwners, notLooked, wrong }: Omit<Objections, "isOwnNamed" | "named">,
  key: SequenceKey,
  { unseen, choice: { allowed, effect } }: { unseen: boolean; choice: OperatorChoice },
): string | undefined {
  if (allowed && wrong !== undefined) return wrong;
  const [few, more] = [vouchers.slice(0, maxNamed), vouchers.length - maxNamed];
  const listed = few.map((one) => describeEqual(one, key)).join("; ") + (more > 0 ? `; and ${more} more` : "");
  const behind = [
    ...hidden.slice(0, maxNamed).map((number) => sayHidden(key, number)),
    ...hiddenOwners.slice(0, maxNamed).map((one) => sayHiddenOwner(key, one)),
  ].map((text) => ` ${inEnglish(text)}`);
  if (!allowed)
    return vouchers.length === 0
      ? effect + behind.join("")
      : `${effect} These vouchers without a key equal the sale, too, and each must be named likewise: ${listed}.${behind.join("")}`;
  if (vouchers.length > 0)
    return `These vouchers without a key equal the sale, and one may be its own: ${listed}. Take its own.${behind.join("")} Once each that is certainly another sale's is named: ${effect}`;
  if (behind.length > 0) return `${behind.join("").trim()} Then: ${effect}`;
  if (notLooked === undefined || unseen) return undefined;
  return `Not all vouchers that may be its own could be looked at: ${notLooked}. Try again later, or reconcile --import first. If the tax authority's own pages show none of this sale, decide with --unseen.`;
}

/** More would fill the screen. All are in the answer of "show". */
const maxNamed = 20;

function describeEqual(one: EqualVoucher, key: SequenceKey): string {
  const name = nameOfNumber(one);
  const { number, posNumber, voucherType, isCaea, cae, processedAtMs, isOfToday } = one;
  const isNear = isOfToday && voucherType === key.voucherType && (posNumber === key.posNumber || isCaea);
  const elsewhere = posNumber === key.posNumber ? "" : ` --number-pos ${posNumber}`;
  const take = isNear ? `--adopt --number ${number}${elsewhere}` : "close its key with --reject --bar";
  const shows = isOfToday ? "" : ` ${showsEarlier}`;
  return `${name} (${isCaea ? "CAEA" : "CAE"} ${cae}, processed ${tellTime(processedAtMs)})${shows}: ${take}, or --despite ${name}`;
}
