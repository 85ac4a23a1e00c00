import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { type System, shortTurnWaits, startSystem } from "../../support/processes/system.js";
import { addPointsOfSale, invoiceOf, posOf, post } from "../faults/fault-system.js";
import { endWithoutViolation } from "../ledgers.js";
import { expectReplay, forget, idOf, issueSales, sendAgain, untilPrinted } from "./lost-vouchers.js";

let system: System;
let run: CommandLine;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer", "renderer"], env: shortTurnWaits() });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(() => endWithoutViolation(system));

async function adopt(id: number, number: number, ...more: string[]) {
  const words = `issuance resolve ${id} --company demo --adopt --number ${number} --because printed --as Ana --json`;
  const { exitCode, json } = await run(...words.split(" "), ...more);
  return exitCode === 0 ? json.issuance : { exitCode, error: json.error };
}

async function show(id: number) {
  const { json } = await run(..."issuance show --company demo --json".split(" "), String(id));
  return json.issuance;
}

const refused = (error: RegExp) => ({ exitCode: 1, error: expect.stringMatching(error) });

test("forgotten sales that are sent again get their own vouchers, with items and PDF, and numbering goes on", async () => {
  const [first, second] = await issueSales(system, 1, 2);
  if (!first || !second) throw new Error("two sales were issued");
  await forget(system, 1, { isPrinted: true });
  // The later one comes first, and gets the other's number.
  await sendAgain(system, [second, first]);
  const [holder, turnedAway] = [await idOf(system, second), await idOf(system, first)];

  const shown = await show(holder);
  const granted = (await system.authority.ledger({ env: "homologation", pos: posOf(1) })).map(({ cae }) => cae);
  expect(shown).toMatchObject({
    ...{ number: 2, state: "submitted", unclaimedProblem: null },
    unclaimed: [{ pos: posOf(1), number: 3, cae: granted[2], where: "authority", totalAmount: shown.total }],
  });
  // Both say the same: the voucher 3 may be its own.
  const name = `${posOf(1)}-6-3`;
  const mayBeIts = expect.stringMatching(
    new RegExp(`${name} \\(CAE ${granted[2]}.*--adopt --number 3, or --despite ${name}`),
  );
  expect(shown.decisions).toMatchObject({
    renumber: { allowed: false, effect: mayBeIts },
    reject: { allowed: false, effect: mayBeIts },
  });
  const words = `issuance resolve ${holder} --company demo --renumber --because new --json`;
  expect((await run(...words.split(" "))).json).toEqual({ ok: false, error: shown.decisions.renumber.effect });
  // Whoever says that it is not still leaves no number to a voucher that is not known here.
  expect((await run(...words.split(" "), "--despite", name)).json).toEqual({
    ok: false,
    error: expect.stringMatching(/up to 3 1 are not known here: reconcile --import first/),
  });
  const { stdout } = await run(..."issuance show --company demo".split(" "), String(holder));
  expect(stdout).toContain(
    `npm run -s admin -- issuance resolve ${holder} --company demo --adopt --number 3 --because "WHY"`,
  );

  expect(await adopt(turnedAway, 2)).toEqual(refused(new RegExp(`issuance ${holder}: decide that one first`)));
  expect(await adopt(holder, 2)).toEqual(refused(/for another sale.*ImpTotal/));
  expect(await adopt(holder, 3)).toMatchObject({ id: holder, number: 3, state: "approved" });
  expect(await adopt(turnedAway, 3)).toEqual(refused(new RegExp(`the key ${second.idempotency}`)));
  expect(await adopt(turnedAway, 2)).toMatchObject({ id: turnedAway, number: 2, state: "approved" });
  expect(await adopt(turnedAway, 2)).toEqual(refused(/it has its voucher/));
  await expectReplay(system, first, 2);
  await expectReplay(system, second, 3);

  const { body: audit } = await system.request<Record<string, unknown>[]>("/audit-log?action=issuance.resolve");
  expect(audit.result.filter(({ resourceId }) => resourceId === String(holder))).toMatchObject([
    {
      ...{ actorType: "admin", actorName: "Ana", before: { state: "submitted", number: 2 } },
      after: { decision: "adopt", number: 3, because: "printed" },
    },
  ]);
  expect(await post(system, invoiceOf(1))).toMatchObject({ status: 201, body: { result: { voucherNumber: 4 } } });
  await untilPrinted(system, 1);
});

test("an imported voucher is adopted for a sale that was turned away, and shown with its command before", async () => {
  const [sale] = await issueSales(system, 2, 1);
  if (!sale) throw new Error("a sale was issued");
  await forget(system, 2, { isPrinted: true });
  const newSale = invoiceOf(2);
  await sendAgain(system, [newSale, sale]);
  const [open, turnedAway] = [await idOf(system, newSale), await idOf(system, sale)];
  expect(await show(open)).toMatchObject({ unclaimed: [], unclaimedProblem: null });

  // The voucher under its number is not its own, and it still wants one.
  const words = `issuance resolve ${open} --company demo --renumber --because new --json`;
  expect((await run(...words.split(" "))).json.issuance).toMatchObject({ state: "approved", number: 3 });
  // Without a yes nothing is bound.
  const reconcile = `reconcile --company demo --env homologation --pos ${posOf(2)} --import --json`.split(" ");
  const { exitCode, json } = await run(...reconcile);
  const proposed = { issuanceId: turnedAway, key: sale.idempotency, number: 2, numberPos: null, bound: false };
  expect([exitCode, json.claims]).toMatchObject([3, [{ ...proposed, why: expect.stringContaining("--yes") }]]);
  expect(await show(turnedAway)).toMatchObject({ unclaimed: [{ number: 2, where: "imported" }] });
  expect(await adopt(turnedAway, 2)).toMatchObject({ number: 2, state: "approved" });
  await expectReplay(system, sale, 2);
});

