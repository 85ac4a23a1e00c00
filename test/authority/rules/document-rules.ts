import { issuerOf } from "../fce-world.js";
import { isTaxId } from "../tax-id.js";
import { isCreditInvoice } from "../voucher-class.js";
import { type Rule, when } from "./finding.js";

/** Manual 4.7 in production. */
const from = "20260901";
const fund = 31;
const notReached = 15;
const uncategorised = 23_000_000_000;

/** Document types that class B and C tell apart since manual 4.7. Source: issuer/authority/README.md, section 16.5. */
export const documentRules: Rule = ({ voucher, voucherClass, type, cuit, settings, today }) => {
  const { DocTipo, DocNro, CbteDesde, CbteHasta, CondicionIVAReceptorId } = voucher;
  if (voucherClass === "A" || voucherClass === "49" || isCreditInvoice(type) || today < from) return [];
  const isFund = DocTipo === fund;
  const isOther = DocTipo === 80 && DocNro !== uncategorised && !isTaxId(DocNro);
  return [
    ...when(
      isFund && !issuerOf(settings, cuit).financial,
      10270,
      "El DocTipo 31 solo puede ser informado por entidades financieras.",
    ),
    ...when(isFund && String(DocNro).length > 4, 10271, "Para DocTipo 31 el campo DocNro debe tener hasta 4 digitos."),
    ...when(
      isFund && CondicionIVAReceptorId !== notReached,
      10272,
      "Para DocTipo 31 el campo CondicionIVAReceptorId debe ser 15 (IVA No Alcanzado).",
    ),
    ...when(
      isOther && CbteDesde === CbteHasta,
      10284,
      "El campo DocNro no se corresponde con el tipo de documento CUIT.",
    ),
  ];
};
