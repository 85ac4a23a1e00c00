import type { Caller } from "../../shared/db/company/api-keys.js";
import { type Amounts, computeAmounts, type VatRounding } from "../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { findVatBreaches, type VatBreach } from "../../shared/domain/tolerance.js";

/**
 * What is sent first: the literal sums, unless the company wants the authority's split and the literal sums would be refused.
 * Source: issuer/README.md, section 7.
 */
export function chooseAmounts(
  { vatRounding }: Pick<Caller, "vatRounding">,
  body: IssuanceRequest,
  literal: Amounts,
): { amounts: Amounts; breaches: VatBreach[] } {
  const breaches = findVatBreaches(literal, body.voucherType);
  const split = breaches.length > 0 && vatRounding === "authority";
  return { amounts: split ? computeAmounts(body, "authority") : literal, breaches };
}

/** The breach in words: what rounding each line gave, and what the authority expects. */
export const explainBreach = ({ rate, base, amount, expected }: VatBreach): string =>
  `Rounding each line gives VAT ${amount} on ${base} at ${rate} %, where the authority expects ${expected}.`;

/** What the company's setting makes of a breach. */
export const handlingOf: Record<VatRounding, string> = {
  auto: "Once it is refused, it is sent again with the cents adjusted.",
  authority: "The cents are adjusted before it is sent.",
  line: 'It is refused: set the company\'s vatRounding to "auto" or "authority" to have the cents adjusted.',
};
