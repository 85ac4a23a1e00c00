import { mayHave, type Optional } from "./optionals/optionals.js";
import { findVoucherType, isNote } from "./voucher-types.js";

/** An economic activity of the issuer, by the authority's number of it (Actividades). */
export interface Activity {
  id: number;
}

/** Buyer among several, with its part of the whole in percent (Compradores). */
export interface Buyer {
  docType: number;
  /** Digits. */
  docNumber: string;
  share: number;
}

/** Lists that few vouchers declare. Each is missing where there is none. */
export interface FurtherData {
  optionals?: Optional[] | undefined;
  activities?: Activity[] | undefined;
  buyers?: Buyer[] | undefined;
}

/** Defaults that a point of sale adds to its invoices. */
export interface FurtherDefaults {
  optionals: Optional[] | null;
  activities: Activity[] | null;
}

/**
 * A body with what its point of sale adds: to invoices only, and of what the type may have. What the body gives of an id stands in
 * place of the point of sale's, and comes first, so that its places stay what they are. Source: api/README.md, "Further data".
 */
export function withDefaults<Body extends FurtherData & { voucherType: number }>(
  body: Body,
  defaults: FurtherDefaults | null | undefined,
): Body {
  const type = findVoucherType(body.voucherType);
  if (!defaults || !type || isNote(type)) return body;
  const optionals = besides(body.optionals, defaults.optionals).filter(({ id }) => mayHave(body.voucherType, id));
  const activities = besides(body.activities, defaults.activities);
  if (optionals.length === 0 && activities.length === 0) return body;
  return {
    ...body,
    ...(optionals.length > 0 && { optionals: [...(body.optionals ?? []), ...optionals] }),
    ...(activities.length > 0 && { activities: [...(body.activities ?? []), ...activities] }),
  };
}

/** Rows of the point of sale whose id the body does not give. */
const besides = <Row extends { id: string | number }>(given: Row[] | undefined, added: Row[] | null): Row[] =>
  (added ?? []).filter(({ id }) => !given?.some((one) => one.id === id));
