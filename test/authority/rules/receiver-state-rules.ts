import type { Settings } from "../settings.js";
import { isCreditNote } from "../voucher-class.js";
import { observe, type Rule, when } from "./finding.js";

/** What the register says of a receiver. */
export const stateOf = ({ receiverStates }: Settings, docNumber: number) =>
  receiverStates.find(({ cuit }) => cuit === String(docNumber))?.state;

const invalid = "La CUIT receptora se encuentra inactiva o no es valida.";
const unreliable = "La CUIT receptora se encuentra limitada por falta de confiabilidad.";

/**
 * Receivers whom the register stops. Credit notes are granted to those that are inactive or unreliable, with a remark.
 * Source: issuer/authority/README.md, sections 3.2, 3.3 and 16.5.
 */
export const receiverStateRules: Rule = ({ voucher: { DocTipo, DocNro }, type, voucherClass, settings }) => {
  const state = DocTipo === 80 ? stateOf(settings, DocNro) : undefined;
  const judge = isCreditNote(type) ? observe : when;
  return [
    ...when(state === "apocryphal", 10195, "La CUIT receptora se encuentra inactiva por facturas apocrifas."),
    ...judge(state === "invalid", 10247, invalid),
    ...judge(state === "unreliable", 10248, unreliable),
    ...observe(
      state === "untaxed" && voucherClass === "A",
      10063,
      "El receptor debe encontrarse activo en IVA o en Monotributo.",
    ),
    ...observe(state === "deceased", 10249, "La CUIT receptora corresponde a un fallecido sin sucesion registrada."),
  ];
};
