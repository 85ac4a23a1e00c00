import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { findInvoiceOf, findVoucherType, isNote } from "../../../shared/domain/voucher-types.js";
import { item, tribute } from "../../schemas/voucher-parts.js";
import { settings } from "../../schemas/voucher-terms.js";
import { chooseType } from "./choose-type.js";
import type { Own } from "./desk.js";
import { furtherOf } from "./further-body.js";
import { filledPlacesOf, partOf, placesOf, read, type Typed, toCode, toDate, toNumber, toText } from "./typed.js";

/** A body of POST invoices, as far as it was filled in: the API judges it. */
export interface Draft {
  body: Record<string, unknown> & { customer: Customer; items: unknown[]; voucherType: unknown };
  /** Why the type is this one. */
  reason: string;
  /** The field of the form that a path of the body stands for: rows that were left blank are not in the body. */
  fieldOf(path: string | null): string | null;
}

/** Texts that the body takes as they are, and another voucher like this one, too. */
export const takenOver = [...printedTextNames, "legend"] as const;
/** All of them. */
export const plainFields = [...takenOver, "comments", "externalReference", "activityCode", "contingency"] as const;

const cuit = 80;
const dni = 96;
const nobody = 99;
const finalConsumer = 5;

/** The issuance body of what was filled in. Pure: the same form gives the same body. */
export function toBody(key: string, typed: Typed, own: Own): Draft {
  const customer = customerOf(typed);
  const { voucherType, letter, reason } = chooseType(typed, own, customer.taxType);
  const traits = findVoucherType(Number(voucherType));
  const isService = ["2", "3"].includes(read(typed, "concept"));
  const items = filledPlacesOf(typed, "items");
  // Without any line the first one is at fault, with what it lacks.
  const lines = items.length > 0 ? items : placesOf(typed, "items").slice(0, 1);
  const tributes = filledPlacesOf(typed, "tributes");
  const emails = filledPlacesOf(typed, "emails");
  const { body: further, buyers, optionalField } = furtherOf(typed);
  const body = {
    idempotency: key,
    posNumber: toCode(read(typed, "posNumber")),
    voucherType,
    concept: toCode(read(typed, "concept")) ?? 1,
    voucherDate: toDate(read(typed, "voucherDate")),
    customer,
    items: lines.map((place) => lineOf(typed, `items.${place}`, letter === "C")),
    ...(isService && {
      serviceFrom: toDate(read(typed, "serviceFrom")),
      serviceTo: toDate(read(typed, "serviceTo")),
    }),
    ...((isService || traits?.isFce) &&
      !(traits?.isFce && isNote(traits)) && { serviceExpiration: toDate(read(typed, "serviceExpiration")) }),
    ...(traits && isNote(traits) && associationOf(typed, Number(voucherType))),
    ...(traits?.isFce && { fce: fceOf(typed, isNote(traits)) }),
    ...currencyOf(typed),
    priceIncludesVat:
      read(typed, "priceIncludesVat") === "" ? letter !== "A" : read(typed, "priceIncludesVat") === "true",
    tributes: orNone(tributes.map((place) => partOf(tribute, typed, `tributes.${place}`))),
    emails: orNone(emails.map((place) => ({ email: read(typed, `emails.${place}.email`) }))),
    settings: settingsOf(typed),
    ...Object.fromEntries(plainFields.map((name) => [name, toText(read(typed, name))])),
    additionalData: additionalDataOf(typed),
    ...further,
  };
  const places: Record<string, number[]> = { items: lines, tributes, emails, buyers };
  return { body, reason, fieldOf: (path) => (path === null ? null : (ofOptional(path) ?? toField(path, places))) };

  function ofOptional(path: string): string | undefined {
    const [, index, part = "value"] = /^optionals\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    return index === undefined ? undefined : optionalField(Number(index), part);
  }
}

interface Customer {
  docType: unknown;
  docNumber: string;
  name: string | undefined;
  taxType: unknown;
  address: string | undefined;
  stateId: unknown;
}

/** Eleven digits are a CUIT, fewer a DNI, none is a final consumer who is not identified, unless a document type was chosen. */
function customerOf(typed: Typed): Customer {
  const number = documentOf(typed);
  const isNobody = /^0*$/.test(number);
  const docType = toCode(read(typed, "customer.docType")) ?? docTypeOf(number);
  return {
    docType,
    docNumber: docType === nobody && isNobody ? "0" : number,
    name: toText(read(typed, "customer.name")) ?? (docType === nobody ? "Consumidor Final" : undefined),
    taxType: toCode(read(typed, "customer.taxType")) ?? (docType === cuit ? undefined : finalConsumer),
    address: toText(read(typed, "customer.address")),
    stateId: toCode(read(typed, "customer.stateId")),
  };
}

/** The receiver's document without the dashes, points and blanks that it is written with. */
export const documentOf = (typed: Typed): string => read(typed, "customer.docNumber").replace(/[\s.-]/g, "");

export const docTypeOf = (number: string): number => (/^0*$/.test(number) ? nobody : number.length > 8 ? cuit : dni);

/** The rate is of no line of letter C, and a kind of discount of none without a discount. */
function lineOf(typed: Typed, line: string, isC: boolean) {
  const { taxType, discountType, ...others } = partOf(item, typed, line);
  return {
    ...others,
    taxType: isC ? undefined : taxType,
    discountType: others.discount === undefined ? undefined : discountType,
  };
}

/** A note names a voucher, or else a period. */
function associationOf(typed: Typed, noteType: number) {
  const of = (name: string) => read(typed, `associatedVouchers.0.${name}`);
  const [from, to] = [toDate(read(typed, "associatedPeriod.from")), toDate(read(typed, "associatedPeriod.to"))];
  const isNamed = ["posNumber", "voucherNumber"].some((name) => of(name) !== "");
  const voucher = {
    voucherType: toCode(of("voucherType")) ?? findInvoiceOf(noteType),
    posNumber: toCode(of("posNumber")),
    voucherNumber: toCode(of("voucherNumber")),
    date: toDate(of("date")),
  };
  return { ...(isNamed && { associatedVouchers: [voucher] }), ...((from || to) && { associatedPeriod: { from, to } }) };
}

const fceOf = (typed: Typed, isNoteType: boolean) =>
  isNoteType
    ? { cancellation: read(typed, "fce.cancellation") === "true" }
    : {
        cbu: toText(read(typed, "fce.cbu").replace(/\s/g, "")),
        alias: toText(read(typed, "fce.alias")),
        transfer: toText(read(typed, "fce.transfer")),
      };

function currencyOf(typed: Typed) {
  const id = read(typed, "currency.id");
  if (id === "" || id === "PES") return {};
  const paid = toText(read(typed, "cancelsInSameForeignCurrency"));
  return {
    currency: { id, quotation: toNumber(read(typed, "currency.quotation")) },
    cancelsInSameForeignCurrency: paid,
  };
}

function settingsOf(typed: Typed) {
  const given = partOf(settings, typed, "settings");
  return Object.values(given).every((one) => one === undefined) ? undefined : given;
}

function additionalDataOf(typed: Typed) {
  const prefix = "additionalData.";
  const given = Object.entries(typed).filter(([name, text]) => name.startsWith(prefix) && text !== "");
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map(([name, text]) => [name.slice(prefix.length), text]));
}

const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

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
