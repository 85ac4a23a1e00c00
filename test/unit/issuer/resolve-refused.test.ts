import { expect, test } from "vitest";
import {
  absent,
  approved,
  closed,
  dated,
  found,
  last,
  lostAnswer,
  noConsult,
  noLast,
  noTicket,
  type Script,
  stale,
} from "./scripted-authority.js";
import { counted, free, later, looked, resolveOne } from "./scripted-sends.js";

const refusal = closed.outcome === "refused" ? closed.reasons : [];
const dayMs = 86_400_000;

test("the refusal of a re-send is kept and frees nothing", async () => {
  const { step, done, doubts } = await resolveOne({ ...free, answers: [closed] });

  expect(done).toEqual(["resolving", ...counted, "send 42", "unconfirmed"]);
  expect(doubts).toEqual([{ questions: 3, isDenied: false, why: null, refusal }]);
  expect(step).toBe("unresolved");
});

test("a refused number is sent again with every round, for as long as the quiet period lasts", async () => {
  const asked = { ...later, refusal, sends: 2_879, quietMs: 30_000 };
  const granted = await resolveOne({ ...free, answers: [approved], over: asked });
  expect(granted.done).toEqual(["resolving", ...counted, "send 42", "approve 42"]);

  const refusedAgain = await resolveOne({ ...free, answers: [closed], over: asked });
  expect(refusedAgain.done).toEqual(["resolving", ...counted, "send 42", "unconfirmed"]);
  expect(refusedAgain.doubts).toMatchObject([{ refusal }]);
});

test("nothing is sent in the quiet period that follows", async () => {
  for (const quietMs of [0, 60_000, dayMs / 2, dayMs]) {
    const { done, doubts, aheads } = await resolveOne({ ...free, over: { ...later, refusal, sends: 2_880, quietMs } });
    expect(done).toEqual(["resolving", ...counted, "unconfirmed"]);
    expect(doubts).toMatchObject([{ refusal }]);
    expect(aheads).toEqual([]);
  }
});

test("a repeated request is written ahead before its first byte, with the ticket that it goes out with", async () => {
  const { done, aheads } = await resolveOne({ ...free, answers: [lostAnswer, lostAnswer], isListed: false });

  expect(aheads).toMatchObject([
    { number: 42, isListed: false, before: done.indexOf("send 42") },
    { number: 42, isListed: false, before: done.lastIndexOf("send 42") },
  ]);
});

test("a refusal counts once it stood unchanged for long enough, and the number is remembered", async () => {
  const over = { ...later, refusal, quietMs: dayMs + 1 };
  const { step, done } = await resolveOne({ ...free, over });

  expect(done).toEqual(["resolving", ...counted, "rejected TAXAUTH_ERROR, and remember the number"]);
  expect(step).toBe("settled");
});

test.each<[name: string, script: Script, done: string[]]>([
  ["is found and ours", { consults: { 42: found() } }, ["consult 42", "approve 42"]],
  ["cannot be looked up", { consults: { 42: noConsult } }, ["consult 42", "unconfirmed"]],
  ["has an unreadable counter", { lastNumbers: [noLast] }, [...counted, "unconfirmed"]],
])("an old refusal does not count when the number %s", async (_, script, done) => {
  const over = { ...later, refusal, quietMs: 9 * dayMs };
  expect((await resolveOne({ ...script, over })).done).toEqual(["resolving", ...done]);
});

test("an old refusal is forgotten when the counter shows the number", async () => {
  const over = { ...later, refusal, quietMs: 9 * dayMs };
  const { done, doubts } = await resolveOne({ lastNumbers: [last(42)], over });

  expect(done).toEqual(["resolving", ...counted, "unconfirmed"]);
  expect(doubts).toMatchObject([{ refusal: null }]);
});

const sent = ["resolving", ...counted, "send 42", "ask the last"];

