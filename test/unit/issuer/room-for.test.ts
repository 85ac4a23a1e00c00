import fc from "fast-check";
import { expect, test } from "vitest";
import { roomFor } from "../../../issuer/store/store.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

test.each([
  { order: { limit: 1 }, room: 1 },
  { order: { limit: 50 }, room: 50 },
  { order: { limit: 50, expected: 1 }, room: 5 },
  { order: { limit: 50, expected: 23 }, room: 23 },
  { order: { limit: 250, expected: 1 }, room: 25 },
  { order: { limit: 1, backgroundLimit: 50, expected: 50 }, room: 50 },
  { order: { limit: 1, expected: 50 }, room: 1 },
])("an order of $order takes the room of $room", ({ order, room }) => expect(roomFor(order)).toBe(room));

test("an order never takes more than ten times its room", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 250 }), (limit, expected) => {
      expect(limit).toBeLessThanOrEqual(10 * roomFor({ limit, expected }));
    }),
    propertyRuns(1_000),
  ));
