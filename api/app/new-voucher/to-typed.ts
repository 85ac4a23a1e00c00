import { anonymousType } from "../../../shared/domain/document-type.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { PerceptionLine, Perceptions } from "../../../shared/domain/perceptions.js";
import { printedTextsOf } from "../../../shared/domain/printed-texts.js";
import { issuanceRequestShape } from "../../schemas/issuance-request.js";
import { type TypedFields, typedOf } from "../fields/typed.js";
import type { Voucher } from "../invoices/voucher.js";
import { decimal } from "../spanish/formats.js";
import { chooseType } from "./choose-type.js";
import type { IssuerTaxStatus } from "./form-options.js";
import { docTypeOf } from "./to-body.js";

/** The form for another voucher like this one: its receiver, its lines and what goes with them. */
export function toTypedAgain(voucher: Voucher): TypedFields {
  const { posNumber, concept, priceIncludesVat, optionals, buyers, legend } = voucher;
  const currency = voucher.currency === "PES" ? null : { id: voucher.currency };
  const taken = { posNumber, concept, priceIncludesVat, optionals, buyers, legend, ...printedTextsOf(voucher) };
  const perceived = { ...voucher, tributes: ownTributes(voucher.tributes, voucher.perceptions) };
  return shown({ ...taken, ...contentOf(perceived), ...askedAgain(voucher.perceptions), currency }, voucher);
}

/** Perceptions as a row or a body has them. */
type StoredPerceptions = Pick<Perceptions, "deliveryStateId"> & { lines: Pick<PerceptionLine, "tribute">[] };

/** Tributes that somebody gave: those of computed perceptions are computed again. */
const ownTributes = <Tribute>(tributes: Tribute[] | null, perceptions: StoredPerceptions | null | undefined) =>
  tributes?.filter((_, index) => !perceptions?.lines.some(({ tribute }) => tribute === index)) ?? null;

/** The tick and the province of a voucher with perceptions. */
const askedAgain = (perceptions: StoredPerceptions | null | undefined) =>
  perceptions ? { perceptions: "sircip", deliveryStateId: perceptions.deliveryStateId } : {};

/** The form as it was when this body was sent. */
export function toTyped(body: IssuanceRequest, own: IssuerTaxStatus): TypedFields {
  const isAutomatic = chooseType({}, own, body.customer.taxType).voucherType === body.voucherType;
  const { associatedVouchers, fce, currency } = body;
  const isForeign = currency.id !== "PES";
  const said = {
    ...body,
    ...contentOf({ ...body, tributes: ownTributes(body.tributes, body.computedPerceptions) ?? [] }),
    ...(body.perceptions && { perceptions: "sircip" }),
    idempotency: null,
    voucherType: isAutomatic ? "" : body.voucherType,
    associatedVouchers: associatedVouchers.slice(0, 1).map((voucher) => ({ ...voucher, cuit: null })),
    fce: fce && { ...fce, cancellation: ("cancellation" in fce && fce.cancellation) || null },
    currency: isForeign ? currency : null,
  };
  return { ...shown(said, body), ...(isForeign && { quotedCurrency: currency.id }) };
}

/** One field holds all activities. */
function shown(said: object, { activities }: Pick<Voucher | IssuanceRequest, "activities">): TypedFields {
  const ids = (activities ?? []).map(({ id }) => id).join(" ");
  return { ...typedOf(issuanceRequestShape, { ...said, activities: null }), ...(ids !== "" && { activities: ids }) };
}

/** Content of a body in the fields that the form has otherwise. */
function contentOf({ customer, items, tributes, emails, settings, additionalData }: Voucher | IssuanceRequest) {
  const docNumber = customer.docType === anonymousType ? "" : customer.docNumber;
  const docType = docTypeOf(docNumber) === customer.docType ? null : customer.docType;
  return {
    customer: { ...customer, docType, docNumber },
    items: items.map(({ price, discount, discountType, ...item }) => ({
      ...item,
      price: decimal(price, 2),
      ...(discount !== 0 && { discount, discountType }),
    })),
    tributes: tributes?.map(({ baseAmount, subtotal, ...tribute }) => ({
      ...tribute,
      baseAmount: decimal(baseAmount, 2),
      subtotal: decimal(subtotal, 2),
    })),
    emails: emails?.map(({ email }) => ({ email })),
    settings: settings.quantityPrecision === 2 && settings.pricePrecision === 2 ? null : settings,
    additionalData: Object.fromEntries(
      Object.entries(additionalData ?? {}).filter(([, value]) => typeof value === "string"),
    ),
  };
}
