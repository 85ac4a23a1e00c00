import { type Amounts, chooseAmounts, type VatRounding } from "../../shared/domain/amounts.js";
import { type Declaration, toDeclaration } from "../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { vatBreaches } from "../http/metrics.js";

/** Chooses what an issuance declares, by the company's wish for the rounding of VAT. A breach of the authority's tolerance is counted. */
export function chooseDeclared(
  { vatRounding }: { vatRounding: VatRounding },
  body: IssuanceRequest,
  literal: Amounts,
): { amounts: Amounts; declared: Declaration; vatRounding: VatRounding } {
  const { amounts, breaches } = chooseAmounts({ vatRounding }, body, literal);
  if (breaches.length > 0) vatBreaches.inc({ handling: vatRounding });
  return { amounts, declared: toDeclaration(body, amounts), vatRounding };
}
