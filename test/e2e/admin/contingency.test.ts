import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { type CommandLine, quickCommandLine, succeeding } from "../../support/processes/command-line.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

let database: TestDatabase;
let db: Database;
let close: () => Promise<void>;
let run: CommandLine;
let admin: ReturnType<typeof succeeding>;
const at = "--company tienda --env homologation".split(" ");

beforeAll(async () => {
  database = await createDatabase();
  ({ db, close } = openDatabase(database.url, { connections: 1 }));
  run = quickCommandLine({ DATABASE_URL: database.url });
  admin = succeeding(run);
  await admin(..."company create tienda --cuit 20111111112 --tax-type 6 --name Tienda --monthly 50".split(" "));
});
afterAll(async () => {
  await close();
  await database.drop();
});

const audit = (action: string) =>
  db.auditEntry.findMany({ where: { action }, orderBy: { id: "asc" }, select: { actorType: true, after: true } });

test("a substitute is set, shown and taken away", async () => {
  const early = await run("contingency", "start", ...at, "--reason", "the line is cut");
  expect([early.exitCode, early.stderr]).toEqual([1, expect.stringContaining("no point of sale has a substitute")]);

  const { pointOfSale: nine } = await admin("pos", "add", "9", ...at, "--authorization", "CAEA");
  expect(nine).toMatchObject({ number: 9, authorization: "CAEA", contingencyPos: null });
  expect((await admin("pos", "add", "1", ...at, "--contingency-pos", "9")).pointOfSale).toMatchObject({
    contingencyPos: 9,
  });
  expect((await admin("pos", "set", "1", "--contingency-pos", "", ...at)).pointOfSale).toMatchObject({
    contingencyPos: null,
  });
  expect((await admin("pos", "set", "9", "--authorization", "CAE", ...at)).pointOfSale).toMatchObject({
    authorization: "CAE",
  });
  expect((await admin("pos", "set", "9", "--authorization", "CAEA", ...at)).changed).toBe(true);
  expect((await admin("pos", "set", "1", "--contingency-pos", "9", ...at)).pointOfSale).toMatchObject({
    contingencyPos: 9,
  });
  const refused = await run("pos", "set", "9", "--contingency-pos", "1", ...at);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("contingencyPos")]);
});

test("a contingency is begun, shown and ended, and both are in the audit log of the operator", async () => {
  const begun = await admin("contingency", "start", ...at, "--reason", "the line is cut");
  expect(begun).toMatchObject({
    changed: true,
    contingency: { active: true, reason: "the line is cut", unreported: 0 },
  });
  expect(await admin("contingency", "start", ...at, "--reason", "again")).toMatchObject({ changed: false });
  expect((await admin("contingency", "status", ...at)).contingency).toEqual(begun.contingency);
  expect((await run("contingency", "status", ...at)).stdout).toMatch(/^active +yes|^active +true/m);
  expect(await admin("contingency", "end", ...at)).toMatchObject({ changed: true, contingency: { active: false } });
  expect(await admin("contingency", "end", ...at)).toMatchObject({ changed: false });
  const entry = { actorType: "admin", after: { reason: "the line is cut" } };
  expect(await audit("contingency.start")).toMatchObject([entry]);
  expect(await audit("contingency.end")).toMatchObject([entry]);

  const blank = await run("contingency", "start", ...at, "--reason", "");
  expect([blank.exitCode, blank.stderr]).toEqual([2, expect.stringContaining("--reason")]);
});

test("who cannot ask the authority confirms each last number in so many words", async () => {
  await db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, last_date, incarnation, unverified)
    SELECT c.id, false, pos, 11, 41, '20261120', CASE pos WHEN 9 THEN 0 ELSE current_incarnation() END, true
    FROM company c, unnest(ARRAY[1, 9]) AS pos`;
  const known = { posNumber: 9, voucherType: 11, lastNumber: 41, lastDate: "20261120" };
  expect(await admin("contingency", "verify", ...at)).toEqual({ sequences: [{ ...known, verified: false }] });
  const shown = await run("contingency", "verify", ...at);
  expect(shown.stdout).toMatch(/ 41 [\s\S]*could not be asked: [\s\S]*run the command again with --yes/);

  const unasked = await run("contingency", "verify", ...at, "--yes");
  expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringMatching(/must be asked first: .*--last/)]);
  const whole = await run("contingency", "verify", ...at, "--last", "43", "--yes");
  expect([whole.exitCode, whole.stderr]).toEqual([
    2,
    expect.stringContaining("with '--pos <number>' and '--type <code>'"),
  ]);
  const dated = await run("contingency", "verify", ...at, "--last-date", "2026-11-21", "--yes");
  expect([dated.exitCode, dated.stderr]).toEqual([2, expect.stringContaining("'--last-date <day>' goes with '--last")]);
  const elsewhere = await run("contingency", "verify", ...at, ..."--pos 8 --type 11 --last 43 --yes".split(" "));
  expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining("No sequence of point of sale 8"),
  ]);
  const there = [...at, "--pos", "9", "--type", "11"];
  const lower = await run("contingency", "verify", ...there, "--last", "40", "--yes");
  expect([lower.exitCode, lower.stderr]).toEqual([1, expect.stringContaining("41 at least, not 40")]);
  const noDay = await run("contingency", "verify", ...there, "--last", "43", "--last-date", "20261131", "--yes");
  expect([noDay.exitCode, noDay.stderr]).toEqual([2, expect.stringContaining("YYYY-MM-DD")]);
  expect(await audit("contingency.verify")).toEqual([]);

  const given = { ...known, lastNumber: 43, lastDate: "20261121", verified: true };
  const missing = [{ posNumber: 9, voucherType: 11, from: 42, to: 43 }];
  expect(await admin("contingency", "verify", ...there, "--last", "43", "--last-date", "20261121", "--yes")).toEqual({
    sequences: [given],
    missing,
    changed: true,
  });
  expect(await admin("contingency", "verify", ...at, "--yes")).toEqual({ sequences: [given], changed: false });
  const word = { sequences: [given], missing };
  expect(await audit("contingency.verify")).toMatchObject([{ actorType: "admin", after: word }]);
  // That of a point of sale of CAE is found out with the authority.
  expect(await db.sequence.findFirst({ where: { posNumber: 1 } })).toMatchObject({ unverified: true });
});

test("without vouchers there is nothing to report, and nothing to decide", async () => {
  expect(await admin("contingency", "reports", ...at)).toEqual({ reports: [] });
  expect((await run("contingency", "reports", ...at, "--rejected")).stdout).toContain("No report waits for a person.");
  const company = ["--company", "tienda", "--because", "no"];
  const none = await run("contingency", "resolve", "7", ...company, "--adopt");
  expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("no voucher 7 under CAEA")]);
  for (const words of [[], ["--adopt", "--give-up"]]) {
    const both = await run("contingency", "resolve", "7", ...company, ...words);
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining("exactly one of")]);
  }
  const behind = await run("contingency", "resolve", "7", ...company, "--adopt", "--and-behind");
  expect([behind.exitCode, behind.stderr]).toEqual([
    2,
    expect.stringContaining("'--and-behind' goes with '--give-up'"),
  ]);
});
