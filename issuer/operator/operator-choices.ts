import type { NumberVoucher } from "../../shared/db/adoption/claimants.js";
import type { Decision, OperatorChoice } from "../../shared/db/issuer-requests/authority-question.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber } from "../../shared/domain/voucher-name.js";
import { type FieldDifference, isSameSale } from "../authority/wsfe/equal-content.js";
import type { LookResult } from "./operator-look.js";

export const no = (effect: string): OperatorChoice => ({ allowed: false, effect });
export const yes = (effect: string): OperatorChoice => ({ allowed: true, effect });
/** No decision is allowed, for this reason. */
export const nothing = (effect: string): Record<Decision, OperatorChoice> => ({
  adopt: no(effect),
  renumber: no(effect),
  reject: no(effect),
});

const ownPages = "Look at its own pages: where they show that there is no voucher of this sale,";
/** Way out where nobody can ask. */
export const lookYourself = `${ownPages} end it with --reject --unseen. Until that is mended, no other decision is possible.`;
const ends = "It ends without a voucher";

const toKept = ({ isTaken, key }: NonNullable<NumberVoucher>, number: number): string =>
  isTaken
    ? `The voucher under number ${number} is that of the key ${key}.`
    : `The voucher under number ${number} was imported. Give it this key with --adopt --number ${number}.`;

export const tellDifferences = (differences: FieldDifference[]): string =>
  differences.length === 0 ? "" : `, though these differ: ${namesOf(differences)}`;

export const namesOf = (differences: FieldDifference[]): string => differences.map(({ field }) => field).join(", ");

/** When the authority processed a voucher, for a person. */
export const tellTime = (ms: number | null): string =>
  ms === null ? "at an unknown time" : new Date(ms).toISOString();

/** Circumstances besides the look. */
interface ChoiceContext {
  key: Pick<SequenceKey, "posNumber" | "voucherType">;
  /** Voucher of our database under the number: it was there before the number was given. */
  kept?: NumberVoucher;
  /** A person looked at the authority's own pages. */
  unseen?: boolean;
  /** A person knows that the voucher under its number is another sale's, however equal. */
  isOthers?: boolean;
}

type LookedAt = Pick<LookResult, "consulted" | "differences" | "differencesBefore">;

/** Effect of each decision, or why it is not allowed. Source: api/admin/README.md, "When a person must decide". */
export function choicesOf(
  { number }: Pick<Submission, "number">,
  { consulted, last, differences, differencesBefore }: LookedAt & Pick<LookResult, "last">,
  { key, unseen = false, kept, isOthers = false }: ChoiceContext,
): Record<Decision, OperatorChoice> {
  if (consulted.outcome === "unknown" || last.outcome === "unknown") {
    const cause = consulted.outcome === "unknown" ? consulted.cause : last.outcome === "unknown" ? last.cause : "";
    const isRefused = last.outcome === "unknown" && (last.permanent || last.isWithheld === true);
    if (!isRefused)
      return nothing(`The tax authority must be asked first, and does not tell: ${cause}. Try again once it does.`);
    if (!unseen) return nothing(`The tax authority refuses to be asked: ${cause}. ${lookYourself}`);
    return { ...nothing("Nobody can ask the tax authority."), reject: yes(`${ends}, and number ${number} is free.`) };
  }
  if (consulted.outcome === "absent") {
    if (last.number >= number) {
      const counted = `The tax authority counts number ${number} and does not show it yet.`;
      if (!unseen)
        return nothing(
          `${counted} Look again later. If that lasts: ${ownPages} decide with --renumber --unseen or --reject --unseen.`,
        );
      return {
        adopt: no(counted),
        renumber: yes(`Number ${number} is left alone, and it is asked for as number ${last.number + 1}.`),
        reject: yes(`${ends}, and numbering goes on at ${last.number + 1}.`),
      };
    }
    return {
      adopt: no(`There is no voucher under number ${number}.`),
      renumber: yes(`It is asked for once more, as number ${number}.`),
      reject: yes(`${ends}, and number ${number} is free.`),
    };
  }
  const { voucher } = consulted;
  const next = Math.max(last.number, voucher.numberTo) + 1;
  const mayBeIts = !isOthers && isItsOwn(number, { consulted, differences, differencesBefore }, kept);
  const unlessIts = (effect: string): OperatorChoice =>
    mayBeIts
      ? no(
          `The voucher under number ${number}, CAE ${voucher.cae}, processed ${tellTime(voucher.processedAtMs)}, ${tellOwn(differences)} ` +
            `If it is certainly another sale's: --despite ${nameOfNumber({ ...key, number })}. Then: ${effect}`,
        )
      : yes(effect);
  return {
    adopt: kept
      ? no(toKept(kept, number))
      : voucher.numberTo !== number || differences.some(({ field }) => field === "CbteDesde")
        ? no(`Number ${number} is part of a lot of several numbers, which no issuance of ours asks for.`)
        : !isSameSale(differences) && differencesBefore.some(isSameSale)
          ? no(`The voucher under number ${number}, CAE ${voucher.cae}, ${tellOwn(differences)}`)
          : yes(
              `The voucher under number ${number}, CAE ${voucher.cae}, becomes its voucher${tellDifferences(differences)}.`,
            ),
    renumber: unlessIts(`Number ${number} is left to the other, and it is asked for as number ${next}.`),
    reject: unlessIts(`${ends}, and numbering goes on at ${next}.`),
  };
}

/** Why the voucher under its own number may be its own, and what to do then. One of an earlier content would be recorded with today's. */
export const tellOwn = (differences: FieldDifference[]): string =>
  isSameSale(differences)
    ? "has its receiver, date and total and no key, so it may be its own: adopt it."
    : `${showsEarlier} and has no key, so it may be its own: close its key with --reject --bar.`;

export const showsEarlier = "shows what its key may have been sent with before, with other content or on another day,";

/** Whether the voucher under its number is equal, and no key's. One that was there before it asked may be that of an attempt which the database forgot. */
export const isItsOwn = (
  number: number,
  { consulted, differences, differencesBefore }: LookedAt,
  kept: NumberVoucher,
): boolean =>
  consulted.outcome === "found" &&
  [differences, ...differencesBefore].some(isSameSale) &&
  consulted.voucher.numberTo === number &&
  // A number with a voucher here was granted before ours could be.
  !kept?.isTaken;