test("what the authority does not show, or another sale's, is not adopted", async () => {
  const [sale] = await issueSales(system, 3, 1);
  if (!sale) throw new Error("a sale was issued");
  await forget(system, 3, { isPrinted: true });
  const other = invoiceOf(3);
  await sendAgain(system, [other, sale]);
  const [id, turnedAway] = [await idOf(system, other), await idOf(system, sale)];
  expect(await adopt(id, 9)).toEqual(refused(/^There is no voucher under number 9\.$/));
  expect(await adopt(id, 1)).toEqual(refused(/is the voucher of the key/));
  expect(await adopt(id, 2, "--number-pos", "1")).toEqual(refused(/not a voucher under CAEA that was imported/));
  await system.authority.pushFault({ operation: "FECompConsultar", action: "drop", times: null, pos: posOf(3) });
  expect(await adopt(id, 2)).toEqual(refused(/does not tell/));
  await system.authority.clearFaults();
  expect(await show(id)).toMatchObject({ state: "submitted", number: 2 });
  // Nothing was changed: the sale's own voucher is still found.
  const words = `issuance resolve ${id} --company demo --renumber --because new --json`;
  expect((await run(...words.split(" "))).json.issuance).toMatchObject({ number: 3 });
  expect(await adopt(turnedAway, 2)).toMatchObject({ number: 2, state: "approved" });
  await expectReplay(system, sale, 2);
});

test("a sale is asked for again beside an equal voucher only where a person names it as another sale's", async () => {
  const [first, second] = await issueSales(system, 4, 2);
  if (!first || !second) throw new Error("two sales were issued");
  await forget(system, 4, { isPrinted: true });
  const equal = invoiceOf(4, { items: second.items, customer: second.customer });
  await sendAgain(system, [equal, first, second]);
  const id = await idOf(system, equal);
  const reconcile = `reconcile --company demo --env homologation --pos ${posOf(4)} --import --json`.split(" ");
  expect((await run(...reconcile)).exitCode).toBe(3);

  const name = `${posOf(4)}-6-3`;
  const resolve = async (...words: string[]) => {
    const at = `issuance resolve ${id} --company demo --because printed --json`.split(" ");
    const { exitCode, json } = await run(...at, ...words);
    return { exitCode, ...json };
  };
  const told = refused(
    new RegExp(`equal the sale.* ${name} \\(CAE \\d{14}, processed 20.*--adopt --number 3, or --despite ${name}`),
  );
  expect(await resolve("--renumber")).toMatchObject(told);
  expect(await resolve("--reject")).toMatchObject(told);
  expect(await resolve("--renumber", "--unseen")).toMatchObject(told);
  expect(await show(id)).toMatchObject({
    decisions: { renumber: { allowed: false, effect: told.error } },
    unclaimed: [
      { pos: posOf(4), type: 6, number: 3, where: "imported", adoptable: true, processedAt: expect.any(String) },
    ],
  });
  expect(await resolve("--renumber", "--despite", `${posOf(4)}-6-2`)).toMatchObject(refused(/does not equal the sale/));

  const firstId = await idOf(system, first);
  expect(await resolve("--renumber", "--despite", name)).toMatchObject({
    issuance: { id, number: 4, state: "approved" },
    imported: [{ pos: posOf(4), type: 6, number: 2, like: [{ issuanceId: firstId, key: first.idempotency }] }],
  });
  const { body: audit } = await system.request<Record<string, unknown>[]>("/audit-log?action=issuance.resolve");
  expect(audit.result.find(({ resourceId }) => resourceId === String(id))).toMatchObject({
    after: { despite: [name] },
  });
  expect(await adopt(firstId, 2)).toMatchObject({ number: 2, state: "approved" });
  expect(await adopt(await idOf(system, second), 3)).toMatchObject({ number: 3, state: "approved" });
  await expectReplay(system, equal, 4);
});

test.each([
  { name: "a number without --adopt", args: "--reject --number 2", error: /'--number <number>' goes with '--adopt'/ },
  { name: "--despite that names no voucher", args: "--renumber --despite 3-54", error: /POS-TYPE-NUMBER/ },
  {
    name: "--despite with --adopt",
    args: "--adopt --despite 3-6-54",
    error: /'--despite <pos-type-number>' goes with/,
  },
  {
    name: "--despite with --bar",
    args: "--reject --bar --despite 3-6-54",
    error: /'--despite <pos-type-number>' goes with/,
  },
  { name: "a point of sale alone", args: "--adopt --number-pos 9", error: /'--number-pos <number>' goes with/ },
])("wrong usage ends with exit code 2: $name", async ({ args, error }) => {
  const { exitCode, json } = await run(
    ..."issuance resolve 1 --company demo --because x --json".split(" "),
    ...args.split(" "),
  );
  expect([exitCode, json]).toEqual([2, { ok: false, error: expect.stringMatching(error) }]);
});
