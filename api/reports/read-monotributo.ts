import { getCompany } from "../../shared/db/company/companies.js";
import { readEnteredCaps } from "../../shared/db/company/monotributo-caps.js";
import { sumIncome } from "../../shared/db/reports/monotributo-income.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { isMonotributo } from "../../shared/domain/issuer-conditions.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { findCaps } from "../../shared/domain/monotributo/caps.js";
import { lackOfCaps, type MonotributoStanding, standingOf } from "../../shared/domain/monotributo/standing.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { businessFault } from "../http/errors.js";
import type { ReadingDeps } from "./deps.js";

/**
 * Standing of a monotributista against the caps, by what it issued here. It reads each voucher of letter C of a year: by law there are not many.
 * Source: api/README.md, "Monotributo". @throws ApiError 400 for a company of another condition
 */
export const readMonotributo = (
  { read, now }: Pick<ReadingDeps, "read" | "now">,
  tenant: Tenant,
): Promise<{ standing: MonotributoStanding; lack: LocalizedText | undefined }> =>
  read(tenant, async ({ reading }) => {
    const db = reading.of(tenant);
    const today = argentineDay(now());
    const { taxType, monotributoCategory } = await getCompany(db, tenant.companyId);
    if (!isMonotributo(taxType)) throw businessFault(forMonotributo(taxType));
    const [entered, issued] = await Promise.all([readEnteredCaps(db), sumIncome(db, tenant, today)]);
    const caps = findCaps(today, entered);
    return { standing: standingOf(monotributoCategory, caps, issued, today), lack: lackOfCaps(caps, today) };
  });

const forMonotributo = (taxType: number): LocalizedText => ({
  en: `This report is for companies in the monotributo (taxType 6): the company's taxType is ${taxType}.`,
  es: `Este reporte es para monotributistas (taxType 6): el taxType de la empresa es ${taxType}.`,
  app: "Este reporte es para monotributistas: la condición de la empresa es otra.",
});
