import { expect, inject, test } from "vitest";
import { commandLineInside } from "../../support/processes/command-line.js";
import { createDatabase } from "../../support/servers/database.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

test("the command that seals everything anew says what is left to do, and once nothing is, that it is done", async () => {
  await using database = await createDatabase();
  const run = commandLineInside({
    DATABASE_URL: database.url,
    REDIS_URL: inject("redisUrl"),
    SECRET_KEY: keyOf(5),
    NEW_SECRET_KEY: keyOf(6),
  });
  await run(..."company create acme --cuit 30712345671 --tax-type 1 --name ACME".split(" "));
  await run(..."certificate request --company acme --env homologation --alias acme".split(" "));

  const first = await run("secrets", "rotate");
  expect([first.exitCode, first.stdout]).toEqual([0, expect.stringContaining("1 private keys, 0 access tickets")]);
  expect(first.stdout).toMatch(/Now restart every api[\s\S]*Then run this command once more/);
  expect(first.stdout).not.toContain("Done");

  const last = await run("secrets", "rotate");
  expect([last.exitCode, last.stdout]).toEqual([0, expect.stringContaining("Nothing is sealed under the old key")]);
  expect(last.stdout).toMatch(/Done.*backups/s);
  expect(last.stdout).not.toContain("once more");
});
