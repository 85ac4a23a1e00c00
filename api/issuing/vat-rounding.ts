import type { VatRounding } from "../../shared/domain/amounts.js";
import type { VatBreach } from "../../shared/domain/tolerance.js";

/** The breach in words: what rounding each line gave, and what the authority expects. */
export const explainBreach = ({ rate, base, amount, expected }: VatBreach): string =>
  `Rounding each line gives VAT ${amount} on ${base} at ${rate} %, where the authority expects ${expected}.`;

/** What the service does about a breach, by the company's setting. */
export const handlingOf: Record<VatRounding, string> = {
  auto: "Once it is refused, it is sent again with the cents adjusted.",
  authority: "The cents are adjusted before it is sent.",
  line: 'It is refused: set the company\'s vatRounding to "auto" or "authority" to have the cents adjusted.',
};
