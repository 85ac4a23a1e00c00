import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { identified, invoiceB } from "../../support/samples/invoice.js";
import { addPointsOfSale, type Invoice, invoiceOf, posOf, post } from "../faults/fault-system.js";
import { expectReplay, forget, issueSales, sendAgain } from "./lost-vouchers.js";

let system: System;
let run: CommandLine;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  try {
    // Two vouchers were imported that nobody asked for again: they were granted, and are nobody's sale here.
    expect(findViolations(await readLedgers(system))).toEqual([
      { invariant: "I1 I2", text: expect.stringContaining(`homologation/${posOf(1)}-6-5 `) },
      { invariant: "I1 I2", text: expect.stringContaining(`homologation/${posOf(4)}-6-2 `) },
    ]);
  } finally {
    await system[Symbol.asyncDispose]();
  }
});

async function reconcile(words: string) {
  const { exitCode, json } = await run(..."reconcile --env homologation --json".split(" "), ...words.split(" "));
  return { exitCode, ...json };
}

const metricsOf = async () => (await fetch(`${system.originOf("api")}/metrics`)).text();
const behindIn = async () => (await metricsOf()).match(/^talonario_numbers_behind\{.*$/gm) ?? [];

test("an import proposes whose the vouchers are, and one yes gives all of them their keys", async () => {
  const sales = await issueSales(system, 1, 4);
  await forget(system, 1);
  const [first, second, third, fourth] = sales;
  if (!first || !second || !third || !fourth) throw new Error("four sales were issued");

  // Nobody has noticed yet: only the numbers tell.
  const light = await reconcile("--all --numbers");
  const there = { pos: posOf(1), type: 6, ours: 1, authority: 5, refused: null, behind: 4, shared: false };
  const demo = { company: "demo", behind: 4, problem: null, differs: true, sequences: [there] };
  expect([light.exitCode, light.companies]).toEqual([3, [demo]]);
  expect(await behindIn()).toEqual(['talonario_numbers_behind{company="demo",environment="homologation"} 4']);
  expect(await metricsOf()).toMatch(/^talonario_reconciliation_age_seconds \d/m);

  // The last one is not sent again, and stays without a key.
  await sendAgain(system, [third, first, second]);
  const asked = await reconcile(`--company demo --pos ${posOf(1)} --import`);
  expect(asked).toMatchObject({
    exitCode: 3,
    claims: [
      { key: third.idempotency, state: "submitted", number: 4, bound: false },
      {
        key: first.idempotency,
        state: "cancelled",
        number: 2,
        bound: false,
        why: expect.stringContaining("nobody said yes"),
      },
      { key: second.idempotency, state: "cancelled", number: 3, bound: false },
    ],
    ambiguous: [],
  });
  const bound = await reconcile(`--company demo --pos ${posOf(1)} --import --yes`);
  expect(bound).toMatchObject({
    exitCode: 0,
    claims: [
      { key: third.idempotency, number: 4, bound: true, why: null },
      { key: first.idempotency, number: 2, bound: true },
      { key: second.idempotency, number: 3, bound: true },
    ],
    sequences: [{ unsettled: [], missing: [], different: [], differs: false }],
  });
  for (const [body, number] of [
    [first, 2],
    [second, 3],
    [third, 4],
  ] as const)
    await expectReplay(system, body, number);
  const { body: audit } = await system.request<Record<string, unknown>[]>("/audit-log?action=issuance.resolve");
  expect(audit.result).toHaveLength(3);
  expect(audit.result).toMatchObject(
    audit.result.map(() => ({ after: { because: expect.stringContaining("--import") } })),
  );

  // The one that nobody sent again is listed without a key, and numbering goes on behind it.
  expect(await system.sql(`SELECT voucher_number AS number FROM voucher WHERE source = 'rcel'`)).toEqual([
    { number: 5 },
  ]);
  expect(await post(system, invoiceOf(1))).toMatchObject({ status: 201, body: { result: { voucherNumber: 6 } } });
  expect(await reconcile("--all --numbers")).toMatchObject({
    exitCode: 0,
    companies: [{ company: "demo", behind: 0 }],
  });
  expect(await behindIn()).toEqual([]);
});

test("equal sales are left to a person", async () => {
  const items = [{ description: "Yerba mate 1 kg", quantity: 1, price: 777, taxType: 5 }];
  const [body, twin] = Array.from({ length: 2 }, () => invoiceOf(2, { items, customer: identified })) as [
    Invoice,
    Invoice,
  ];
  await issueSales(system, 2, 0);
  for (const one of [body, twin]) expect((await post(system, one)).status).toBe(201);
  await forget(system, 2);
  const newSale = invoiceOf(2);
  await sendAgain(system, [newSale, body, twin]);
  // The number that the new sale asks for is not explained by it, and whoever else issues there: ours are forgotten.
  await system.sql("UPDATE sequence SET shared = true WHERE pos_number = $1", [posOf(2)]);
  const behind = async () => {
    const { companies } = await reconcile("--all --numbers");
    return companies[0].sequences.find(({ pos }: { pos: number }) => pos === posOf(2));
  };
  await expect.poll(behind, { timeout: 15_000 }).toMatchObject({ ours: 1, authority: 3, behind: 2, shared: false });
  await system.sql("UPDATE sequence SET shared = false WHERE pos_number = $1", [posOf(2)]);
  const found = await reconcile(`--company demo --pos ${posOf(2)} --import --yes`);
  expect(found).toMatchObject({ claims: [] });
  expect(found.ambiguous.map(({ key, number }: { key: string; number: number }) => [key, number]).sort()).toEqual(
    [body, twin].flatMap(({ idempotency }) => [2, 3].map((number) => [idempotency, number])).sort(),
  );
  const show = async (words: string) => (await run(..."issuance".split(" "), ...words.split(" "), "--json")).json;
  const { issuances } = await show("list --all --env homologation --open");
  expect(issuances).toMatchObject([{ company: "demo", key: newSale.idempotency, pos: posOf(2) }]);
  const idOf = (key: string) => found.ambiguous.find((one: { key: string }) => one.key === key).issuanceId;
  await show(`resolve ${issuances[0].id} --company demo --renumber --because new`);
  const sharedAt = "SELECT shared FROM sequence WHERE pos_number = $1";
  expect(await system.sql(sharedAt, [posOf(2)])).toEqual([{ shared: false }]);
  const adopt = `resolve ${idOf(twin.idempotency)} --company demo --adopt --number 3 --because printed`;
  const name = `${posOf(2)}-6-3`;
  expect((await show(adopt)).error).toMatch(new RegExp(`the key ${body.idempotency} .*--despite ${name}`));
  await show(`${adopt} --despite ${name}`);
  expect(await reconcile(`--company demo --pos ${posOf(2)} --import --yes`)).toMatchObject({
    exitCode: 0,
    claims: [{ key: body.idempotency, number: 2, bound: true }],
  });
  await expectReplay(system, body, 2);
  await expectReplay(system, twin, 3);
});

test("a pair without a receiver is not bound by a yes that nobody thought about: its command does it", async () => {
  await issueSales(system, 3, 0);
  const sale = invoiceOf(3);
  expect((await post(system, sale)).status).toBe(201);
  await forget(system, 3);
  await sendAgain(system, [sale]);
  const at = `--company demo --pos ${posOf(3)} --import --yes`;
  const left = await reconcile(at);
  const pair = { key: sale.idempotency, number: 2, receiver: null, bound: false };
  expect(left).toMatchObject({ exitCode: 3, claims: [], ambiguous: [], anonymous: [pair] });
  const { command } = left.anonymous[0];
  const words = command.replace("npm run -s admin -- ", "").replace(' --because "WHY"', " --because printed --json");
  expect((await run(...words.split(" "))).exitCode).toBe(0);
  expect(await reconcile(at)).toMatchObject({ exitCode: 0, anonymous: [] });
  await expectReplay(system, sale, 2);
});

test("what is explained is verified by a run that is asked to, and by an import at its end", async () => {
  // The system's database is a copy, so its history has just begun.
  await system.sql(
    "UPDATE database_incarnation SET began_at = now() - interval '11 minutes', written_by = pg_current_xact_id()",
  );
  await issueSales(system, 4, 1);
  await forget(system, 4);
  const ofHomologation = /company="demo",environment="homologation"} [1-9]/;
  await reconcile("--all --numbers");
  expect(await behindIn()).toEqual([expect.stringMatching(ofHomologation)]);
  const verifiedAt = async (words: string) => {
    const { exitCode, sequences } = await reconcile(`--company demo --pos ${posOf(4)} --type 6 ${words}`.trim());
    return [exitCode, sequences[0].verified];
  };
  expect([await verifiedAt(""), await verifiedAt("--verify")]).toEqual(Array(2).fill([3, false]));
  // The run that imports leaves a voucher that may be of a forgotten sale.
  expect(await verifiedAt("--import")).toEqual([3, true]);
  expect(await verifiedAt("")).toEqual([0, true]);
  expect(await behindIn(), "a run of one numbering knows nothing of the others").toHaveLength(1);
  await system.sql("UPDATE sequence SET unverified = true WHERE pos_number = $1", [posOf(4)]);
  expect(await verifiedAt("")).toEqual([0, false]);
  const { companies } = await reconcile("--all --verify");
  const ofDemo = companies.find(({ company }: { company: string }) => company === "demo");
  expect(ofDemo.sequences.find(({ pos }: { pos: number }) => pos === posOf(4))).toMatchObject({ verified: true });
  expect(await behindIn(), "the alert ends with a run of all").toEqual([]);
});

