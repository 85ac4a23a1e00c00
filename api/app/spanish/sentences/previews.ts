import { say } from "../sentence.js";
import { dateOf, numberOf } from "./values.js";

/** What a preview says beside refusals: api/issuing/preview-issuance.ts and vat-rounding.ts. */
export const previewSentences = [
  say(
    "the total is 0.00: the authority authorizes it all the same, and it is a voucher like any other",
    "El total es 0,00: ARCA lo autoriza igual, y es un comprobante como cualquier otro.",
  ),
  say(
    "is ahead: once it is issued, nothing dated before {date} can be issued at this point of sale and type any more",
    ({ date }) =>
      `Es posterior a hoy: si lo emitís así, ya no vas a poder emitir nada con fecha anterior al ${dateOf(date)} en este punto de venta y tipo.`,
  ),
  ...[
    {
      english: "Once it is refused, it is sent again with the cents adjusted.",
      spanish: "Si ARCA lo rechaza, se vuelve a enviar con los centavos ajustados.",
    },
    {
      english: "The cents are adjusted before it is sent.",
      spanish: "Los centavos se ajustan antes de enviarlo.",
    },
    {
      english: `It is refused: set the company's vatRounding to "auto" or "authority" to have the cents adjusted.`,
      spanish: "ARCA lo rechaza: en Datos fiscales elegí que los centavos se ajusten.",
    },
  ].map(({ english, spanish }) =>
    say(
      `Rounding each line gives VAT {amount} on {base} at {rate} %, where the authority expects {expected}. ${english}`,
      ({ amount, base, rate, expected }) =>
        `Redondear línea por línea da IVA ${numberOf(amount)} sobre ${numberOf(base)} al ${numberOf(rate)} %, y ARCA espera ${numberOf(expected)}. ${spanish}`,
    ),
  ),
];
