import { expect, test } from "vitest";
import { createLog } from "../../../../shared/logging/log.js";

/** What a log writes of an error. */
function lineOf(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLog("test", "info", { write: (line) => void lines.push(line) }).error({ error }, "failed");
  return JSON.parse(lines[0] ?? "{}").error;
}

/** As pg gives it for a violated constraint. */
const refused = () =>
  Object.assign(new Error('new row for relation "person" violates check constraint "person_email_check"'), {
    name: "error",
    code: "23514",
    severity: "ERROR",
    table: "person",
    schema: "public",
    constraint: "person_email_check",
    detail: "Failing row contains (18, UPPER@x, scrypt$65536$8$2$salt$hash, 30712345671).",
    where: "SQL statement with scrypt$",
    internalQuery: "SELECT 'scrypt$'",
    query: "INSERT … scrypt$",
    parameters: ["scrypt$65536"],
    cert: "scrypt$",
  });

test("of an error the log has type, message, code, stack, table and constraint, and no row that the database refused", () => {
  const line = lineOf(refused());
  expect(line).toEqual({
    type: "error",
    message: 'new row for relation "person" violates check constraint "person_email_check"',
    stack: expect.stringContaining("violates check constraint"),
    code: "23514",
    table: "person",
    constraint: "person_email_check",
  });
});

test("the same of what caused it, however deep, and of several at once", () => {
  const wrapped = new Error("could not save", { cause: new Error("again", { cause: refused() }) });
  const several = new AggregateError([refused(), new TypeError("other")], "all failed");
  for (const error of [wrapped, several]) {
    const text = JSON.stringify(lineOf(error));
    expect(text).not.toMatch(/scrypt|30712345671|UPPER/);
    expect(text).toContain("23514");
    expect(text).toContain("person_email_check");
  }
  const endless = new Error("itself");
  endless.cause = endless;
  expect(lineOf(endless).message).toBe("itself");
});

test("Prisma's errors keep their code, and not what they were called with", () => {
  const error = Object.assign(new Error("Invalid `tx.person.create()`"), {
    name: "PrismaClientKnownRequestError",
    code: "P2002",
    meta: { target: ["email"], driverAdapterError: { cause: { detail: "Key (email)=(secret@x) already exists." } } },
    clientVersion: "7",
  });
  expect(JSON.stringify(lineOf(error))).not.toContain("secret@x");
  expect(lineOf(error)).toMatchObject({ code: "P2002" });
});

test("what is no error is written as it is, without what an object could hold", () => {
  expect(lineOf("only a text")).toBe("only a text");
  expect(lineOf({ detail: "scrypt$", message: "an answer", code: "E1" })).toEqual({ message: "an answer", code: "E1" });
});

test("however many logs a process makes, one of them waits for its end", () => {
  const before = process.listenerCount("exit");
  for (let made = 0; made < 12; made += 1) createLog("test", "silent");
  expect(process.listenerCount("exit") - before).toBeLessThanOrEqual(1);
});
