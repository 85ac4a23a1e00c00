import { tributes as tributeTypes } from "../code-tables/tributes.js";
import { Decimal } from "../money.js";
import { isFceType } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

const other = 99;

/** Source: issuer/authority/README.md, sections 4.4 and 12.2. */
export const predictTributes: Prediction = ({ body: { voucherType, tributes }, amounts }) => {
  const isFce = isFceType(voucherType);
  if (tributes.length > 0 && new Decimal(amounts.tributes).isZero())
    return when(true, "tributes", 10024, "tributes that come to 0 must be left out");
  return tributes.flatMap(({ type, description }, index) => [
    ...when(
      !tributeTypes.some(({ id }) => id === String(type)),
      `tributes.${index}.type`,
      10025,
      "is not a tribute of the authority's: see taxauth/tables/tributes",
    ),
    ...when(
      (type === other || isFce) && !description?.trim(),
      `tributes.${index}.description`,
      10042,
      isFce ? "is required in credit invoices" : "is required for tributes of type 99",
    ),
  ]);
};
