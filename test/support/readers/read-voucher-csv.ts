import { parse } from "csv-parse/sync";
import { readCsvText } from "../../../shared/domain/reports/csv-cell.js";

type Line = Record<string, string>;

/** The lines of vouchers.csv, their cells by column, each as the file for programs has it. */
export function readVoucherCsv(csv: string, locale?: "es-AR"): Line[] {
  const forPeople = locale === "es-AR";
  if (forPeople !== csv.startsWith("\uFEFF"))
    throw new Error("a file for people alone begins with the byte order mark");
  const lines: Line[] = parse(forPeople ? csv.slice(1) : csv, {
    columns: true,
    delimiter: forPeople ? ";" : ",",
    record_delimiter: "\r\n",
  });
  return lines.map((line) =>
    Object.fromEntries(
      Object.entries(line).map(([name, cell]) => [name, forPeople ? readForPeople(name, cell) : readCsvText(cell)]),
    ),
  );
}

const amounts = /^(vat|tributes)\.|Amount$|Quotation$/;
const days = /Date$|^associatedPeriod\.|^service/;

function readForPeople(name: string, cell: string): string {
  if (amounts.test(name)) return cell.replace(",", ".");
  if (days.test(name)) return cell.replaceAll("-", "");
  if (name === "created") return cell && new Date(`${cell.replace(" ", "T")}-03:00`).toISOString();
  const [, asText] = /^="([^"]*)"$/.exec(cell) ?? [];
  return asText ?? readCsvText(cell);
}

/** What the file leaves out. Source: api/README.md, "Vouchers in CSV". */
export const leftOut = [
  "additionalData",
  "customer.docNumber",
  "customer.docType",
  "emails",
  "givenUp",
  "hasPdf",
  "priceIncludesVat",
  "production",
  "reportErrors",
  "reported",
  "settings",
  "status",
  "taxAuthObservations",
];

/** The cells that a listed voucher must have, without the empty ones. */
export function toCsvLine(voucher: Record<string, unknown>, locale?: "es-AR"): Line {
  const cells = Object.entries(voucher).flatMap(([name, value]) => toCells(name, value));
  const line: Line = Object.fromEntries(cells.filter(([name, cell]) => cell !== "" && !leftOut.includes(name)));
  // A file for people has whole seconds.
  if (locale && line["created"]) line["created"] = line["created"].replace(/\.\d+Z/, ".000Z");
  return line;
}

interface Lists {
  vat: { rate: string; base: string; amount: string }[];
  tributes: { type: number; subtotal: number }[];
  associatedVouchers: { voucherType: number; posNumber: number; voucherNumber: number }[];
}

/** Several values in one cell. */
function furtherCells(name: string, rows: Record<string, unknown>[]): [string, string][] | undefined {
  const all = (field: string) => rows.map((row) => String(row[field])).join(", ");
  if (name === "optionals")
    return [
      ["optionals.id", all("id")],
      ["optionals.value", all("value")],
    ];
  if (name === "activities") return [["activities.id", all("id")]];
  if (name !== "buyers") return undefined;
  return [[name, rows.map(({ docType, docNumber, share }) => `${docType} ${docNumber} ${share}`).join(", ")]];
}

function toCells(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || leftOut.includes(name)) return [];
  if (!Array.isArray(value))
    return typeof value === "object"
      ? Object.entries(value).flatMap(([key, inner]) => toCells(`${name}.${key}`, inner))
      : [[name, String(value)]];
  if (name === "vat")
    return summed(
      (value as Lists["vat"]).flatMap(({ rate, base, amount }) => [
        [`vat.${rate}.base`, Number(base)],
        [`vat.${rate}.amount`, Number(amount)],
      ]),
    );
  if (name === "tributes")
    return summed(
      (value as Lists["tributes"]).map(({ type, subtotal }) => [`tributes.${type === 98 ? 99 : type}`, subtotal]),
    );
  if (name === "associatedVouchers") {
    const pad = (number: number, width: number) => String(number).padStart(width, "0");
    const printed = (value as Lists["associatedVouchers"]).map(
      ({ voucherType, posNumber, voucherNumber }) => `${voucherType} ${pad(posNumber, 5)}-${pad(voucherNumber, 8)}`,
    );
    return [[name, printed.join(", ")]];
  }
  const further = furtherCells(name, value);
  return further ?? [[name, String(value.length)]];
}

/** The sums of amounts of the same name. */
function summed(amounts: [string, number][]): [string, string][] {
  const cents = new Map<string, number>();
  for (const [name, amount] of amounts) cents.set(name, (cents.get(name) ?? 0) + Math.round(amount * 100));
  return [...cents].map(([name, sum]) => [name, (sum / 100).toFixed(2)]);
}
