import type { Language } from "../../../shared/domain/localized-text.js";
import { csvText, csvValue } from "../../../shared/domain/reports/csv-cell.js";
import { writeCsv } from "../../csv/write-csv.js";

interface ExampleOf {
  posNumber: number;
  voucherType: number;
  /** `YYYYMMDD` */
  voucherDate: string;
}

const header = [
  "idempotency",
  "posNumber",
  "voucherType",
  "concept",
  "voucherDate",
  "customer.docType",
  "customer.docNumber",
  "customer.name",
  "customer.taxType",
  "priceIncludesVat",
  "items.description",
  "items.quantity",
  "items.price",
  "items.taxType",
  "emails.email",
];

/**
 * A batch in CSV that can be sent as it is: two vouchers for final consumers, the first with two items. In Spanish with semicolons and
 * decimal commas, which a spreadsheet there opens in columns.
 */
export function writeTemplate({ posNumber, voucherType, voucherDate }: ExampleOf, language: Language): string {
  const sale = [posNumber, voucherType, 1, voucherDate, 99, "0", "Consumidor Final", 5, true];
  const rest = sale.map(() => null);
  const rows = [
    header,
    ["example-1", ...sale, "Yerba mate 1 kg", 2, 3500.5, 5, null],
    ["example-1", ...rest, "Bombilla, de alpaca", 1, 12000, 5, null],
    ["example-2", ...sale, "Mate de calabaza", 1, 8500, 5, "cliente@example.com"],
  ];
  const isSpanish = language === "es";
  const toCell = (cell: string | number | boolean | null) => {
    if (typeof cell === "string") return csvText(cell);
    return isSpanish && typeof cell === "number" ? csvValue(String(cell).replace(".", ",")) : cell;
  };
  return writeCsv(
    rows.map((row) => row.map(toCell)),
    isSpanish ? ";" : ",",
  );
}
