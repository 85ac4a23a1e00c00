import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  findPointOfSale,
  insertPointOfSale,
  type PointOfSale,
  type PointOfSaleChanges,
  updatePointOfSale,
} from "../../shared/db/company/points-of-sale.js";
import { changesBetween } from "../../shared/domain/changes.js";
import { notFound } from "../errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { refuseExcessPointOfSale } from "./company-limits.js";
import type { Operator, Written } from "./operator.js";

export const noPointOfSale = (number: number) => notFound(`There is no point of sale ${number} in this environment.`);

/** @throws ApiError 400 when the number is taken, or the environment has the most that are allowed */
export function addPointOfSale(
  operator: Operator,
  added: { number: number } & PointOfSaleChanges,
): Promise<PointOfSale> {
  const { companyId, production } = operator;
  return writeAudited(operator.db, operator.actor, companyId, async (tx) => {
    if (await findPointOfSale(tx, operator, added.number))
      throw fieldFault("number", `point of sale ${added.number} is there already`);
    await refuseExcessPointOfSale(tx, operator);
    const result = await insertPointOfSale(tx, operator, added);
    const { created: _, ...after } = result;
    return { result, record: { companyId, production, action: "pos.create", resourceId: `${added.number}`, after } };
  });
}

export function changePointOfSale(
  operator: Operator,
  number: number,
  changes: PointOfSaleChanges,
): Promise<Written<PointOfSale>> {
  const { companyId, production } = operator;
  return writeIfChanged(operator.db, operator.actor, companyId, async (tx) => {
    const before = await findPointOfSale(tx, operator, number);
    if (!before) throw noPointOfSale(number);
    const result = await updatePointOfSale(tx, operator, number, changes);
    const changed = changesBetween(before, result);
    return {
      result,
      record: changed && { companyId, production, action: "pos.update", resourceId: `${number}`, ...changed },
    };
  });
}
