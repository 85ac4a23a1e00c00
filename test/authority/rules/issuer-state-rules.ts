import { findPoint } from "../caea/points-of-sale.js";
import { Decimal } from "../decimal.js";
import { isExempt } from "../registry.js";
import { observe, type Rule, when } from "./finding.js";

/** What the registers say of an issuer. Source: issuer/authority/README.md, sections 3.2, 3.3 and 16.3. */
export const issuerStateRules: Rule = ({ voucher, voucherClass, cuit, pos, settings }) => {
  const { formPending, category, topCategory } = settings.issuerStates.find((one) => one.cuit === cuit) ?? {};
  const { type } = findPoint(settings, cuit, pos) ?? {};
  const total = new Decimal(voucher.ImpTotal).times(voucher.MonId === "PES" ? 1 : (voucher.MonCotiz ?? 1));
  const exceeds = (limit: string | undefined) => voucherClass === "C" && limit !== undefined && total.gt(limit);
  return [
    ...when(
      voucherClass === "C" && isExempt(cuit) && type !== undefined && !/exento/i.test(type),
      10096,
      "El punto de venta debe ser del tipo COMPROBANTES - EXENTO EN IVA - WEB SERVICES.",
    ),
    ...observe(
      voucherClass === "A" && formPending === true,
      10234,
      "Esta pendiente el formulario de habilitacion de comprobantes clase A.",
    ),
    ...observe(exceeds(topCategory), 10235, "El importe supera la categoria maxima de Monotributo."),
    ...observe(exceeds(category), 10236, "El importe supera la categoria de Monotributo del emisor."),
  ];
};
