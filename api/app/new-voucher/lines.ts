import { placesOf, read, type Typed } from "./typed.js";

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
