import { afterAll, beforeAll, expect, test } from "vitest";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  lineUp,
  numbersOf,
  startFaultSystem,
  stateOf,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const four = [{}, {}, {}, {}];

test("after the issuer is killed between recording a voucher and sending the next, the next is sent once under its number [I1 I3]", async () => {
  // The third commit: warm-up, first of the line, and then the second, which is recorded together with the third's number.
  await restartWith(system, "issuer", "after_tx3:kill@3");
  await system.expireLocks();
  await warmUp(system, 1);
  system.freeze("issuer");
  const { bodies, answers } = await lineUp(system, 1, four, () => system.thaw("issuer"));
  expect(await system.exited("issuer")).toMatchObject({ signal: "SIGKILL" });
  expect(await Promise.all(bodies.map((body) => stateOf(system, body)))).toMatchObject([
    { state: "approved", number: 2 },
    { state: "approved", number: 3 },
    { state: "submitted", number: 4 },
    { state: "queued", number: null },
  ]);
  expect(await askedSinceWarmUp(system, 1)).toBe(2);
  await reviveAfterCrash(system, "issuer");
  expect(numbersOf(await answers)).toEqual([2, 3, 4, 5]);
  expect(await askedSinceWarmUp(system, 1)).toBe(4);
  await expectAgreement(system, 1);
});

test("after a lost answer to approve_and_submit its effects are found and nothing is done twice [I1 I3]", async () => {
  await warmUp(system, 2);
  const toPostgres = system.proxies.of("issuer", "postgres");
  const before = toPostgres.struck();
  toPostgres.strike({ match: "talonario_approve_and_submit", lose: "answer" });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 2, four, () => system.thaw("issuer"));
  expect(numbersOf(await answers)).toEqual([2, 3, 4, 5]);
  expect(toPostgres.struck() - before).toBe(1);
  await expectAgreement(system, 2);
});
