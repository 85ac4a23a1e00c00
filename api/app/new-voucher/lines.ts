import { placesOf, read, type Typed } from "../fields/typed.js";

/** What makes an element of a list more than a blank row. Quantity, rate and unit stand there before anybody types. */
const telling = {
  items: ["description", "price", "code", "discount"],
  tributes: ["baseAmount", "aliquot", "subtotal", "description"],
  emails: ["email"],
  optionals: ["id", "value"],
  buyers: ["docNumber", "share"],
};

type List = keyof typeof telling;

/** The places of a list where something was typed. A row that was left blank is none. */
export const filledPlacesOf = (typed: Typed, list: List): number[] =>
  placesOf(typed, list).filter((place) => telling[list].some((name) => read(typed, `${list}.${place}.${name}`) !== ""));

/** The rows that a list shows: those that are filled in, and a blank one after them. */
export function rowsOf(typed: Typed, list: List): number[] {
  const filled = filledPlacesOf(typed, list);
  return [...filled, filled.length === 0 ? 0 : Math.max(...filled) + 1];
}

/** The rate of most lines: 21 %. */
const usualRate = "5";

/** A form with one more blank line at its end, of the rate that the line before has. */
export function addLine(typed: Typed): Typed {
  const last = placesOf(typed, "items").at(-1);
  const place = last === undefined ? 0 : last + 1;
  const taxType = last === undefined ? usualRate : read(typed, `items.${last}.taxType`) || usualRate;
  return { ...typed, [`items.${place}.quantity`]: "1", [`items.${place}.taxType`]: taxType };
}

/** A form without the line at this place. The others keep theirs. */
export function removeLine(typed: Typed, place: number): Typed {
  const left = Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(`items.${place}.`)));
  return placesOf(left, "items").length > 0 ? left : addLine(left);
}
