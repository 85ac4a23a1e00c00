import { type Amounts, computeAmounts } from "./amounts.js";
import { type Declaration, toDeclaration } from "./declaration.js";
import type { IssuanceRequest } from "./issuance-request.js";

/** Amounts that were declared, or may have been. */
export interface DeclaredAmounts {
  amounts: Amounts;
  declared: Declaration;
}

/**
 * All that the service may have declared for a request: what it would declare now, and what it declares after a refusal for the rounding
 * of VAT (issuer/README.md, section 7). A forgotten attempt may have been cured.
 */
export function declaredCandidates(
  body: IssuanceRequest,
  { amounts, declared }: DeclaredAmounts,
): [DeclaredAmounts, ...DeclaredAmounts[]] {
  const now: DeclaredAmounts = { amounts, declared };
  if (amounts.rounding === "authority") return [now];
  const cured = computeAmounts(body, "authority");
  const differs = cured.vat !== amounts.vat || cured.net !== amounts.net;
  return differs ? [now, { amounts: cured, declared: toDeclaration(body, cured) }] : [now];
}
