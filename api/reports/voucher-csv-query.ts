import type { Context } from "hono";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import type { Listing } from "../../shared/db/listing/listing.js";
import { addMonths, toFiscalDate } from "../../shared/domain/calendar.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type CsvLocale, csvLocales } from "../../shared/domain/reports/csv-locale.js";
import type { ApiEnv } from "../http/env.js";
import { ignoredInFilters } from "../parsing/ignored-in-listing.js";
import { readListing } from "../parsing/read-listing.js";
import { readQuery } from "../parsing/read-query.js";
import { fieldFault } from "../schemas/check-body.js";

type VoucherSelection = Pick<Listing, "filters" | "ordering">;

const findIgnored = ignoredInFilters(voucherFields, "locale");

/** Reads what vouchers.csv is to hold, and how. Of a repeated `locale` the last one counts. @throws ApiError 400 naming the parameter */
export function readVoucherCsvQuery(c: Context<ApiEnv>): { listing: VoucherSelection; locale: CsvLocale } {
  const query = readQuery(c, findIgnored);
  return { listing: readListing(query, voucherFields), locale: findLocale(query.getAll("locale").at(-1)) };
}

const noLocale: LocalizedText = {
  en: "must be es-AR, or left out for commas and decimal points",
  es: "Tiene que ser es-AR, o faltar si querés comas y puntos decimales.",
  app: "Elegí el formato argentino o el de comas y puntos decimales.",
};

/** @throws ApiError 400 of the field `locale` */
function findLocale(name: string | undefined): CsvLocale {
  const locale = csvLocales.get(name);
  if (!locale) throw fieldFault("locale", noLocale);
  return locale;
}

/** The vouchers of a calendar month, `YYYYMM`, by date, type, point of sale and number. */
export function listingOfPeriod(period: string): VoucherSelection {
  const next = addMonths(`${period.slice(0, 4)}-${period.slice(4)}-01`, 1);
  const query = { date__gte: `${period}01`, date__lt: toFiscalDate(next), ordering: "date,type,pos,number" };
  return readListing(new URLSearchParams(query), voucherFields);
}
