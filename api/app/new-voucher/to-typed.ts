import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { Voucher } from "../invoices/voucher.js";
import { decimal } from "../spanish/formats.js";
import { toDateInput } from "../spanish/typed.js";
import { chooseType } from "./choose-type.js";
import type { Own } from "./desk.js";
import { docTypeOf, plainFields, takenOver } from "./to-body.js";
import type { Typed } from "./typed.js";

/** The form for another voucher like this one: its receiver, its lines and what goes with them. */
export const toTypedAgain = (voucher: Voucher): Typed => ({
  ...partsOf(voucher),
  ...(voucher.currency !== "PES" && { "currency.id": voucher.currency }),
});

/** The form as it was when this body was sent. */
export function toTyped(body: IssuanceRequest, own: Own): Typed {
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
      fce: body.fce && {
        ...body.fce,
        cancellation: "cancellation" in body.fce && body.fce.cancellation ? "true" : null,
      },
      cancelsInSameForeignCurrency: body.cancelsInSameForeignCurrency,
      ...pick(body, plainFields),
    }),
    ...(body.currency.id !== "PES" && {
      "currency.id": body.currency.id,
      "currency.quotation": decimal(body.currency.quotation),
      quotedCurrency: body.currency.id,
    }),
  };
}

const nobody = 99;

function partsOf({ customer, items, tributes, emails, settings, ...content }: Voucher | IssuanceRequest): Typed {
  const docNumber = customer.docType === nobody ? "" : customer.docNumber;
  const docType = docTypeOf(docNumber) === customer.docType ? null : customer.docType;
  return flatten({
    posNumber: content.posNumber,
    concept: content.concept,
    priceIncludesVat: String(content.priceIncludesVat),
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
    ...pick(content, takenOver),
    optionals: content.optionals,
    activities: (content.activities ?? []).map(({ id }) => id).join(" ") || null,
    buyers: (content.buyers ?? []).map(({ share, ...buyer }) => ({ ...buyer, share: decimal(share) })),
    additionalData: Object.fromEntries(
      Object.entries(content.additionalData ?? {}).filter(([, value]) => typeof value === "string"),
    ),
  });
}

const pick = <Name extends string>(from: Partial<Record<Name, unknown>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

const dateOf = (date: string | null) => date && toDateInput(date);

/** The leaves of an object by their paths. What is null is not there. */
function flatten(value: unknown, path = ""): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object") return { [path]: String(value) };
  const below = Object.entries(value).map(([name, inner]) => flatten(inner, path === "" ? name : `${path}.${name}`));
  return Object.assign({}, ...below);
}
