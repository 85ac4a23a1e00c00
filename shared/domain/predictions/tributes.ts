import { otherTribute, tributes as tributeTypes } from "../code-tables/tributes.js";
import { Decimal } from "../money.js";
import { foreseen } from "../refusal.js";
import { isFceType } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

export const tributeRefusals = {
  zero: foreseen(10024, "tributes", "tributes that come to 0 must be left out", "Los tributos suman 0: quitalos."),
  type: foreseen(
    10025,
    "tributes.#.type",
    "is not a tribute of the authority's: see taxauth/tables/tributes",
    "ARCA no tiene ese tributo: elegí otro.",
  ),
  descriptionOfFce: foreseen(
    10042,
    "tributes.#.description",
    "is required in credit invoices",
    "Falta la descripción: en facturas de crédito todo tributo la lleva.",
  ),
  description: foreseen(
    10042,
    "tributes.#.description",
    "is required for tributes of type 99",
    "Falta la descripción: el tributo «Otro» la lleva.",
  ),
};

/** Source: issuer/authority/README.md, sections 4.4 and 12.2. */
export const predictTributes: Prediction = ({ body: { voucherType, tributes }, amounts }) => {
  const isFce = isFceType(voucherType);
  const refusals = tributeRefusals;
  if (tributes.length > 0 && new Decimal(amounts.tributes).isZero()) return when(true, refusals.zero);
  return tributes.flatMap(({ type, description }, index) => [
    ...when(!tributeTypes.some(({ id }) => id === String(type)), refusals.type, { field: `tributes.${index}.type` }),
    ...when(
      (type === otherTribute || isFce) && !description?.trim(),
      isFce ? refusals.descriptionOfFce : refusals.description,
      { field: `tributes.${index}.description` },
    ),
  ]);
};
