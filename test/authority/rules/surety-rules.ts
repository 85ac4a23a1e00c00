import { findPoint } from "../caea/points-of-sale.js";
import { type Rule, when } from "./finding.js";
import { valuesOf } from "./optional-rules.js";

const ordinary = [1, 2, 3, 6, 7, 8];
const most = 6_000;

/**
 * Surety insurance: who is an insurer is a setting, and so are the points of sale of type SEGWS. Each code is judged by its own words,
 * so two that say the same come together. Source: issuer/authority/README.md, section 17.2.
 */
export const suretyRules: Rule = ({ voucher, type, cuit, pos, settings }) => {
  const [policies, endorsements] = [valuesOf(voucher, "2901"), valuesOf(voucher, "2902")];
  const isInsurer = settings.further.insurers.includes(cuit);
  const isSurety = findPoint(settings, cuit, pos)?.type === "SEGWS";
  const isThere = isInsurer && isSurety;
  const isForeign = !isThere || !ordinary.includes(type);
  const given = policies.length + endorsements.length;
  const lacksOne = isThere && (policies.length === 0 || endorsements.length === 0);
  return [
    ...when(
      policies.length > 0 && isForeign,
      10273,
      "El opcional 2901 no corresponde al emisor, tipo o punto de venta.",
    ),
    ...when(
      endorsements.length > 0 && isForeign,
      10275,
      "El opcional 2902 no corresponde al emisor, tipo o punto de venta.",
    ),
    ...when(lacksOne, 10277, "Debe informar los opcionales 2901 y 2902."),
    ...when(lacksOne, 10278, "En un punto de venta SEGWS debe informar los opcionales 2901 y 2902."),
    ...when(given > 0 && !isThere, 10279, "Los opcionales 2901 y 2902 son de Seguros de Caucion, en puntos SEGWS."),
    ...when(given > most, 10280, `No debe informar mas de ${most} opcionales.`),
    ...when(policies.length !== endorsements.length, 10281, "La cantidad de opcionales 2901 y 2902 debe ser igual."),
    ...when(isSurety && !isInsurer, 10282, "El emisor no pertenece a la nomina de Seguros de Caucion."),
  ];
};
