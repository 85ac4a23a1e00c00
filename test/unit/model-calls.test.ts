import { expect, test } from "vitest";
import { modelCallsIn } from "../support/structure/model-calls.js";
import { sourceFiles, textOf } from "../support/structure/source-files.js";

test("the product speaks SQL to the database, and calls no model of Prisma's", () => {
  const found = sourceFiles.flatMap((file) => modelCallsIn(textOf(file)).map((call) => `${file}: ${call}`));
  expect(found).toEqual([]);
});

test("a model call is found on one line or over several", () => {
  expect(modelCallsIn("await tx.pointOfSale.findMany({})")).toEqual([".pointOfSale.findMany"]);
  expect(modelCallsIn("db\n  .voucher\n  .count()")).toEqual([".voucher.count"]);
  expect(modelCallsIn("list.find(voucher.count); caller.company.code")).toEqual([]);
});
