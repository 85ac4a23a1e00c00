import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyedMutex } from "../../../../shared/concurrency/keyed-mutex.js";

test("a key has one holder, all keys together have no more than the most, and what is released can be had again", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), takes: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (max, steps) => {
      const mutex = createKeyedMutex(max);
      const held = new Map<string, () => void>();
      for (const { key, takes } of steps) {
        if (takes) {
          const release = mutex.tryAcquire(key);
          expect(release === undefined).toBe(held.has(key) || held.size === max);
          if (release) held.set(key, release);
        } else {
          held.get(key)?.();
          held.delete(key);
        }
        expect([mutex.size(), mutex.isHeld(key)]).toEqual([held.size, held.has(key)]);
      }
    }),
  );
});
