import { Decimal } from "../decimal.js";
import { isCreditInvoice } from "../voucher-class.js";
import { type Rule, when } from "./finding.js";

const inRange = (number: number) => number >= 1 && number <= 99_999_999;

/** Source: issuer/authority/README.md, section 3.2 and 4.6 (lots). */
export const numberRules: Rule = ({ voucher, voucherClass, type, settings }) => {
  const { CbteDesde, CbteHasta, DocTipo, DocNro, ImpTotal } = voucher;
  const single = CbteDesde === CbteHasta;
  const lots = voucherClass === "B" && !isCreditInvoice(type);
  const average = new Decimal(ImpTotal).div(Math.max(CbteHasta - CbteDesde + 1, 1));
  return [
    ...when(!inRange(CbteDesde), 10008, "El campo CbteDesde debe estar entre 1 y 99999999."),
    ...when(!inRange(CbteHasta), 10010, "El campo CbteHasta debe estar entre 1 y 99999999."),
    ...when(CbteHasta < CbteDesde, 10011, "El campo CbteHasta debe ser mayor o igual a CbteDesde."),
    ...when(
      !lots && !single,
      10012,
      "Los campos CbteDesde y CbteHasta deben ser iguales para el tipo de comprobante informado.",
    ),
    ...when(
      lots && !single && (average.gte(settings.identificationThreshold) || DocTipo !== 99 || DocNro !== 0),
      10014,
      "Para lotes de comprobantes B el importe promedio debe ser menor al limite de identificacion, DocTipo 99 y DocNro 0.",
    ),
  ];
};
