import { expect, test } from "vitest";
import { readTraceparent, traceIdOf, writeTraceparent } from "../../../../shared/tracing/traceparent.js";

const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
const sound = `00-${traceId}-${spanId}-01`;

test.each([
  { name: "the standard's own example", text: sound, flags: 1 },
  { name: "a trace that is not recorded", text: `00-${traceId}-${spanId}-00`, flags: 0 },
  { name: "a later version", text: `cc-${traceId}-${spanId}-01`, flags: 1 },
  {
    name: "a later version with more behind it",
    text: `cc-${traceId}-${spanId}-01-${"what the future brings".repeat(9_999)}`,
    flags: 1,
  },
])("readTraceparent takes $name", ({ text, flags }) => {
  expect(readTraceparent(text)).toEqual({ traceId, spanId, flags });
});

test.each([
  undefined,
  null,
  "",
  "00",
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}-0x`,
  `${sound}-`,
  `${sound}0`,
  ` ${sound}`,
  `${sound}\n`,
  `cc-${traceId}-${spanId}-01x`,
  `00-${traceId}--${spanId}-1`,
  "00-'; DROP TABLE issuance; --",
  "0".repeat(100_000),
])("readTraceparent takes no %j", (text) => {
  expect(readTraceparent(text)).toBeUndefined();
});

test("what is written can be read, and of the flags only the one that is known goes on", () => {
  expect(writeTraceparent({ traceId, spanId, flags: 0xff })).toBe(sound);
  expect(writeTraceparent({ traceId, spanId, flags: 0xfe })).toBe(`00-${traceId}-${spanId}-00`);
  expect(traceIdOf(sound)).toBe(traceId);
});
