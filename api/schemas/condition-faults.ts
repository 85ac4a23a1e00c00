import { isFiscalDate } from "../../shared/domain/calendar.js";
import { Decimal, toCents } from "../../shared/domain/money.js";
import { findVoucherType, isNote, type VoucherTypeTraits } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../errors.js";
import { currencyCode } from "./issuance-request.js";

/** Conditions between fields. Checks the raw body, so that these faults are reported together with those of single fields. */
export function findConditionFaults(raw: object): FieldFault[] {
  const body = raw as Record<string, unknown>;
  const faults: FieldFault[] = [];
  const type = typeof body.voucherType === "number" ? findVoucherType(body.voucherType) : undefined;

  if (Number.isInteger(body.voucherType) && !type) {
    faults.push({
      field: "voucherType",
      message: "is not a type that can be issued here: 1, 2, 3, 6, 7, 8, 11, 12, 13",
    });
  }
  if (body.concept === 2 || body.concept === 3) {
    for (const field of ["serviceFrom", "serviceTo", "serviceExpiration"]) {
      if (isAbsent(body[field]))
        faults.push({ field, message: "is required when concept is 2 or 3: a date as YYYYMMDD" });
    }
  }
  faults.push(...findAssociationFaults(type, body));
  if (Array.isArray(body.items)) {
    for (const [index, item] of body.items.entries()) {
      if (!isObject(item)) continue;
      if (type && type.letter !== "C" && isAbsent(item.taxType))
        faults.push({
          field: `items.${index}.taxType`,
          message: "is required: the VAT rate code of the line (5 is 21 %)",
        });
      faults.push(...findDiscountFault(item).map((message) => ({ field: `items.${index}.discount`, message })));
    }
  }
  if (isObject(body.currency)) faults.push(...findQuotationFault(body.currency));
  return faults;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isAbsent = (value: unknown) => value === undefined || value === null;
const isEmpty = (value: unknown) => isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** A note tells what it modifies: vouchers, or a period that ends no later than it. Source: api/README.md, "Issuance request body". */
function findAssociationFaults(type: VoucherTypeTraits | undefined, body: Record<string, unknown>): FieldFault[] {
  const { associatedVouchers, associatedPeriod, voucherDate } = body;
  const isNoteType = type !== undefined && isNote(type);
  if (isNoteType && isEmpty(associatedVouchers) && isAbsent(associatedPeriod))
    return [
      {
        field: "associatedVouchers",
        message: "is required for credit and debit notes: the voucher that is modified, or else associatedPeriod",
      },
    ];
  if (isAbsent(associatedPeriod)) return [];
  const field = "associatedPeriod";
  if (type !== undefined && !isNoteType) return [{ field, message: "is for credit and debit notes only" }];
  if (isNoteType && !isEmpty(associatedVouchers))
    return [{ field, message: "must not be sent together with associatedVouchers: a note has one of the two" }];
  if (!isObject(associatedPeriod)) return [];
  const { from, to } = associatedPeriod;
  const isLater = (one: unknown, other: unknown) => isFiscalDay(one) && isFiscalDay(other) && one > other;
  return [
    ...(isLater(from, to) ? [{ field: `${field}.from`, message: "must not be after to" }] : []),
    ...(isLater(to, voucherDate) ? [{ field: `${field}.to`, message: "must not be after voucherDate" }] : []),
  ];
}

const isFiscalDay = (value: unknown): value is string => typeof value === "string" && isFiscalDate(value);

/** A discount cannot be more than its line. */
function findDiscountFault({ quantity, price, discount, discountType }: Record<string, unknown>): string[] {
  if (typeof discount !== "number") return [];
  if (isAbsent(discountType) || discountType === "percentage")
    return discount > 100 ? ["must be 100 or less: it is a percentage"] : [];
  if (discountType !== "amount" || typeof quantity !== "number" || typeof price !== "number") return [];
  const most = toCents(new Decimal(quantity).times(price));
  return new Decimal(discount).gt(most) ? [`must be ${most} or less: the line is no more`] : [];
}

/** PES has quotation 1; for another currency the caller sends the day's. Source: api/README.md, "Issuance request body". */
function findQuotationFault({ id, quotation }: Record<string, unknown>): FieldFault[] {
  const field = "currency.quotation";
  if (isAbsent(id) || id === "PES") {
    if (typeof quotation !== "number" || quotation === 1) return [];
    return [{ field, message: "must be 1 for PES: for another currency, send its id" }];
  }
  if (!isAbsent(quotation) || typeof id !== "string" || !currencyCode.test(id)) return [];
  return [{ field, message: "is required with a currency other than PES: pesos per unit on that day" }];
}
