import type { VatRounding } from "../../../shared/domain/amounts.js";

/** Modes for VAT that rounding each line moves too far for the authority. Source: api/README.md, "Calculation". */
export const roundings: Record<VatRounding, { name: string; hint: string }> = {
  auto: {
    name: "Ajustar solo si ARCA lo pide",
    hint: "Lo habitual: si ARCA rechaza por centavos, el comprobante sale con los centavos corridos.",
  },
  authority: { name: "Ajustar siempre antes de emitir", hint: "El IVA de cada alícuota es el que calcula ARCA." },
  line: { name: "No ajustar nunca", hint: "Si ARCA rechaza por centavos, el comprobante no sale." },
};

export const roundingName = (rounding: VatRounding): string => roundings[rounding].name;
