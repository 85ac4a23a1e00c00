import type { NumberState } from "../../shared/db/adoption/claimants.js";
import type { OperatorChoice } from "../../shared/db/issuer-requests/authority-question.js";
import type { ConsultOutcome } from "../../shared/domain/cae-outcome.js";
import { type FieldDifference, isEqualSale } from "../authority/wsfe/equal-content.js";
import { namesOf, no, tellDifferences, yes } from "./operator-choices.js";

/** Findings about the number that an operator names. */
export interface SeenNumber {
  number: number;
  consulted: ConsultOutcome;
  /** The fields in which the voucher under the number differs from what the issuance declares. Empty when there is no voucher. */
  differences: FieldDifference[];
  standing: NumberState;
  /** The number belongs to another sequence: that of the point of sale which stands in for the issuance's. */
  isElsewhere: boolean;
}

/**
 * Whether an issuance may take the voucher under a number that is not its own. It may if the authority shows the voucher, equal in
 * receiver, date, total and currency, and nobody else has a claim to it.
 * Source: issuer/README.md, section 3, "A voucher under another number".
 */
export function choiceOfNumber({ number, consulted, differences, standing, isElsewhere }: SeenNumber): OperatorChoice {
  const { voucher, askedBy } = standing;
  if (voucher?.isTaken)
    return no(`Number ${number} is the voucher of the key ${voucher.key ?? "of another issuance"}.`);
  if (askedBy !== null) return no(`Number ${number} is asked for by issuance ${askedBy}: decide that one first.`);
  if (isElsewhere && !voucher?.isCaea)
    return no(
      `Number ${number} is not a voucher under CAEA that was imported there. If it was reported, import it with reconcile --import.`,
    );
  if (consulted.outcome === "unknown")
    return no(`The tax authority must be asked first, and does not tell: ${consulted.cause}. Try again once it does.`);
  if (consulted.outcome === "absent") return no(`There is no voucher under number ${number}.`);
  if (voucher && voucher.cae !== consulted.voucher.cae)
    return no(`The voucher ${number} that was imported has another CAE than the tax authority's.`);
  if (consulted.voucher.numberTo !== number || differences.some(({ field }) => field === "CbteDesde"))
    return no(`Number ${number} is part of a lot of several numbers, which no issuance of ours asks for.`);
  if (!isEqualSale(differences))
    return no(`The voucher under number ${number} is for another sale. These differ: ${namesOf(differences)}.`);
  const others = differences.filter(({ field }) => !(isElsewhere && field === "EmisionTipo"));
  return yes(
    `The voucher under number ${number}, ${voucher?.isCaea ? "CAEA" : "CAE"} ${consulted.voucher.cae}, becomes its voucher${tellDifferences(others)}.`,
  );
}
