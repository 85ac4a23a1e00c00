import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../shared/db/database.js";
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
  expect((await admin("pos", "substitute", "1", "", ...at)).pointOfSale).toMatchObject({ contingencyPos: null });
  expect((await admin("pos", "authorization", "9", "CAE", ...at)).pointOfSale).toMatchObject({ authorization: "CAE" });
  expect((await admin("pos", "authorization", "9", "CAEA", ...at)).changed).toBe(true);
  expect((await admin("pos", "substitute", "1", "9", ...at)).pointOfSale).toMatchObject({ contingencyPos: 9 });
  const refused = await run("pos", "substitute", "9", "1", ...at);
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

test("what the database may have lost is shown first, and confirmed only with --yes", async () => {
  await db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, last_date, server, timeline, unverified)
    SELECT c.id, false, pos, 11, 41, '20261120', system_identifier, CASE pos WHEN 9 THEN 0 ELSE database_timeline() END, true
    FROM company c, pg_control_system(), unnest(ARRAY[1, 9]) AS pos`;
  const known = { posNumber: 9, voucherType: 11, lastNumber: 41, lastDate: "20261120" };
  expect(await admin("contingency", "verify", ...at)).toEqual({ sequences: [{ ...known, verified: false }] });
  expect((await run("contingency", "verify", ...at)).stdout).toMatch(/ 41 [\s\S]*run the command again with --yes/);

  const confirmed = { sequences: [{ ...known, verified: true }] };
  expect(await admin("contingency", "verify", ...at, "--yes")).toEqual({ ...confirmed, changed: true });
  expect(await admin("contingency", "verify", ...at, "--yes")).toEqual({ ...confirmed, changed: false });
  expect(await audit("contingency.verify")).toMatchObject([{ actorType: "admin", after: confirmed }]);
  // That of a point of sale of CAE is found out with the authority.
  expect(await db.sequence.findFirst({ where: { posNumber: 1 } })).toMatchObject({ unverified: true });
});
