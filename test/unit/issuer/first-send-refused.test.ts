import { expect, test } from "vitest";
import { settleBatch } from "../../../issuer/issuing/settle-batch.js";
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
  stale,
  taken,
} from "./scripted-authority.js";
import { sendFirst } from "./scripted-sends.js";
import { submission } from "./submission.js";

test("10016 moves the intent behind the vouchers that somebody else issued", async () => {
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
  expect(told.renumberings).toEqual([{ lastNumber: 44, heardAtMs: null, isForeign: true }]);
  expect(settled).toBe("settled");
});

test("10016 though the network delivered our request twice, and the first was granted: it is found, and ours", async () => {
  const { settled, done } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(42)],
    consults: { 42: found() },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test("10016 where others are known to issue adopts no equal voucher: a person decides", async () => {
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

test("10016 and a voucher that is nearly ours: a person decides, and nothing is sent", async () => {
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
])(
  "10016 with %s numbers nothing anew and frees nothing: the number is looked up, and sent again when it is free",
  async (_, lastNumbers) => {
    const { settled, done } = await sendFirst({
      answers: [stale, approved],
      lastNumbers: [...lastNumbers, last(39)],
    });

    expect(done).toEqual([
      "send 42",
      "ask the last",
      "resolving",
      "consult 42",
      "ask the last",
      "send 42",
      "approve 42",
    ]);
    expect(settled).toBe("settled");
  },
);

test("10016 with a counter that shows a number which cannot be looked up leaves it to the next round, as denied", async () => {
  const { settled, done, told } = await sendFirst({
    answers: [stale],
    lastNumbers: [last(44)],
    consults: { 42: noConsult },
  });

  expect(done).toEqual(["send 42", "ask the last", "consult 42", "resolving", "consult 42", "unconfirmed"]);
  expect(told.doubts).toMatchObject([{ questions: 3, isDenied: true }]);
  expect(settled).toBe("unresolved");
});

test("10016 for a date before the last voucher's is a rejection, by the authority's record or by ours", async () => {
  const byTheirs = await sendFirst({ answers: [stale], lastNumbers: [last(41)], consults: { 41: dated("20261122") } });
  expect(byTheirs.done).toEqual(["send 42", "ask the last", "consult 41", "rejected TAXAUTH_ERROR"]);

  const { sequence, told } = openScript({ answers: [stale], lastNumbers: [last(41)] });
  const ours = { ...sequence, taken: { ...taken, lastDate: "20261122" } };
  await settleBatch(ours, { submissions: [submission], heldAtMs: sequence.clock.monotonicMs() });
  expect(told.done).toEqual(["send 42", "ask the last", "rejected TAXAUTH_ERROR"]);
});

test("10016 that neither number nor date explains frees nothing: the number is looked up", async () => {
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

test("a refusal is believed while the counter shows that it was granted nothing, and the number is remembered", async () => {
  const { settled, done } = await sendFirst({ answers: [closed], lastNumbers: [last(41)] });

  expect(done).toEqual(["send 42", "ask the last", "rejected TAXAUTH_ERROR, and remember the number"]);
  expect(settled).toBe("settled");
});

test("a refusal of a sequence that is closed to us for good is believed without a counter", async () => {
  const { done } = await sendFirst({ answers: [closed], lastNumbers: [neverLast] });

  expect(done).toEqual(["send 42", "ask the last", "rejected TAXAUTH_ERROR, and remember the number"]);
});

test("a refusal though the counter shows the number may be the second answer to one request: it is looked up", async () => {
  const { settled, done } = await sendFirst({
    answers: [closed],
    lastNumbers: [last(42)],
    consults: { 42: found() },
  });

  expect(done).toEqual(["send 42", "ask the last", "resolving", "consult 42", "approve 42"]);
  expect(settled).toBe("settled");
});

test("a refusal with a counter that cannot be read is no answer: the number is looked up", async () => {
  const { settled, done } = await sendFirst({ answers: [closed], consults: { 42: noConsult } });

  expect(done).toEqual(["send 42", "ask the last", "resolving", "consult 42", "unconfirmed"]);
  expect(settled).toBe("unresolved");
});

test("what judges the content is believed without a question, and need not be remembered", async () => {
  expect((await sendFirst({ answers: [badContent] })).done).toEqual(["send 42", "rejected TAXAUTH_ERROR"]);
});

test("somebody else who takes every number that we try leaves the last one open, as never asked for", async () => {
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
