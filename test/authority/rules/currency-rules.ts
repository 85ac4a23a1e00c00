import { Decimal } from "../decimal.js";
import { currencyIds } from "../tables.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

function foreignRules({ voucher, settings }: RuleInput): Finding[] {
  const { MonId = "", MonCotiz, CanMisMonExt } = voucher;
  const official = settings.quotations[MonId];
  if (CanMisMonExt === "S")
    return when(
      MonCotiz !== undefined && official !== undefined && !new Decimal(MonCotiz).eq(official),
      10038,
      "El campo MonCotiz debe ser igual a la cotizacion registrada del dia habil anterior cuando CanMisMonExt es S.",
    );
  const rate = new Decimal(MonCotiz ?? 0);
  if (!rate.gt(0)) return when(true, 10038, "El campo MonCotiz es obligatorio y debe ser mayor a cero (0).");
  const isAbove = (limit: Decimal) => official !== undefined && rate.gt(limit);
  if (settings.quotationCap === "checked" && isAbove(new Decimal(official ?? 0).plus(1)))
    return when(true, 10240, "El campo MonCotiz no puede superar en 1 a la cotizacion oficial.");
  return when(
    official !== undefined && (rate.lt(new Decimal(official).times("0.02")) || rate.gt(new Decimal(official).times(5))),
    10119,
    "El campo MonCotiz no puede ser inferior al 2% ni superior al 400% de la cotizacion oficial.",
  );
}

/** Source: issuer/authority/README.md, section 4.7. */
export const currencyRules: Rule = (input) => {
  const { MonId, MonCotiz, CanMisMonExt } = input.voucher;
  const findings = when(
    CanMisMonExt !== undefined && CanMisMonExt !== "S" && CanMisMonExt !== "N",
    10239,
    "El campo CanMisMonExt debe ser S o N.",
  );
  if (MonId === undefined || !currencyIds.has(MonId))
    return [
      ...findings,
      ...when(true, 10037, "El campo MonId debe ser alguno de los devueltos por el metodo FEParamGetTiposMonedas."),
    ];
  if (MonId !== "PES") return [...findings, ...foreignRules(input)];
  return [
    ...findings,
    ...when(
      !new Decimal(MonCotiz ?? 0).eq(1),
      10039,
      "Si MonId es PES el campo MonCotiz es obligatorio y debe ser igual a 1.",
    ),
    ...when(CanMisMonExt === "S", 10241, "Si MonId es PES el campo CanMisMonExt no debe informarse o debe ser N."),
  ];
};
