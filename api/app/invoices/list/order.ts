/** The orders that the list offers, by their names in its address, and the API's `ordering`. */
const orderings = {
  date: "date",
  "-date": "-date",
  number: "type,pos,number",
  "-number": "-type,-pos,-number",
  total: "total",
  "-total": "-total",
} as const;

/** Without a value, what was issued last comes first. */
export type Order = keyof typeof orderings | "";

export const readOrder = (text: string | null): Order =>
  text !== null && Object.hasOwn(orderings, text) ? (text as Order) : "";

export const orderingOf = (order: Order): string | undefined => (order === "" ? undefined : orderings[order]);

/** Order that a click on the head of this column asks for: the greatest first, then the least. */
export const nextOrder = (column: "date" | "number" | "total", order: Order): Order =>
  order === `-${column}` ? column : `-${column}`;
