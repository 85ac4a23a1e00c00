import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bufferLines } from "../../../shared/logging/log.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Writes lines of so many characters, with pauses in between, and gives the pieces that went out. */
function piecesOf(given: { character: string; length: number; pauseMs: number }[]): {
  lines: string[];
  pieces: string[];
} {
  const pieces: string[] = [];
  const gathered = bufferLines((piece) => void pieces.push(piece));
  const lines = given.map(({ character, length, pauseMs }) => {
    const line = `${character.repeat(length)}\n`;
    gathered.write(line);
    vi.advanceTimersByTime(pauseMs);
    return line;
  });
  vi.advanceTimersByTime(20);
  return { lines, pieces };
}

const line = fc.record({
  character: fc.constantFrom("a", "ñ", "€", "🧾"),
  length: fc.integer({ min: 0, max: 2_500 }),
  pauseMs: fc.constantFrom(0, 0, 0, 7, 20),
});

test("what goes out together is whole lines of 4,096 bytes at most, or a longer line alone, in their order and within 20 ms", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (given) => {
      const { lines, pieces } = piecesOf(given);
      expect(pieces.join("")).toBe(lines.join(""));
      for (const piece of pieces) {
        expect(piece.endsWith("\n")).toBe(true);
        const isOne = piece.indexOf("\n") === piece.length - 1;
        if (!isOne) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(4_096);
      }
    }),
    propertyRuns(200),
  );
});

test("lines that come together go out together", () => {
  const { pieces } = piecesOf(Array.from({ length: 10 }, () => ({ character: "a", length: 99, pauseMs: 1 })));
  expect(pieces).toHaveLength(1);
});
