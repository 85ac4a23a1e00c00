import { otherTribute } from "../code-tables/tributes.js";
import { printFullNumber } from "../formats.js";
import type { Activity, Buyer } from "../further-data.js";
import { Decimal, formatAmount } from "../money.js";
import type { Optional } from "../optionals/optionals.js";
import { type CsvCell, csvText, csvValue } from "./csv-cell.js";
import type { CsvLocale } from "./csv-locale.js";

/** Fields of a listed voucher that are more than a value, as these columns read them. Source: api/README.md, "Voucher". */
export interface ListedVoucher {
  [field: string]: unknown;
  vat: { rate: string; base: string; amount: string }[];
  tributes: { type: number; subtotal: number }[] | null;
  associatedVouchers: { voucherType: number; posNumber: number; voucherNumber: number }[] | null;
  items: unknown[];
  /** Missing in vouchers from before these fields. */
  optionals?: Optional[] | null;
  activities?: Activity[] | null;
  buyers?: Buyer[] | null;
}

/** A column: its name, and its cell in a voucher's line. Null is an empty cell. */
interface VoucherColumn {
  name: string;
  cell(voucher: ListedVoucher, locale: CsvLocale): CsvCell | null;
}

/** Columns of fields that are one value, or one within another, as their name says: `customer.name`. */
const fields =
  (write: (value: unknown, locale: CsvLocale) => CsvCell) =>
  (...names: string[]): VoucherColumn[] =>
    names.map((name) => {
      const [field = "", inner] = name.split(".");
      return {
        name,
        cell(voucher, locale) {
          const outer = voucher[field];
          const value = inner === undefined ? outer : (outer as Record<string, unknown> | null | undefined)?.[inner];
          return value === null || value === undefined ? null : write(value, locale);
        },
      };
    });

const values = fields((value) => csvValue(String(value)));
const decimals = fields((value, locale) => locale.decimal(String(value)));
const dates = fields((value, locale) => locale.date(String(value)));
const instants = fields((value, locale) => locale.instant(String(value)));
const texts = fields((value, locale) => locale.text(String(value)));

/** An amount as `formatAmount` gives it. */
const formatted = /^(?:0|[1-9]\d{0,14})\.\d\d$/;

/** Empty when there is none of them. Mostly there is one, and it is its own sum. */
function total(amounts: (string | number)[], locale: CsvLocale): CsvCell | null {
  const [first] = amounts;
  if (first === undefined) return null;
  if (amounts.length === 1 && formatted.test(String(first))) return locale.decimal(String(first));
  return locale.decimal(formatAmount(amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), new Decimal(0))));
}

/** Source: issuer/authority/README.md, section 7. */
const vatRates = ["0", "2.5", "5", "10.5", "21", "27"];

const vatColumns = vatRates.flatMap((rate): VoucherColumn[] =>
  (["base", "amount"] as const).map((part) => ({
    name: `vat.${rate}.${part}`,
    cell: ({ vat }, locale) =>
      total(
        vat.filter((row) => row.rate === rate).map((row) => row[part]),
        locale,
      ),
  })),
);

/** Source: issuer/authority/README.md, section 7. Any other kind counts as the last one, "other". */
const tributeTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 99];

const kindOf = (type: number) => (tributeTypes.includes(type) ? type : otherTribute);

const tributeColumns = tributeTypes.map(
  (type): VoucherColumn => ({
    name: `tributes.${type}`,
    cell: ({ tributes }, locale) =>
      total(
        (tributes ?? []).filter((row) => kindOf(row.type) === type).map((row) => row.subtotal),
        locale,
      ),
  }),
);

/** As they are printed, with their type before: `6 00001-00000123`. */
const associatedVouchers: VoucherColumn = {
  name: "associatedVouchers",
  cell({ associatedVouchers: list }) {
    const printed = list?.map(
      ({ voucherType, posNumber, voucherNumber }) => `${voucherType} ${printFullNumber(posNumber, voucherNumber)}`,
    );
    return printed ? csvText(printed.join(", ")) : null;
  },
};

/** List in one cell, with a comma between the values. */
const list = (name: string, read: (voucher: ListedVoucher) => (string | number)[] | undefined): VoucherColumn => ({
  name,
  cell(voucher) {
    const all = read(voucher) ?? [];
    return all.length > 0 ? csvText(all.join(", ")) : null;
  },
});

const furtherColumns: VoucherColumn[] = [
  list("optionals.id", ({ optionals }) => optionals?.map(({ id }) => id)),
  list("optionals.value", ({ optionals }) => optionals?.map(({ value }) => value)),
  list("activities.id", ({ activities }) => activities?.map(({ id }) => id)),
  list("buyers", ({ buyers }) => buyers?.map(({ docType, docNumber, share }) => `${docType} ${docNumber} ${share}`)),
];

const itemCount: VoucherColumn = { name: "items", cell: ({ items }) => csvValue(String(items.length)) };

const columns: VoucherColumn[] = [
  ...dates("voucherDate"),
  ...values("voucherType", "posNumber", "voucherNumber"),
  ...texts("cae"),
  ...dates("caeExpirationDate"),
  ...values("docType"),
  ...texts("docNumber", "customer.name"),
  ...values("customer.taxType", "receiverTaxConditionId"),
  ...texts("customer.address"),
  ...values("customer.stateId"),
  ...texts("currency"),
  ...decimals(
    "currencyQuotation",
    "netAmount",
    "vatAmount",
    "exemptAmount",
    "notTaxableAmount",
    "tributesAmount",
    "totalAmount",
  ),
  ...vatColumns,
  ...tributeColumns,
  ...decimals("creditedAmount", "debitedAmount"),
  ...values("concept"),
  ...dates("serviceFrom", "serviceTo", "serviceExpiration"),
  associatedVouchers,
  ...dates("associatedPeriod.from", "associatedPeriod.to"),
  ...texts("activityCode", "saleCondition"),
  ...texts("fce.cbu", "fce.alias", "fce.transfer"),
  ...values("fce.cancellation"),
  ...texts("cancelsInSameForeignCurrency"),
  itemCount,
  ...texts("legend", "comments", "externalReference", "idempotency", "source", "authorization", "userEmail"),
  ...values("apiKeyId"),
  ...instants("created"),
  ...values("id"),
  // New columns come last: programs may count them.
  ...furtherColumns,
  ...values("perceptions.period", "perceptions.deliveryStateId"),
  ...texts("perceptions.letter"),
  ...values("perceptions.digit", "perceptions.crc"),
];

/** The names of the columns, which are those of the listing's fields. Source: api/README.md, "Vouchers in CSV". */
export const voucherColumns: readonly string[] = columns.map(({ name }) => name);

/** The cells of a listed voucher, in the order of the columns. Amounts are as they stand in the listing: credit notes positive. */
export const toVoucherCells = (voucher: ListedVoucher, locale: CsvLocale): (CsvCell | null)[] =>
  columns.map(({ cell }) => cell(voucher, locale));
