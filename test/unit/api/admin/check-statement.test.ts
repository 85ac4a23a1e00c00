import { expect, test } from "vitest";
import { type AuthorityNumber, checkStatement, type GivenNumber } from "../../../../api/admin/check-statement.js";
import type { NumberRange } from "../../../../shared/domain/number-range.js";

const ours = {
  posNumber: 9,
  voucherType: 6,
  lastNumber: 41,
  lastDate: "20261118",
  verified: false,
  holes: [] as NumberRange[],
};
const today = "20261120";
const judge = (told?: AuthorityNumber, given?: GivenNumber, over: Partial<typeof ours> = {}) =>
  checkStatement({ ...ours, ...over }, told, given, today);
const word = (lastNumber: number, lastDate: string | null) => ({
  ...{ posNumber: 9, voucherType: 6, lastNumber, lastDate, seen: 41 },
});
const missing = (to: number) => [{ posNumber: 9, voucherType: 6, from: 42, to }];
const refused = (why: RegExp) => ({ refused: expect.stringMatching(why) });

test("our number stands when the authority knows of none above it", () => {
  for (const number of [0, 40, 41])
    expect(judge({ number, date: null })).toEqual({ word: word(41, "20261118"), missing: [] });
});

test("the authority's number above ours proves that vouchers are missing: nobody's yes is enough", () => {
  expect(judge({ number: 43, date: "20261119" })).toEqual(refused(/number 43.*our last one is 41.*--last/));
  expect(judge({ number: 43, date: "20261119" }, { number: 42, date: null })).toEqual(refused(/43 at least, not 42/));
  expect(judge(undefined, { number: 40, date: null })).toEqual(refused(/41 at least, not 40/));
});

test("a number that is given tells which are missing", () => {
  expect(judge({ number: 43, date: "20261119" }, { number: 43, date: null })).toEqual({
    word: word(43, "20261119"),
    missing: missing(43),
  });
  expect(judge(undefined, { number: 41, date: null })).toEqual({ word: word(41, "20261118"), missing: [] });
});

test("a number before one that was imported is missing too, whether the authority has ours or a later one is given", () => {
  const holes = [
    { from: 31, to: 33 },
    { from: 35, to: 35 },
  ];
  const told = holes.map((range) => ({ posNumber: 9, voucherType: 6, ...range }));
  for (const number of [0, 41])
    expect(judge({ number, date: null }, undefined, { holes })).toEqual({ word: word(41, "20261118"), missing: told });
  expect(judge(undefined, { number: 43, date: null }, { holes })).toEqual({
    word: word(43, today),
    missing: [...told, ...missing(43)],
  });
  expect(judge({ number: 43, date: null }, undefined, { holes })).toEqual(refused(/vouchers are missing here/));
});

test("the date is the authority's, or the one that is given, or the day of the word", () => {
  expect(judge({ number: 43, date: "20261119" }, { number: 45, date: null })).toEqual({
    word: word(45, today),
    missing: missing(45),
  });
  expect(judge({ number: 43, date: "20261119" }, { number: 45, date: "20261119" })).toEqual({
    ...{ word: word(45, "20261119"), missing: missing(45) },
  });
  expect(judge(undefined, { number: 45, date: "20261121" })).toEqual(refused(/later day/));
  expect(judge({ number: 0, date: null }, undefined, { lastNumber: 0, lastDate: null as never })).toEqual({
    ...{ word: { ...word(0, null), seen: 0 }, missing: [] },
  });
});
