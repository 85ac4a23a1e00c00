import type { IvaSimple } from "../../shared/domain/reports/iva-simple.js";
import { ApiError } from "../errors.js";

/** @throws ApiError 400 naming the vouchers without an activity, the first 100 of them */
export function requireActivities({ withoutActivity: { count, names } }: Pick<IvaSimple, "withoutActivity">): void {
  if (count === 0) return;
  const advice = "set activityCode with PATCH /fiscal-data, or activity of their points of sale";
  throw new ApiError(400, `activityCode: ${count} vouchers of the period have no activity: ${advice}.`, {
    code: "VALIDATION_ERROR",
    details: { errors: names.map((name) => ({ field: "activityCode", message: `${name} has no activity` })) },
  });
}
