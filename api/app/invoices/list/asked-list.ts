import { toOffset } from "../../frame/read-offset.js";
import { type Filters, readFilters, toApiFilters } from "./filters.js";
import { type Order, orderingOf, readOrder } from "./order.js";

/** Query of the list of vouchers, as its address has it. */
export interface AskedList {
  filters: Filters;
  order: Order;
  offset: number;
}

/** Vouchers on a page. */
export const pageSize = 20;

export const readAskedList = (query: URLSearchParams): AskedList => ({
  filters: readFilters(query),
  order: readOrder(query.get("order")),
  offset: toOffset(query.get("offset")),
});

/** The query of an address that asks for the same: only what differs from the whole list, from its first page on. */
export function toAddressQuery({ filters, order, offset }: AskedList): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, text]) => text !== ""));
  if (order !== "") query.set("order", order);
  if (offset > 0) query.set("offset", String(offset));
  return query.size > 0 ? `?${query}` : "";
}

/** Turns an asked list into a query of the API's listing, or of all its pages as CSV. */
export function toApiQuery({ filters, order, offset }: AskedList, of: "page" | "csv"): URLSearchParams {
  const query = new URLSearchParams(toApiFilters(filters).query);
  const ordering = orderingOf(order);
  if (ordering) query.set("ordering", ordering);
  if (of === "csv") query.set("locale", "es-AR");
  else {
    query.set("limit", String(pageSize));
    query.set("offset", String(offset));
  }
  return query;
}
