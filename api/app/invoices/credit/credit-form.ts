import { Decimal } from "../../../../shared/domain/money.js";
import { type Form, text } from "../../frame/form.js";
import { parseDecimal } from "../../spanish/typed.js";
import type { Voucher } from "../voucher.js";

/** Form of a note, as it was typed. */
export interface CreditForm {
  /** The API's `idempotency`: however often the form is sent, it makes one note. */
  key: string;
  /** The whole voucher, whatever else is typed. */
  whole: boolean;
  /** How much of each line of the voucher; empty for nothing. */
  quantities: string[];
  /** An amount that belongs to no line. */
  amount: string;
  description: string;
  taxType: string;
  legend: string;
  /** The buyer rejected the credit invoice. */
  cancellation: boolean;
  /** A part of the voucher takes back its part of the perceptions. */
  perceptions: boolean;
}

export const emptyCreditForm = (key: string): CreditForm => ({
  key,
  whole: false,
  quantities: [],
  amount: "",
  description: "",
  taxType: "",
  legend: "",
  cancellation: false,
  perceptions: false,
});

export const readCreditForm = (form: Form, { items }: Pick<Voucher, "items">): CreditForm => ({
  key: text(form, "key"),
  whole: text(form, "whole") === "true",
  quantities: items.map((_, at) => text(form, quantityName(at))),
  amount: text(form, "amount"),
  description: text(form, "description"),
  taxType: text(form, "taxType"),
  legend: text(form, "legend"),
  cancellation: text(form, "cancellation") === "true",
  perceptions: text(form, "perceptions") === "true",
});

export const quantityName = (at: number): string => `quantity-${at}`;

interface CreditFault {
  field: string;
  message: string;
}

export interface AskedCredit {
  /** Body for POST /invoices/{id}/credit-notes. */
  body: Record<string, unknown>;
  /** Before anything is asked of the API: what cannot be read. */
  faults: CreditFault[];
  /** The field of the form behind each item of the body. */
  fieldOf: string[];
}

type VoucherItem = Voucher["items"][number];

/** The body that the form of a debit note means: an amount, and what it is for. */
export const toDebitBody = (typed: CreditForm): AskedCredit =>
  toCreditBody({ ...typed, whole: false, description: typed.description || "Débito" }, { items: [] });

/** The body that the form of a credit note means. The prices and rates of lines are the voucher's own. */
export function toCreditBody(typed: CreditForm, { items: sold }: Pick<Voucher, "items">): AskedCredit {
  const terms = {
    idempotency: typed.key,
    ...(typed.legend !== "" && { legend: typed.legend }),
    ...(typed.cancellation && { fce: { cancellation: true } }),
  };
  if (typed.whole) return { body: terms, faults: [], fieldOf: [] };

  const faults: CreditFault[] = [];
  const lines: { item: Partial<VoucherItem>; field: string }[] = [];
  for (const [at, item] of sold.entries()) {
    const field = quantityName(at);
    const given = typed.quantities[at] ?? "";
    if (given === "") continue;
    const quantity = parseDecimal(given);
    if (quantity === undefined || new Decimal(quantity).isNegative())
      faults.push({ field, message: "Escribí una cantidad, como 2 o 1,5." });
    else if (new Decimal(quantity).greaterThan(item.quantity))
      faults.push({
        field,
        message: `El comprobante tiene ${item.quantity}: no se puede acreditar más.`.replace(/(\d)\.(\d)/, "$1,$2"),
      });
    else if (!new Decimal(quantity).isZero()) lines.push({ item: creditedItem(item, quantity), field });
  }
  if (typed.amount !== "") {
    const price = parseDecimal(typed.amount);
    if (price === undefined || !new Decimal(price).isPositive() || new Decimal(price).isZero())
      faults.push({ field: "amount", message: "Escribí un importe mayor que cero, como 1.234,56." });
    else {
      const taxType = /^\d{1,2}$/.test(typed.taxType) ? { taxType: Number(typed.taxType) } : {};
      const description = typed.description || "Crédito";
      lines.push({ item: { description, quantity: 1, price: Number(price), ...taxType }, field: "amount" });
    }
  }
  if (lines.length === 0 && faults.length === 0)
    faults.push({
      field: sold.length > 0 ? quantityName(0) : "amount",
      message:
        sold.length > 0
          ? "Elegí qué acreditar: una cantidad de alguna línea, o un importe."
          : "Escribí un importe mayor que cero, como 1.234,56.",
    });
  const perceptions = typed.perceptions && { perceptions: "original" };
  const items = lines.map(({ item }) => item);
  return { body: { ...terms, ...perceptions, items }, faults, fieldOf: lines.map(({ field }) => field) };
}

/** So much of a line. A discount in money is of the whole line, so a part of the line has its part of it. */
function creditedItem(item: VoucherItem, quantity: string): VoucherItem {
  const part = new Decimal(quantity).div(item.quantity);
  const discount =
    item.discountType === "amount"
      ? new Decimal(item.discount).times(part).toDecimalPlaces(2).toNumber()
      : item.discount;
  return { ...item, quantity: Number(quantity), discount };
}

/** The field of the form that a fault of the API belongs to; null for one of none. */
export function creditFieldOf(field: string | null, fieldOf: string[]): string | null {
  if (field === "legend") return "legend";
  const [, index, name] = /^items\.(\d+)(?:\.(\w+))?/.exec(field ?? "") ?? [];
  const own = fieldOf[Number(index)] ?? null;
  return own === "amount" && (name === "taxType" || name === "description") ? name : own;
}
