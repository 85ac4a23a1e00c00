import type { NumberStanding } from "../../shared/db/claims/claimants.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { Choice, Decision } from "../../shared/db/questions/authority-question.js";
import { isEarly, isEarlyByRefusal } from "../../shared/domain/evidence.js";
import { type FieldDifference, isSameSale } from "../authority/wsfe/equal-content.js";
import type { Seen } from "./operator-look.js";

const no = (effect: string): Choice => ({ allowed: false, effect });
const yes = (effect: string): Choice => ({ allowed: true, effect });
/** No decision is allowed, for this reason. */
export const nothing = (effect: string): Record<Decision, Choice> => ({
  adopt: no(effect),
  renumber: no(effect),
  reject: no(effect),
});

const lookYourself =
  "Look at its own pages: where they show that there is no voucher of this sale, decide with --unseen.";
const ends = "It ends without a voucher";

const toKept = ({ isTaken, key }: NonNullable<KeptVoucher>, number: number): string =>
  isTaken
    ? `The voucher under number ${number} is that of the key ${key}.`
    : `The voucher under number ${number} was imported. Give it this key with --adopt --number ${number}.`;

export const tellDifferences = (differences: FieldDifference[]): string =>
  differences.length === 0 ? "" : `, though these differ: ${differences.map(({ field }) => field).join(", ")}`;

/** What our database has under the number of a submission: it was there before the number was given. */
type KeptVoucher = NumberStanding["voucher"];

/**
 * What each decision would do, or why it is not allowed. Source: api/admin/README.md, "When a person must decide".
 * @param unseen a person looked at the authority's own pages
 */
export function choicesOf(
  submission: Pick<Submission, "number" | "heardAtMs"> & Partial<Pick<Submission, "measuredAtMs">>,
  { consulted, last, differences }: Pick<Seen, "consulted" | "last" | "differences">,
  { unseen = false, kept }: { unseen?: boolean; kept?: KeptVoucher } = {},
): Record<Decision, Choice> {
  const { number } = submission;
  if (consulted.outcome === "unknown" || last.outcome === "unknown") {
    const cause = consulted.outcome === "unknown" ? consulted.cause : last.outcome === "unknown" ? last.cause : "";
    const isRefused = last.outcome === "unknown" && last.permanent;
    if (!isRefused)
      return nothing(`The tax authority must be asked first, and does not tell: ${cause}. Try again once it does.`);
    if (!unseen) return nothing(`The tax authority refuses to be asked: ${cause}. ${lookYourself}`);
    return { ...nothing("Nobody can ask the tax authority."), reject: yes(`${ends}, and number ${number} is free.`) };
  }
  if (consulted.outcome === "absent") {
    if (last.number >= number) {
      const counted = `The tax authority counts number ${number} and does not show it yet.`;
      if (!unseen) return nothing(`${counted} Look again later. If that lasts: ${lookYourself}`);
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
  // A number with a voucher here was granted before ours could be.
  const isBefore = isEarly(submission, voucher) || isEarlyByRefusal(submission, voucher);
  const isOurs = isSameSale(differences) && voucher.numberTo === number && !isBefore && !kept?.isTaken;
  const contradiction = `The voucher under number ${number} has its receiver, date and total, and was not processed clearly before it was asked for, so it may be its own: adopt it.`;
  return {
    adopt: kept
      ? no(toKept(kept, number))
      : voucher.numberTo !== number || differences.some(({ field }) => field === "CbteDesde")
        ? no(`Number ${number} is part of a lot of several numbers, which no issuance of ours asks for.`)
        : yes(
            `The voucher under number ${number}, CAE ${voucher.cae}, becomes its voucher${tellDifferences(differences)}.`,
          ),
    renumber: isOurs
      ? no(contradiction)
      : yes(`Number ${number} is left to the other, and it is asked for as number ${next}.`),
    reject: isOurs ? no(contradiction) : yes(`${ends}, and numbering goes on at ${next}.`),
  };
}
