import pg from "pg";
import { expect, test } from "vitest";
import { type DatabaseTrouble, noteOfDatabase, troubleOf } from "../../../shared/db/pool/database-trouble.js";

const refusedBy = (code: string) => Object.assign(new pg.DatabaseError("said so", 0, "error"), { code });

test.each<[string, DatabaseTrouble | undefined]>([
  ["57P01", "away"],
  ["57P02", "away"],
  ["57P04", "away"],
  ["08006", "away"],
  ["57P03", "busy"],
  ["53100", "full"],
  ["53000", "full"],
  ["53200", "full"],
  ["53400", "full"],
  ["53300", "crowded"],
  ["25006", "readOnly"],
  ["28P01", "refused"],
  ["23505", undefined],
  ["55000", "readOnly"],
  ["57014", "slow"],
  ["55P03", "slow"],
  ["25P03", "slow"],
  ["40001", undefined],
])("what PostgreSQL refuses with %s is %s", (code, trouble) => {
  const error = refusedBy(code);
  noteOfDatabase(error);
  expect(troubleOf(error)).toBe(trouble);
  expect(troubleOf(new Error("the issuance failed", { cause: error }))).toBe(trouble);
});

test("a broken connection is the database's only when one to it gave the error", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(troubleOf(error)).toBeUndefined();
  noteOfDatabase(error);
  expect(troubleOf(error)).toBe("away");
});

test("Prisma's own errors are read, and what the driver told it", () => {
  expect(troubleOf({ code: "P1001" })).toBe("away");
  expect(troubleOf({ code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "53100" } } } })).toBe("full");
  expect(troubleOf({ cause: { kind: "DatabaseNotReachable" } })).toBe("away");
  expect(troubleOf({ code: "P2002" })).toBeUndefined();
  const ofTransaction = (message: string) => troubleOf({ code: "P2028", message: `Transaction API error: ${message}` });
  expect(ofTransaction("Unable to start a transaction in the given time.")).toBe("slow");
  expect(ofTransaction("A commit cannot be executed on an expired transaction.")).toBe("slow");
  expect(ofTransaction("A query cannot be executed on a committed transaction.")).toBeUndefined();
});

test("a fault of our own is none of the database's", () => {
  const error = new TypeError("x is not a function");
  noteOfDatabase(error);
  expect(troubleOf(error)).toBeUndefined();
  expect(troubleOf(undefined)).toBeUndefined();
});
