import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { type System, shortTurnWaits, startSystem } from "../../support/processes/system.js";
import { addPointsOfSale, type Invoice, invoiceOf, posOf, post, stateOf, warmUp } from "../faults/fault-system.js";
import { endWithoutViolation } from "../ledgers.js";

const cuit = "30712345671";
let system: System;
let run: CommandLine;
/** Runs commands that are refused: the first of each verb as a process, too. */
let runRefused: CommandLine;
let runWithoutRedis: CommandLine;

beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], env: shortTurnWaits() });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  const environment = { DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` };
  run = quickCommandLine(environment);
  runRefused = quickCommandLine(environment);
  runWithoutRedis = quickCommandLine({ DATABASE_URL: system.databaseUrl });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

async function issuances(...options: string[]) {
  const { exitCode, json } = await run(
    "issuance",
    "list",
    ..."--company demo --json --env homologation".split(" "),
    ...options,
  );
  expect(exitCode).toBe(0);
  return json.issuances;
}

const openAt = async (row: number) =>
  (await issuances("--open")).filter(({ pos }: { pos: number }) => pos === posOf(row));

async function show(id: number) {
  const { exitCode, json } = await run("issuance", "show", String(id), "--company", "demo", "--json");
  expect(exitCode).toBe(0);
  return json.issuance;
}

const resolve = (id: number, decision: string, because = "the accountant looked it up") =>
  run(
    "issuance",
    "resolve",
    String(id),
    "--company",
    "demo",
    `--${decision}`,
    "--because",
    because,
    "--as",
    "Ana",
    "--json",
  );

const auditOf = async (id: number) =>
  (await system.request<Record<string, unknown>[]>(`/audit-log?action=issuance.resolve`)).body.result.filter(
    ({ resourceId }) => resourceId === String(id),
  );

/** Posts the invoice, expects 409 TAXAUTH_UNCONFIRMED, and gives its entry in the list of open issuances. */
async function postInDoubt(row: number, body: Invoice) {
  expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
  const open = await openAt(row);
  expect(open).toEqual([
    {
      id: expect.any(Number),
      key: body.idempotency,
      pos: posOf(row),
      type: 6,
      number: 2,
      state: "submitted",
      doubt: expect.stringMatching(/^(resolving|unconfirmed)$/),
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      total: `${body.items[0]?.price}.00`,
      why: open[0].why,
    },
  ]);
  return open[0];
}

/** Loses the next answer, and makes the authority's look-up show another quotation than we sent. */
async function restateTheNext(row: number): Promise<void> {
  const pos = posOf(row);
  await system.authority.set({ restated: [{ pos, type: 6, number: 2, field: "MonCotiz", value: "1.000001" }] });
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
}

/** Gives our next number to a foreign voucher at an exclusive point of sale. */
async function takeTheNext(row: number): Promise<void> {
  await system.sql("UPDATE point_of_sale SET exclusive = true WHERE number = $1", [posOf(row)]);
  await system.authority.issueForeign({ cuit, pos: posOf(row), type: 6 });
}

test("a voucher that the authority shows changed is listed field by field and adopted only by the operator's decision", async () => {
  await warmUp(system, 1);
  await restateTheNext(1);
  const body = invoiceOf(1);
  const { id, why } = await postInDoubt(1, body);
  expect(why).toMatch(/MonCotiz 1 \/ 1\.000001/);

  const shown = await show(id);
  expect(shown).toMatchObject({
    id,
    env: "homologation",
    number: 2,
    why,
    problem: null,
    authority: { number: 2, lookUp: "found", cae: expect.stringMatching(/^\d{14}$/), lastNumber: 2 },
    decisions: {
      adopt: { allowed: true, effect: expect.stringContaining("becomes its voucher") },
      renumber: { allowed: false },
      reject: { allowed: false, effect: expect.stringContaining("adopt it") },
    },
  });
  expect(Date.parse(shown.authority.processedAt)).toBeGreaterThan(Date.now() - 60_000);
  const differing = shown.fields.filter(({ same }: { same: boolean }) => !same);
  expect(differing).toEqual([{ field: "MonCotiz", sent: "1", found: "1.000001", same: false }]);
  expect(shown.fields).toContainEqual({
    field: "ImpTotal",
    sent: String(body.items[0]?.price),
    found: String(body.items[0]?.price),
    same: true,
  });

  const refused = await resolve(id, "reject");
  expect([refused.exitCode, refused.json]).toEqual([1, { ok: false, error: shown.decisions.reject.effect }]);
  expect(await openAt(1)).toMatchObject([{ id, number: 2, state: "submitted" }]);
  expect(await auditOf(id)).toEqual([]);

  const adopted = await resolve(id, "adopt");
  expect(adopted.exitCode).toBe(0);
  expect(adopted.json.issuance).toEqual({ ...shownInList(shown), state: "approved", doubt: null, why: null });
  expect(await post(system, body)).toMatchObject({
    status: 200,
    body: { result: { voucherNumber: 2, cae: shown.authority.cae, idempotencyHit: true } },
  });
  expect(await auditOf(id)).toMatchObject([
    {
      actorType: "admin",
      actorName: "Ana",
      production: false,
      after: { decision: "adopt", because: "the accountant looked it up" },
    },
  ]);
  expect(await post(system, invoiceOf(1))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });

  expect(await show(id)).toMatchObject({
    state: "approved",
    authority: null,
    fields: [],
    decisions: null,
    problem: null,
  });
  const again = await resolve(id, "reject");
  expect([again.exitCode, again.json.error]).toEqual([1, expect.stringContaining("There is nothing to decide.")]);
});

const shownInList = ({ id, key, pos, type, number, state, doubt, since, total, why }: Record<string, unknown>) => ({
  id,
  key,
  pos,
  type,
  number,
  state,
  doubt,
  since,
  total,
  why,
});

test("the decision renumber after a foreign voucher at an exclusive point of sale gives the sale the next number", async () => {
  await warmUp(system, 2);
  await takeTheNext(2);
  const body = invoiceOf(2);
  const { id, why } = await postInDoubt(2, body);
  expect(why).toMatch(/not ours .* only this service/);
  expect(await show(id)).toMatchObject({
    decisions: {
      renumber: { allowed: true, effect: expect.stringContaining("as number 3") },
      reject: { allowed: true },
    },
  });

  const { exitCode, json } = await resolve(id, "renumber");
  expect([exitCode, json.issuance]).toMatchObject([0, { id, number: 3, state: "approved", doubt: null, why: null }]);
  expect(json.imported).toEqual([
    { pos: posOf(2), type: 6, number: 2, cae: expect.stringMatching(/^\d{14}$/), like: [] },
  ]);
  expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 3 } } });
  expect(await auditOf(id)).toMatchObject([{ actorName: "Ana", after: { decision: "renumber" } }]);
});

test("the decision reject after a foreign voucher leaves no voucher, and the key can be sent again", async () => {
  await warmUp(system, 3);
  await takeTheNext(3);
  const body = invoiceOf(3);
  const { id } = await postInDoubt(3, body);
  const { exitCode, json } = await resolve(id, "reject");
  expect([exitCode, json.issuance]).toMatchObject([0, { id, number: null, state: "rejected", doubt: null, why: null }]);
  expect(await openAt(3)).toEqual([]);
  expect(await issuances()).toContainEqual(json.issuance);
  expect(await auditOf(id)).toMatchObject([{ actorName: "Ana", after: { decision: "reject" } }]);

  expect(await post(system, body)).toMatchObject({
    status: 201,
    body: { result: { voucherNumber: 3, idempotencyHit: false } },
  });
});

test("a voucher that does not exist cannot be adopted, and the issuance is not left to the operator", async () => {
  await warmUp(system, 4);
  await system.authority.pushFault({ operation: "FECAESolicitar", action: "drop", times: null, pos: posOf(4) });
  const body = invoiceOf(4);
  const { id, why } = await postInDoubt(4, body);
  expect(why).toBeNull();
  expect(await show(id)).toMatchObject({ authority: { lookUp: "absent", cae: null, lastNumber: 1 }, why: null });

  const refused = await resolve(id, "adopt");
  expect([refused.exitCode, refused.json.error]).toEqual([1, "There is no voucher under number 2."]);
  expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });

  expect((await resolve(id, "reject")).exitCode).toBe(0);
  await system.authority.clearFaults();
  expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
});

test("without --json the output is a table with differences and next commands, and without Redis only local data", async () => {
  await warmUp(system, 5);
  await restateTheNext(5);
  const { id } = await postInDoubt(5, invoiceOf(5));
  const at = "--company demo".split(" ");
  const { stdout: listed } = await run("issuance", "list", ...at, "--env", "homologation", "--open");
  expect(listed).toMatch(/^ID +SINCE +KEY +POS +TYPE +NUMBER +TOTAL +STATE +DOUBT\n/);
  expect(listed).toMatch(new RegExp(`waits for a person.*\nnpm run -s admin -- issuance show ${id} --company demo\n$`));

  const { stdout: shown } = await run("issuance", "show", String(id), ...at);
  expect(shown).toMatch(/^MonCotiz +DIFFERENT +1 +1\.000001$/m);
  expect(shown).toMatch(/^Iva\.AlicIva\.0 +same +Id 5, BaseImp [\d.]+, Importe [\d.]+ +the same$/m);
  expect(shown).toContain(`npm run -s admin -- issuance resolve ${id} --company demo --adopt --because "WHY"`);
  expect(shown).toMatch(/^reject +REFUSED\. /m);

  const { exitCode, json } = await runWithoutRedis("issuance", "show", String(id), ...at, "--json");
  const problem = expect.stringContaining("REDIS_URL is not set");
  expect([exitCode, json.issuance]).toMatchObject([0, { id, authority: null, fields: [], decisions: null, problem }]);

  const { json: doctor } = await run("doctor", "--json");
  expect(doctor.checks).toContainEqual({
    name: "decisions",
    ok: false,
    detail: "issuances wait for a person: demo (homologation, 1)",
    fix: "npm run -s admin -- issuance list --company demo --env homologation --open",
  });

  const { stdout: adopted } = await run("issuance", "resolve", String(id), ...at, "--adopt", "--because", "it is ours");
  expect(adopted).toContain("It is issued, as number 2.");
  const { stdout: none } = await run("issuance", "list", ...at, "--env", "homologation", "--open");
  expect(none).toBe("No outcome is in doubt.\n");
});

test("another company's issuance is not found", async () => {
  const [row] = await system.sql<{ id: number }>("SELECT id FROM issuance ORDER BY id LIMIT 1");
  const id = String(row?.id);
  for (const args of [
    ["show", id],
    ["resolve", id, "--reject", "--because", "mine"],
  ]) {
    const { exitCode, json } = await run("issuance", ...args, "--company", "mono", "--json");
    expect([exitCode, json]).toEqual([1, { ok: false, error: `The company has no issuance ${id}.` }]);
  }
});

const resolving = (...args: string[]) => ["resolve", "1", "--company", "demo", ...args];
test.each([
  { name: "no decision", args: resolving("--because", "x"), error: /exactly one of the options/ },
  {
    name: "two decisions",
    args: resolving("--adopt", "--reject", "--because", "x"),
    error: /exactly one of the options/,
  },
  { name: "no reason", args: resolving("--adopt"), error: /--because/ },
  { name: "a blank reason", args: resolving("--adopt", "--because", " "), error: /must not be blank/ },
  { name: "a long reason", args: resolving("--adopt", "--because", "x".repeat(501)), error: /no longer than 500/ },
  { name: "no number", args: ["show", "first", "--company", "demo"], error: /whole number/ },
  { name: "no environment", args: ["list", "--company", "demo"], error: /--env/ },
  { name: "nothing to list", args: "list --company demo --env production --limit 0".split(" "), error: /from 1 to/ },
])("wrong usage ends with exit code 2: $name", async ({ args, error }) => {
  const { exitCode, json } = await runRefused("issuance", ...args, "--json");
  expect([exitCode, json]).toEqual([2, { ok: false, error: expect.stringMatching(error) }]);
});
