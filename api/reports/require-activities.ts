import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { IvaSimple } from "../../shared/domain/reports/iva-simple.js";
import { decimal } from "../../shared/domain/spanish.js";
import { ApiError } from "../http/errors.js";

/** @throws ApiError 400 naming the vouchers without an activity, the first 100 of them */
export function requireActivities({ withoutActivity: { count, names } }: Pick<IvaSimple, "withoutActivity">): void {
  if (count === 0) return;
  throw new ApiError(
    400,
    {
      en: `activityCode: ${count} vouchers of the period have no activity: set activityCode with PATCH /fiscal-data, or activity of their points of sale.`,
      es: `Hay ${decimal(count)} comprobantes del mes sin actividad: cargá la actividad en Datos fiscales o en sus puntos de venta.`,
    },
    {
      code: "VALIDATION_ERROR",
      faults: names.map((name) => ({ field: "activityCode", message: lacksActivity(name) })),
    },
  );
}

const lacksActivity = (name: string): LocalizedText => ({
  en: `${name} has no activity`,
  es: `${name} no tiene actividad: cargala en Datos fiscales o en su punto de venta.`,
});
