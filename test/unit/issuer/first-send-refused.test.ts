import { expect, test } from "vitest";
import { settleBatch } from "../../../issuer/issuing/issue-next-batch.js";
import type { LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import {
  absent,
  approved,
  badContent,
  closed,
  dated,
  found,
  last,
  nearSale,
  neverLast,
  noConsult,
  noLast,
  openScript,
  otherSale,
  type Script,
  stale,
  taken,
} from "./scripted-authority.js";
import { sendFirst } from "./scripted-sends.js";
import { submission } from "./submission.js";

test("after 10016 because of foreign vouchers, the intent moves behind them", async () => {
  const { settled, done, told } = await sendFirst({
    answers: [stale, approved],
    lastNumbers: [last(44)],
    consults: { 42: found(otherSale) },
  });

  expect(done).toEqual([
    "send 42",
    "ask the last",
    "consult 42",
    "ask the last",
    "renumber 45",
    "send 45",
    "approve 45",
  ]);
  expect(told.renumberings).toEqual([{ lastNumber: 44, authorityTimeMs: null, isForeign: true, isCompared: true }]);
  expect(settled).toBe("settled");
});

test("after 10016 to a request that the network delivered twice, our granted voucher is found and adopted", async () => {
  const { settled, done } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(42)],
    consults: { 42: found() },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test("after 10016 at a shared point of sale, an equal voucher is not adopted and an operator decides", async () => {
  const { settled, done, told } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(42)],
    consults: { 42: found() },
    situation: { kind: "shared" },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "unconfirmed"]);
  expect(told.doubts).toEqual([{ questions: 2, isDenied: true, why: expect.stringContaining("number 42") }]);
  expect(settled).toBe("unresolved");
});

test("after 10016 a nearly equal voucher is left to an operator, and nothing is sent", async () => {
  const { settled, done, told } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(42)],
    consults: { 42: found(nearSale) },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "unconfirmed"]);
  expect(told.doubts).toMatchObject([{ isDenied: true, why: expect.stringContaining("ImpNeto") }]);
  expect(settled).toBe("unresolved");
});

test.each<[name: string, lastNumbers: LastNumberOutcome[]]>([
  ["an unreadable counter", [noLast]],
  ["a counter that lags behind our own vouchers", [last(39)]],
])("10016 with %s keeps the number: it is looked up and, if free, sent again", async (_, lastNumbers) => {
  const { settled, done } = await sendFirst({
    answers: [stale, approved],
    lastNumbers: [...lastNumbers, last(39)],
  });

  expect(done).toEqual(["send 42", "ask the last", "resolving", "consult 42", "ask the last", "send 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test("10016 for a number that cannot be looked up leaves it to the next round, still denied", async () => {
  const { settled, done, told } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(44)],
    consults: { 42: noConsult },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "resolving", "consult 42", "unconfirmed"]);
  expect(told.doubts).toMatchObject([{ questions: 3, isDenied: true }]);
  expect(settled).toBe("unresolved");
});

test("10016 rejects a date before the last voucher's, whether the authority's record or ours shows it", async () => {
  const byTheirs = await sendFirst({ answers: [stale], lastNumbers: [last(41)], consults: { 41: dated("20261122") } });
  expect(byTheirs.done).toEqual(["send 42", "ask the last", "consult 41", "rejected TAXAUTH_ERROR"]);

  const { sequence, told } = openScript({ answers: [stale], lastNumbers: [last(41)] });
  const ours = { ...sequence, taken: { ...taken, lastDate: "20261122" } };
  await settleBatch(ours, { submissions: [submission], heldAtMs: sequence.clock.monotonicMs() });
  expect(told.done).toEqual(["send 42", "ask the last", "rejected TAXAUTH_ERROR"]);
});

test("10016 that neither number nor date explains frees nothing, and the number is looked up", async () => {
  const { settled, done } = await sendFirst({
    answers: [stale, stale],
    lastNumbers: [last(41)],
    consults: { 41: dated("20261120"), 42: absent },
  });

  expect(done).toEqual([
    "send 42",
    "ask the last",
    "consult 41",
    "resolving",
    "consult 42",
    "ask the last",
    "send 42",
    "ask the last",
    "consult 41",
    "unconfirmed",
  ]);
  expect(settled).toBe("unresolved");
});

test("a refusal counts when counter and look-up show no grant, and the number is remembered", async () => {
  const { settled, done } = await sendFirst({ answers: [closed], lastNumbers: [last(41)] });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "rejected TAXAUTH_ERROR, and remember the number"]);
  expect(settled).toBe("settled");
});

test("a refusal does not count while the counter lags and the look-up shows the voucher", async () => {
  const { settled, done } = await sendFirst({ answers: [closed], lastNumbers: [last(41)], consults: { 42: found() } });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "resolving", "consult 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test.each<[name: string, script: Script]>([
  ["the counter is refused for good", { lastNumbers: [neverLast], consults: { 42: noConsult } }],
  ["the look-up brings no answer", { lastNumbers: [last(41)], consults: { 42: noConsult } }],
])("who cannot ask keeps the refused number: %s", async (_, script) => {
  const { settled, done } = await sendFirst({ answers: [closed], ...script });

  expect(done.at(-1)).toBe("unconfirmed");
  expect(settled).toBe("unresolved");
});

test("a refusal does not count when the counter shows the number, which is then looked up", async () => {
  const { settled, done } = await sendFirst({
    answers: [closed],
    lastNumbers: [last(42)],
    consults: { 42: found() },
  });

  expect(done).toEqual(["send 42", "ask the last", "resolving", "consult 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test("a refusal does not count when the counter cannot be read, and the number is looked up", async () => {
  const { settled, done } = await sendFirst({ answers: [closed], consults: { 42: noConsult } });

  expect(done).toEqual(["send 42", "ask the last", "resolving", "consult 42", "unconfirmed"]);
  expect(settled).toBe("unresolved");
});

test("a rejection of the content counts without a question, and the number is not remembered", async () => {
  expect((await sendFirst({ answers: [badContent] })).done).toEqual(["send 42", "rejected TAXAUTH_ERROR"]);
});

test("when a foreign system takes every number that we try, the last one stays open and denied", async () => {
  const numbers = [44, 46, 48, 50, 52, 54];
  const { settled, told } = await sendFirst({
    answers: numbers.map(() => stale),
    lastNumbers: numbers.flatMap((number) => [last(number), last(number)]),
    consults: Object.fromEntries(
      [42, ...numbers.map((number) => number + 1)].map((number) => [number, found(otherSale)]),
    ),
  });

  expect(settled).toBe("unresolved");
  expect(told.doubts).toEqual([{ questions: 0, isDenied: true }]);
});
