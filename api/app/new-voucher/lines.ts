import { placesOf, read, type TypedFields } from "../fields/typed.js";

/** Fields that make an element of a list more than a blank row. Quantity, rate and unit stand there before anybody types. */
const telling = {
  items: ["description", "price", "code", "discount"],
  tributes: ["baseAmount", "aliquot", "subtotal", "description"],
  emails: ["email"],
  optionals: ["id", "value"],
  buyers: ["docNumber", "share"],
};

type List = keyof typeof telling;

/** The places of a list where something was typed. A row that was left blank is none. */
export const filledPlacesOf = (typed: TypedFields, list: List): number[] =>
  placesOf(typed, list).filter((place) => telling[list].some((name) => read(typed, `${list}.${place}.${name}`) !== ""));

/** The rows that a list shows: those that are filled in, and a blank one after them. */
export function rowsOf(typed: TypedFields, list: List): number[] {
  const filled = filledPlacesOf(typed, list);
  return [...filled, filled.length === 0 ? 0 : Math.max(...filled) + 1];
}

/** The rate of most lines: 21 %. */
const usualRate = "5";

/**
 * A form with one more blank line at its end, of the rate that all lines have. Where they differ the usual one: what the line before has is
 * as likely the exception, and nobody looks at a rate that stands there already.
 */
export function addLine(typed: TypedFields): TypedFields {
  const places = placesOf(typed, "items");
  const place = (places.at(-1) ?? -1) + 1;
  const [rate, ...others] = new Set(places.map((one) => read(typed, `items.${one}.taxType`) || usualRate));
  const taxType = rate === undefined || others.length > 0 ? usualRate : rate;
  return { ...typed, [`items.${place}.quantity`]: "1", [`items.${place}.taxType`]: taxType };
}

/** A form without the line at this place. The others keep theirs. */
export function removeLine(typed: TypedFields, place: number): TypedFields {
  const left = Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(`items.${place}.`)));
  return placesOf(left, "items").length > 0 ? left : addLine(left);
}