test("every company has one line, and one that cannot be asked does not stop the others", async () => {
  await system.sql(
    "UPDATE sequence SET last_number = last_number + 3 WHERE company_id = (SELECT id FROM company WHERE code = 'demo')",
  );
  const { keys } = system.keys.mono;
  const ofMono = { method: "POST", company: "mono", key: keys.test, body: invoiceB({ voucherType: 11 }) };
  expect((await system.request("/invoices", ofMono)).status).toBe(201);
  const all = await reconcile("--all --since 20260101");
  expect(all.exitCode).toBe(3);
  expect(all.companies).toContainEqual(expect.objectContaining({ company: "demo", problem: null, differs: true }));
  expect(all.companies).toContainEqual(expect.objectContaining({ company: "mono", differs: false }));
  await system.sql(
    "UPDATE sequence SET last_number = last_number - 3 WHERE company_id = (SELECT id FROM company WHERE code = 'demo')",
  );

  await system.sql(
    "UPDATE certificate SET active = false WHERE company_id = (SELECT id FROM company WHERE code = 'mono')",
  );
  const [broken, text] = [await reconcile("--all"), await run(..."reconcile --env homologation --all".split(" "))];
  expect(broken.companies).toContainEqual(expect.objectContaining({ company: "mono", differs: true, sequences: [] }));
  expect(broken.companies).toContainEqual(expect.objectContaining({ company: "demo", differs: false }));
  expect(text.stdout).toMatch(/^demo +\d+ .* equal$/m);
  expect(text.stdout).toMatch(/^mono .*ertificate/m);
});

test.each([
  { name: "neither a company nor all", args: "--import", error: /one of '--company <code>' and '--all'/ },
  { name: "both", args: "--all --company demo", error: /one of '--company <code>' and '--all'/ },
  { name: "numbers of one company", args: "--company demo --numbers", error: /go with '--all' alone/ },
  { name: "a point of sale of all", args: "--all --pos 1", error: /go with '--company <code>' alone/ },
  { name: "numbers and an import", args: "--all --numbers --import", error: /'--numbers' goes with no other/ },
  { name: "a yes without an import", args: "--company demo --yes", error: /go with '--import' alone/ },
  { name: "a day that does not exist", args: "--all --since 20260230", error: /a date that exists/ },
])("wrong usage ends with exit code 2: $name", async ({ args, error }) => {
  expect(await reconcile(args)).toEqual({ exitCode: 2, ok: false, error: expect.stringMatching(error) });
});
