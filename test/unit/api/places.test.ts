import { expect, test } from "vitest";
import { createPlaces } from "../../../api/middleware/places.js";

test("places are few in all and fewer for each key, and one that is left can be taken again", () => {
  const places = createPlaces(3, 2);
  const leave = [places.take("a"), places.take("a")];
  expect([leave.includes(undefined), places.take("a")]).toEqual([false, undefined]);
  expect([places.take("b") === undefined, places.take("c")]).toEqual([false, undefined]);
  leave[0]?.();
  leave[0]?.();
  expect([places.take("c") === undefined, places.take("d"), places.take("a")]).toEqual([false, undefined, undefined]);
});