test.each<{ name: string; script: Script; tail: string[] }>([
  { name: "the counter stands at the number before", script: {}, tail: ["consult 41", "unconfirmed"] },
  {
    name: "the voucher before has the same date",
    script: { consults: { 41: dated("20261121") } },
    tail: ["consult 41", "unconfirmed"],
  },
  {
    name: "the voucher before cannot be read",
    script: { consults: { 41: noConsult } },
    tail: ["consult 41", "unconfirmed"],
  },
  { name: "the counter is further back", script: { lastNumbers: [last(41), last(39)] }, tail: ["unconfirmed"] },
  { name: "the counter cannot be read", script: { lastNumbers: [last(41), noLast] }, tail: ["unconfirmed"] },
])("10016 to a re-send rejects nothing when $name", async ({ script, tail }) => {
  const { step, done, doubts } = await resolveOne({ ...free, answers: [stale], ...script });

  expect(done).toEqual([...sent, ...tail]);
  expect(doubts).toMatchObject([{ isDenied: false, why: null }]);
  expect(step).toBe("unresolved");
});

test("10016 to a re-send rejects nothing, however old the number is", async () => {
  for (let round = 0; round < 3; round++) {
    const over = { looks: looked(9 * 86_400), doubt: "unconfirmed" as const };
    const { done } = await resolveOne({ ...free, answers: [stale], over });
    expect(done).toEqual([...sent, "consult 41", "unconfirmed"]);
  }
});

test("10016 to a re-send rejects the date when the voucher before has a later one", async () => {
  const { step, done } = await resolveOne({ ...free, answers: [stale], consults: { 41: dated("20261122") } });

  expect(done).toEqual([...sent, "consult 41", "rejected TAXAUTH_ERROR"]);
  expect(step).toBe("settled");
});

test("10016 to a re-send whose first request was granted leads to a look that finds the voucher", async () => {
  const { done } = await resolveOne({
    lastNumbers: [last(41), last(42)],
    answers: [stale],
    consults: { 42: [absent, found()] },
  });

  expect(done).toEqual([...sent, "consult 42", "approve 42"]);
});

test("a number stays denied until the answer to a request for it is lost", async () => {
  const shared = { situation: { kind: "shared" } } as const;
  const denied = await resolveOne({ ...shared, consults: { 42: found() }, over: { isDenied: true } });
  expect(denied.done.at(-1)).toBe("unconfirmed");
  expect(denied.doubts).toMatchObject([
    { isDenied: true, why: expect.stringContaining("our request for it was refused") },
  ]);

  const recorded = await resolveOne({ ...shared, consults: { 42: found() }, over: { ...later, isDenied: true } });
  expect(recorded.doubts).toMatchObject([{ isDenied: true }]);

  const sentAgain = await resolveOne({
    ...shared,
    ...free,
    answers: [lostAnswer],
    consults: { 42: [absent, found()] },
    over: { isDenied: true },
  });
  expect(sentAgain.done.slice(-2)).toEqual(["consult 42", "approve 42"]);

  const unseen = await resolveOne({ ...free, answers: [closed], over: { ...later, isDenied: true } });
  expect(unseen.doubts).toMatchObject([{ isDenied: true }]);
});

test.each<{ name: string; answers: NonNullable<Script["answers"]>; over?: object; isListed?: boolean }>([
  { name: "was never sent", answers: [{ outcome: "notSent", cause: "refused" }] },
  { name: "no ticket lists and was refused for it", answers: [noTicket], isListed: false },
])("a request that $name leaves the number denied, so a foreign twin is not adopted", async (script) => {
  const { done, doubts } = await resolveOne({
    ...script,
    ...free,
    situation: { kind: "shared" },
    consults: { 42: [absent, found()] },
    over: { isDenied: true, isListed: false },
  });

  expect(done.at(-1)).toBe("unconfirmed");
  expect(doubts).toMatchObject([{ isDenied: true }]);
});

test("a ticket that was refused although it lists the company leaves nothing denied: a copy may have been let in", async () => {
  const { done } = await resolveOne({
    ...free,
    answers: [noTicket],
    situation: { kind: "shared" },
    consults: { 42: [absent, found()] },
    over: { isDenied: true },
  });

  expect(done.slice(-3)).toEqual(["renew", "consult 42", "approve 42"]);
});

test("without any ticket that lists the company a refused ticket frees the number of a re-send, and it is remembered", async () => {
  const over = { isListed: false };
  const { done } = await resolveOne({ ...free, answers: [noTicket], isListed: false, renewedIsListed: false, over });

  expect(done).toEqual([
    "resolving",
    ...counted,
    "send 42",
    "renew",
    "failed TAXAUTH_CONNECTION_ERROR, and remember the number",
  ]);
});
