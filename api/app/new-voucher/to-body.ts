import { anonymousType, cuitType, dniType } from "../../../shared/domain/document-type.js";
import { findInvoiceOf, findVoucherType, isNote } from "../../../shared/domain/voucher-types.js";
import { issuanceRequestShape } from "../../schemas/issuance-request.js";
import { associatedVoucher, customer, item, tribute } from "../../schemas/voucher-parts.js";
import { partOf, placesOf, read, type TypedFields } from "../fields/typed.js";
import { chooseType, finalConsumer } from "./choose-type.js";
import type { IssuerTaxStatus } from "./form-options.js";
import { digitsOf, furtherOf, orNone } from "./further-body.js";
import { filledPlacesOf } from "./lines.js";

/** A body of POST invoices, as far as it was filled in: the API judges it. */
export interface Draft {
  body: Record<string, unknown> & { items: unknown[] };
  /** Why the type is this one, or what is needed to know it. */
  reason: string;
  /** The field of the form that a path of the body stands for: rows that were left blank are not in the body. */
  fieldOf(path: string | null): string | null;
}

/** The issuance body of what was filled in. Pure: the same form gives the same body. */
export function toBody(key: string, typed: TypedFields, own: IssuerTaxStatus): Draft {
  const receiver = customerOf(typed);
  const { voucherType, letter, reason } = chooseType(typed, own, receiver.taxType);
  const traits = findVoucherType(Number(voucherType));
  const isNoteType = traits !== undefined && isNote(traits);
  const { serviceFrom, serviceTo, serviceExpiration, ...given } = partOf(issuanceRequestShape, typed);
  const { associatedPeriod, fce, currency, cancelsInSameForeignCurrency, perceptions, deliveryStateId, ...others } =
    given;
  const isService = ["2", "3"].includes(read(typed, "concept"));
  const isForeign = !["", "PES"].includes(read(typed, "currency.id"));
  const items = filledPlacesOf(typed, "items");
  // Without any line the first one is at fault, with what it lacks.
  const lines = items.length > 0 ? items : placesOf(typed, "items").slice(0, 1);
  const tributes = filledPlacesOf(typed, "tributes");
  const emails = filledPlacesOf(typed, "emails");
  const { body: further, buyers, optionalField } = furtherOf(typed);
  const body = {
    ...others,
    ...further,
    idempotency: key,
    voucherType,
    concept: others.concept ?? 1,
    customer: receiver,
    items: lines.map((place) => lineOf(typed, `items.${place}`, letter === "C")),
    ...(isService && { serviceFrom, serviceTo }),
    ...((traits?.isFce ? !isNoteType : isService) && { serviceExpiration }),
    ...(isNoteType && { associatedPeriod, associatedVouchers: associatedOf(typed, Number(voucherType)) }),
    ...(traits?.isFce && { fce: fceOf(Object(fce), isNoteType) }),
    ...(isForeign && { currency, cancelsInSameForeignCurrency }),
    priceIncludesVat: others.priceIncludesVat ?? letter !== "A",
    tributes: orNone(tributes.map((place) => partOf(tribute, typed, `tributes.${place}`))),
    ...(perceptions !== undefined && {
      perceptions: traits?.kind === "creditNote" ? "original" : "sircip",
      ...(traits?.kind !== "creditNote" && { deliveryStateId }),
    }),
    emails: orNone(emails.map((place) => ({ email: read(typed, `emails.${place}.email`) }))),
    additionalData: additionalDataOf(typed),
  };
  const places: Record<string, number[]> = { items: lines, tributes, emails, buyers };
  return {
    body,
    reason,
    fieldOf: (path) => (path === null ? null : (ofOptional(path) ?? toField(path, places))),
  };

  function ofOptional(path: string): string | undefined {
    const [, index, part = "value"] = /^optionals\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    return index === undefined ? undefined : optionalField(Number(index), part);
  }
}

/** Eleven digits are a CUIT, fewer a DNI, none is a final consumer who is not identified, unless a document type was chosen. */
function customerOf(typed: TypedFields) {
  const given = partOf(customer, typed, "customer");
  const number = documentOf(typed);
  const docType = given.docType ?? docTypeOf(number);
  return {
    ...given,
    docType,
    docNumber: docType === anonymousType && /^0*$/.test(number) ? "0" : number,
    name: given.name ?? (docType === anonymousType ? "Consumidor Final" : undefined),
    taxType: given.taxType ?? (docType === cuitType ? undefined : finalConsumer),
  };
}

/** Digits of the receiver's document number. */
export const documentOf = (typed: TypedFields): string => digitsOf(read(typed, "customer.docNumber"));

export const docTypeOf = (number: string): number =>
  /^0*$/.test(number) ? anonymousType : number.length > 8 ? cuitType : dniType;

/** The rate is of no line of letter C, and a kind of discount of none without a discount. */
function lineOf(typed: TypedFields, line: string, isC: boolean) {
  const { taxType, discountType, ...others } = partOf(item, typed, line);
  return {
    ...others,
    taxType: isC ? undefined : taxType,
    discountType: others.discount === undefined ? undefined : discountType,
  };
}

/** The voucher that a note names, if it names one. */
function associatedOf(typed: TypedFields, noteType: number) {
  const { cuit: _, voucherType, ...named } = partOf(associatedVoucher, typed, "associatedVouchers.0");
  const isNamed = named.posNumber !== undefined || named.voucherNumber !== undefined;
  return isNamed ? [{ voucherType: voucherType ?? findInvoiceOf(noteType), ...named }] : undefined;
}

/** People write a CBU in groups. */
const fceOf = ({ cancellation, ...payment }: Record<string, unknown>, isNoteType: boolean) =>
  isNoteType
    ? { cancellation: cancellation === true }
    : { ...payment, cbu: String(payment.cbu ?? "").replace(/\s/g, "") || undefined };

function additionalDataOf(typed: TypedFields) {
  const prefix = "additionalData.";
  const given = Object.entries(typed).filter(([name, text]) => name.startsWith(prefix) && text !== "");
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map(([name, text]) => [name.slice(prefix.length), text]));
}

/** Where a fault of a whole part is shown. */
const firstFields: Record<string, string> = {
  customer: "customer.docNumber",
  associatedVouchers: "associatedVouchers.0.posNumber",
  associatedPeriod: "associatedPeriod.from",
  tributes: "tributes.0.type",
  currency: "currency.id",
  receiverTaxConditionId: "customer.taxType",
  emails: "emails.0.email",
  optionals: "optionals.0.value",
  buyers: "buyers.0.share",
};

function toField(path: string, places: Record<string, number[]>): string | null {
  if (path === "idempotency") return null;
  if (path.startsWith("activities.")) return "activities";
  const [list = "", index, ...rest] = path.split(".");
  if (path === "items") return `items.${places.items?.[0] ?? 0}.description`;
  const place = index === undefined ? undefined : places[list]?.[Number(index)];
  if (place !== undefined) return [list, place, ...(rest.length > 0 ? rest : ["description"])].join(".");
  return firstFields[path] ?? path;
}
