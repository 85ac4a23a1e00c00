import { describe, expect, test } from "vitest";
import { readDay, readValue } from "../../../api/parsing/read-value.js";

describe('the values of filters (api/README.md, "GET /{company_id}/invoices" and "Versioning", rule 2)', () => {
  test.each([
    ["integer", "12", "12"],
    ["integer", "0007", "7"],
    ["integer", "-3", "-3"],
    // An unescaped + arrives as a space.
    ["integer", " 5", "5"],
    ["integer", "2147483648", "2147483648"],
    ["integer", "9".repeat(10_000), "1000000000000000000"],
    ["integer", `-${"9".repeat(30)}`, "-1000000000000000000"],
    ["decimal", "100", "100"],
    ["decimal", "-0.5", "-0.5"],
    ["decimal", "100.005", "100.005"],
    ["fiscalDate", "20261121", "20261121"],
    ["fiscalDate", "20240229", "20240229"],
    ["digits", "86470000000001", "86470000000001"],
    ["text", "a b%_'\"", "a b%_'\""],
    ["text", "x".repeat(10_000), "x".repeat(10_000)],
    ["text", " ", " "],
  ] as const)("%s: %j is valid", (type, text, value) => {
    expect(readValue(text, type)).toBe(value);
  });

  test.each([
    ["integer", ["", " ", "abc", "1.0", "1e3", "0x1F", "1,2", "--1", "+-1", "Infinity", "١"]],
    ["decimal", ["", "abc", "1,5", "1.", ".5", "1e3", "NaN", "1.2.3", "$5"]],
    ["fiscalDate", ["", "2026-11-21", "20260229", "20261301", "2026112", "today", "00000000"]],
    ["instant", ["", "20261121", "21/11/2026", "yesterday", "1763700000"]],
    ["text", ["", "a\0b"]],
    ["digits", ["", "\0"]],
  ] as const)("%s: other texts are invalid", (type, texts) => {
    for (const text of texts) expect([text, readValue(text, type)]).toEqual([text, undefined]);
  });
});

describe("instants (ISO 8601)", () => {
  test.each([
    { text: "2026-11-21T10:20:30Z", is: "2026-11-21T10:20:30.000000Z", why: "with Z" },
    { text: "2026-11-21T10:20:30-03:00", is: "2026-11-21T13:20:30.000000Z", why: "with an offset" },
    { text: "2026-11-21T10:20:30 05:30", is: "2026-11-21T04:50:30.000000Z", why: "with a + that the query lost" },
    { text: "2026-11-21T10:20:30+0530", is: "2026-11-21T04:50:30.000000Z", why: "with an offset without colon" },
    { text: "2026-11-21T10:20:30-03", is: "2026-11-21T13:20:30.000000Z", why: "with an offset in hours only" },
    {
      text: "2026-11-21T10:20:30",
      is: "2026-11-21T10:20:30.000000Z",
      why: "without an offset it is UTC, as `created` is answered",
    },
    { text: "2026-11-21T10:20", is: "2026-11-21T10:20:00.000000Z", why: "without seconds" },
    { text: "2026-11-21 10:20:30.5", is: "2026-11-21T10:20:30.500000Z", why: "with a space between date and time" },
    { text: "2026-11-21T10:20:30.123456789Z", is: "2026-11-21T10:20:30.123456Z", why: "finer than microseconds" },
    { text: "2026-11-21T24:00Z", is: "2026-11-22T00:00:00.000000Z", why: "the end of a day" },
    { text: "9999-12-31T23:00:00-05:00", is: "9999-12-31T23:59:59.000000Z", why: "after the last year" },
    { text: "0000-06-01T00:00:00Z", is: "0001-01-01T00:00:00.000000Z", why: "before the first year" },
  ])("$text: $why", ({ text, is }) => {
    expect(readValue(text, "instant")).toBe(is);
  });

  test.each([
    "2026-02-30T00:00Z",
    "2026-13-01",
    "2026-11-21T25:00Z",
    "2026-11-21T10:60Z",
    "2026-11-21T10:20:61Z",
    "2026-11-21T24:01Z",
    "2026-11-21T10:20+24:00",
    "2026-11-21T10:20+01:60",
    "2026-11-21",
    "2026-11-21Z",
    "2026-11-21T",
    "T10:20",
    "2026-11-21T10:20:30ZZ",
    `2026-11-21T10:20:30.${"9".repeat(10_000)}x`,
  ])("%s is invalid", (text) => {
    expect(readValue(text, "instant")).toBeUndefined();
  });
});

describe("days", () => {
  test.each([
    { text: "2026-11-21", from: "2026-11-21T03:00:00.000000Z", before: "2026-11-22T03:00:00.000000Z" },
    { text: " 2026-12-31 ", from: "2026-12-31T03:00:00.000000Z", before: "2027-01-01T03:00:00.000000Z" },
    { text: "2024-02-29", from: "2024-02-29T03:00:00.000000Z", before: "2024-03-01T03:00:00.000000Z" },
    { text: "9999-12-31", from: "9999-12-31T03:00:00.000000Z", before: "9999-12-31T23:59:59.000000Z" },
    { text: "0000-01-01", from: "0001-01-01T00:00:00.000000Z", before: "0001-01-01T00:00:00.000000Z" },
  ])("$text is the whole Argentine day", ({ text, from, before }) => {
    expect(readDay(text)).toEqual({ from, before });
  });

  test.each(["", "2026-02-30", "2026-13-01", "20261121", "2026-11-21T00:00", "2026-11-21Z", "today"])(
    "%j is no day",
    (text) => {
      expect(readDay(text)).toBeUndefined();
    },
  );
});
