import type { OperatorChoice, ReportDecision } from "../../shared/db/issuer-requests/authority-question.js";
import type { LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import { type FieldDifference, isSameSale } from "../authority/wsfe/equal-content.js";
import type { ReportLookUp } from "../contingency/report-deps.js";
import { namesOf, no, tellDifferences, yes } from "./operator-choices.js";

/** Answers of the authority about the number of a report, and its last number. */
export interface SeenReport {
  found: ReportLookUp;
  last: LastNumberOutcome;
}

interface ReportChoices extends Record<ReportDecision, OperatorChoice> {
  /** The authority expects the number or one before it, and takes none behind. */
  isGap: boolean;
}

/** The voucher that was found has the receiver, date, total and code of ours. */
const isOurs = (differences: FieldDifference[]) =>
  isSameSale(differences) && !differences.some(({ field }) => field === "CodAutorizacion" || field === "CbteDesde");

/**
 * Effect of each decision about a report, or why it is not allowed. A voucher that the authority shows is adopted or given up, by what it
 * shows. Source: api/admin/README.md, "Contingencies".
 */
export function choicesOfReport(number: number, { found, last }: SeenReport): ReportChoices {
  if (found.outcome === "unknown" || last.outcome === "unknown") {
    const cause = found.outcome === "unknown" ? found.cause : last.outcome === "unknown" ? last.cause : "";
    const effect = `The tax authority must be asked first, and does not tell: ${cause}. Try again once it does.`;
    return { adopt: no(effect), giveUp: no(effect), isGap: false };
  }
  if (found.outcome === "found") return choicesOfFound(number, found.differences);
  const adopt = no(`The tax authority shows no voucher under number ${number}.`);
  if (last.number >= number) {
    const effect = `It stays unreported for ever, though the tax authority counts number ${number}. Those behind it go on.`;
    return { adopt, giveUp: yes(effect), isGap: false };
  }
  const effect =
    `It stays unreported for ever. The tax authority expects number ${last.number + 1} and takes none behind it: those can only be given ` +
    "up too, and no more vouchers are issued in this sequence until it has taken that number. Use another point of sale.";
  return { adopt, giveUp: yes(effect), isGap: true };
}

function choicesOfFound(number: number, differences: FieldDifference[]): ReportChoices {
  if (!isOurs(differences))
    return {
      adopt: no(`The voucher under number ${number} is another one. These differ: ${namesOf(differences)}.`),
      giveUp: yes(`It stays unreported for ever: another voucher has number ${number}. Those behind it go on.`),
      isGap: false,
    };
  return {
    adopt: yes(`The voucher under number ${number} is its report${tellDifferences(differences)}.`),
    giveUp: no(`The tax authority shows it under number ${number}: adopt it.`),
    isGap: false,
  };
}
