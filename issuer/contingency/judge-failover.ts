import type { ContingencyLine, MovableIssuance, Move } from "../../shared/db/contingency/fail-over-issuances.js";
import { computeAmounts } from "../../shared/domain/amounts.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { toDeclaration } from "../../shared/domain/declaration.js";
import { predictProblems } from "../../shared/domain/predictions/predict-problems.js";
import { findReportRefusals } from "../../shared/domain/predictions/report/find-report-refusals.js";
import { findVatBreaches } from "../../shared/domain/tolerance.js";
import { mayBeUnderCaea } from "../../shared/domain/voucher-types.js";

type JudgedLine = Pick<ContingencyLine, "standing" | "substitute" | "codes" | "issuer" | "ruleMoves">;

/**
 * Declaration of the voucher under CAEA. Undefined when it stays with CAE: the authority judges such vouchers only afterwards, so nothing
 * is issued that it would refuse with a CAE, or whose report it would refuse. Source: issuer/README.md, section 13.
 */
export function judgeFailover(
  { body, amounts: literal, vatRounding, ...movable }: MovableIssuance,
  { standing, substitute, codes, issuer, ruleMoves }: JudgedLine,
  nowMs: number,
): Move | undefined {
  if (substitute === null || standing === null || !mayBeUnderCaea(body.voucherType)) return undefined;
  const today = toFiscalDate(argentineDay(nowMs));
  const { voucherDate, voucherType } = body;
  // The point of sale may be declared as unused under the code of a fortnight that is over.
  const code = codes.find(({ validFrom, validTo }) => validFrom <= voucherDate && today <= validTo);
  if (!code || voucherDate > today) return undefined;

  const isSplit = vatRounding !== "line" && findVatBreaches(literal, voucherType).length > 0;
  const amounts = isSplit ? computeAmounts(body, "authority") : literal;
  if (findVatBreaches(amounts, voucherType).length > 0) return undefined;
  const { lastDate } = standing;
  if (predictProblems({ body, amounts, issuer, today, lastDate, ruleMoves }).length > 0) return undefined;
  const declared = toDeclaration(body, amounts);
  if (findReportRefusals({ voucherType, declared, issuer, lastDate, ruleMoves }).length > 0) return undefined;
  return { ...movable, body, amounts, vatRounding, declared, code };
}
