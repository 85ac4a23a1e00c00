import type { Activity, Buyer } from "../../../shared/domain/further-data.js";
import type { Optional } from "../../../shared/domain/optionals/optionals.js";
import { decimal } from "../spanish/formats.js";
import { toDateInput } from "../spanish/typed.js";
import { chooseType } from "./choose-type.js";
import type { Own } from "./desk.js";
import { docTypeOf } from "./to-body.js";
import type { Typed } from "./typed.js";

/** What a voucher, or a body that was sent, tells of itself. */
export interface Told {
  posNumber: number;
  voucherType: number;
  concept: number;
  customer: {
    docType: number;
    docNumber: string;
    name: string;
    taxType: number | null;
    address: string | null;
    stateId: number | null;
  };
  items: {
    description: string;
    quantity: number;
    price: number;
    taxType: number | null;
    code: string | null;
    unitType: number;
    discount: number;
    discountType: string;
  }[];
  priceIncludesVat: boolean;
  tributes:
    | { type: number; baseAmount: number; aliquot: number; subtotal: number; description: string | null }[]
    | null;
  emails: { email: string }[] | null;
  settings: { quantityPrecision: number; pricePrecision: number };
  /** Missing in an imported voucher. */
  saleCondition?: string | null | undefined;
  legend: string | null;
  additionalData: Record<string, unknown> | null;
  /** These are missing where there are none. */
  optionals?: Optional[] | null | undefined;
  activities?: Activity[] | null | undefined;
  buyers?: Buyer[] | null | undefined;
}

/** What only a body that was sent tells: it is filled in again as it was. */
export interface ToldBody extends Told {
  voucherDate: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  serviceExpiration: string | null;
  associatedVouchers: { voucherType: number; posNumber: number; voucherNumber: number; date?: string | null }[];
  associatedPeriod: { from: string; to: string } | null;
  fce: { cbu?: string | null; alias?: string | null; transfer?: string | null; cancellation?: boolean | null } | null;
  currency: { id: string; quotation: number };
  cancelsInSameForeignCurrency: string | null;
  comments: string | null;
  externalReference: string | null;
  activityCode: string | null;
  contingency: string | null;
}

/** The form for another voucher like this one: its receiver, its lines and what goes with them. */
export const toTypedAgain = (told: Told & { currency: string }): Typed => ({
  ...partsOf(told),
  ...(told.currency !== "PES" && { "currency.id": told.currency }),
});

/** The form as it was when this body was sent. */
export function toTyped(body: ToldBody, own: Own): Typed {
  const isAutomatic = chooseType({}, own, body.customer.taxType).voucherType === body.voucherType;
  const [voucher] = body.associatedVouchers;
  return {
    ...partsOf(body),
    voucherType: isAutomatic ? "" : String(body.voucherType),
    ...flatten({
      voucherDate: dateOf(body.voucherDate),
      serviceFrom: dateOf(body.serviceFrom),
      serviceTo: dateOf(body.serviceTo),
      serviceExpiration: dateOf(body.serviceExpiration),
      associatedVouchers: voucher && [{ ...voucher, cuit: null, date: dateOf(voucher.date ?? null) }],
      associatedPeriod: body.associatedPeriod && {
        from: dateOf(body.associatedPeriod.from),
        to: dateOf(body.associatedPeriod.to),
      },
      fce: body.fce && { ...body.fce, cancellation: body.fce.cancellation ? "true" : null },
      cancelsInSameForeignCurrency: body.cancelsInSameForeignCurrency,
      comments: body.comments,
      externalReference: body.externalReference,
      activityCode: body.activityCode,
      contingency: body.contingency,
    }),
    ...(body.currency.id !== "PES" && {
      "currency.id": body.currency.id,
      "currency.quotation": decimal(body.currency.quotation),
      quotedCurrency: body.currency.id,
    }),
  };
}

const nobody = 99;

function partsOf({ customer, items, tributes, emails, settings, ...told }: Told): Typed {
  const docNumber = customer.docType === nobody ? "" : customer.docNumber;
  const docType = docTypeOf(docNumber) === customer.docType ? null : customer.docType;
  return flatten({
    posNumber: told.posNumber,
    concept: told.concept,
    priceIncludesVat: String(told.priceIncludesVat),
    customer: { ...customer, docType, docNumber },
    items: items.map(({ quantity, price, discount, ...item }) => ({
      ...item,
      quantity: decimal(quantity),
      price: decimal(price, 2),
      ...(discount === 0 ? { discountType: null } : { discount: decimal(discount) }),
    })),
    tributes: (tributes ?? []).map(({ baseAmount, aliquot, subtotal, ...tribute }) => ({
      ...tribute,
      baseAmount: decimal(baseAmount, 2),
      aliquot: decimal(aliquot),
      subtotal: decimal(subtotal, 2),
    })),
    emails: (emails ?? []).map(({ email }) => ({ email })),
    settings: settings.quantityPrecision === 2 && settings.pricePrecision === 2 ? null : settings,
    saleCondition: told.saleCondition,
    legend: told.legend,
    optionals: told.optionals,
    activities: (told.activities ?? []).map(({ id }) => id).join(" ") || null,
    buyers: (told.buyers ?? []).map(({ share, ...buyer }) => ({ ...buyer, share: decimal(share) })),
    additionalData: Object.fromEntries(
      Object.entries(told.additionalData ?? {}).filter(([, value]) => typeof value === "string"),
    ),
  });
}

const dateOf = (date: string | null) => date && toDateInput(date);

/** The leaves of an object by their paths. What is null is not there. */
function flatten(value: unknown, path = ""): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object") return { [path]: String(value) };
  const below = Object.entries(value).map(([name, inner]) => flatten(inner, path === "" ? name : `${path}.${name}`));
  return Object.assign({}, ...below);
}
