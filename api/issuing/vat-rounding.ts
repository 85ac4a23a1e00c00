import type { VatRounding } from "../../shared/domain/amounts.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { decimal } from "../../shared/domain/spanish.js";
import type { VatBreach } from "../../shared/domain/tolerance.js";

/** The breach in words: what rounding each line gave, and what the authority expects. */
export const explainBreach = ({ code, rate, base, amount, expected }: VatBreach): LocalizedText =>
  code === 10018
    ? {
        en: `Rounding each line gives no VAT at all on ${base} at ${rate} %, which the authority takes at 0 % alone: it expects ${expected}.`,
        es: `Redondear línea por línea no deja nada de IVA sobre ${decimal(base)} al ${decimal(rate)} %, y ARCA solo lo acepta al 0 %: espera ${decimal(expected)}.`,
      }
    : {
        en: `Rounding each line gives VAT ${amount} on ${base} at ${rate} %, where the authority expects ${expected}.`,
        es: `Redondear línea por línea da IVA ${decimal(amount)} sobre ${decimal(base)} al ${decimal(rate)} %, y ARCA espera ${decimal(expected)}.`,
      };

/** Handling of a breach, by the company's setting. */
export const handlingOf: Record<VatRounding, LocalizedText> = {
  auto: {
    en: "Once it is refused, it is sent again with the cents adjusted.",
    es: "Si ARCA lo rechaza, se vuelve a enviar con los centavos ajustados.",
  },
  authority: {
    en: "The cents are adjusted before it is sent.",
    es: "Los centavos se ajustan antes de enviarlo.",
  },
  line: {
    en: 'It is refused: set the company\'s vatRounding to "auto" or "authority" to have the cents adjusted.',
    es: "ARCA lo rechaza: en Datos fiscales elegí que los centavos se ajusten.",
  },
};

/** Advice about a breach, once it was refused. */
export const adviceOnceRefused: LocalizedText = {
  en: handlingOf.line.en,
  es: "En Datos fiscales elegí que los centavos se ajusten y volvé a emitir.",
};
