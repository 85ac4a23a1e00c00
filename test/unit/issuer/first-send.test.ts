import { expect, test } from "vitest";
import type { CaeOutcome } from "../../../shared/domain/cae-outcome.js";
import {
  approved,
  badContent,
  closed,
  found,
  last,
  lostAnswer,
  noConsult,
  noTicket,
  otherSale,
  refusedLogin,
  stale,
} from "./scripted-authority.js";
import { type FirstSend, sendFirst } from "./scripted-sends.js";
import { submission } from "./submission.js";

const looked = ["resolving", "consult 42", "ask the last"];
const noneLists = { isListed: false, renewedIsListed: false, run: [{ ...submission, isListed: false }] };
const freed = "failed TAXAUTH_CONNECTION_ERROR, and remember the number";

test("a rejected ticket is renewed once, and the number is looked up before it is sent again", async () => {
  const { done, told } = await sendFirst({ answers: [noTicket, approved], lastNumbers: [last(41)] });

  expect(done).toEqual(["send 42", "renew", ...looked, "send 42", "approve 42"]);
  expect(told.aheads, "that send is a repeated one").toMatchObject([{ number: 42 }]);
});

test("the voucher of a request that was delivered twice is found behind a rejected ticket, with and without a new one", async () => {
  for (const renews of [undefined, refusedLogin]) {
    const script = { answers: [noTicket], lastNumbers: [last(42)], consults: { 42: found() } };
    const { done } = await sendFirst({ ...script, ...(renews && { renews }) });
    expect(done).toEqual(["send 42", "renew", "resolving", "consult 42", "approve 42"]);
  }
});

test("a rejected ticket that lists the company frees nothing where nobody can ask", async () => {
  for (const renewedIsListed of [true, false]) {
    const { settled, done } = await sendFirst({ answers: [noTicket], consults: { 42: noConsult }, renewedIsListed });
    expect(done).toEqual(["send 42", "renew", "resolving", "consult 42", "unconfirmed"]);
    const shutOut = { unresolved: { kind: "notDelegated", services: ["wsfe"], detail: "(600) token expired" } };
    expect(settled, "what keeps it out is told").toEqual(renewedIsListed ? "unresolved" : shutOut);
  }
});

test("a rejected ticket frees the number where no ticket ever listed the company, and the number is remembered", async () => {
  expect((await sendFirst({ ...noneLists, answers: [noTicket] })).done).toEqual(["send 42", "renew", freed]);
  const without = await sendFirst({ ...noneLists, answers: [noTicket], renews: refusedLogin });
  expect(without.done).toEqual(["send 42", "renew", freed]);
});

test("a new ticket that lists the company sends the number again, though none did before", async () => {
  const script = { ...noneLists, renewedIsListed: true, answers: [noTicket, approved], lastNumbers: [last(41)] };
  expect((await sendFirst(script)).done).toEqual(["send 42", "renew", ...looked, "send 42", "approve 42"]);
});

test.each<[string, FirstSend, object]>([
  [
    "the connection never opens",
    { answers: [], connectMs: [1_500, 1_500, 1_500, 1_500] },
    { kind: "down", detail: "dropped" },
  ],
  [
    "the certificate gets no new ticket",
    { ...noneLists, answers: [noTicket], renews: refusedLogin },
    { kind: "certificate", detail: "(600) token expired; no new ticket: cms.cert.untrusted" },
  ],
  [
    "the new ticket does not list the company either",
    { ...noneLists, answers: [noTicket] },
    { kind: "notDelegated", services: ["wsfe"], detail: "(600) token expired" },
  ],
])("the outcome of a send tells what is wrong: %s", async (_, script, problem) => {
  const { told } = await sendFirst(script);
  expect(told.outcomes).toMatchObject([{ code: "TAXAUTH_CONNECTION_ERROR", problem }]);
});

test("when a connection opens slowly, the issuer checks the epoch again and sends", async () => {
  const { done } = await sendFirst({ answers: [approved], connectMs: [1_500, 10] });

  expect(done).toEqual(["send 42", "approve 42"]);
});

test("a worker that stood still sends nothing once another has taken the sequence", async () => {
  const { settled, done } = await sendFirst({ answers: [approved], connectMs: [60_000], isCurrent: false });

  expect(done).toEqual([]);
  expect(settled).toBe("superseded");
});

test("a request whose connection never opens in time fails as not sent", async () => {
  const { done } = await sendFirst({ answers: [], connectMs: [1_500, 1_500, 1_500, 1_500] });

  expect(done).toEqual(["failed TAXAUTH_CONNECTION_ERROR"]);
});

test("when a foreign system takes every number, the issuer stops trying and leaves the last one unconfirmed", async () => {
  const everywhere = Object.fromEntries([42, 45, 46, 47, 48, 49, 50].map((number) => [number, found(otherSale)]));
  const { settled, done } = await sendFirst({
    answers: Array<CaeOutcome>(9).fill(stale),
    lastNumbers: [44, 44, 45, 45, 46, 46, 47, 47, 48, 48, 49, 49].map((number) => last(number)),
    consults: everywhere,
  });

  expect(done.filter((one) => one.startsWith("send"))).toEqual([42, 45, 46, 47, 48, 49].map((one) => `send ${one}`));
  expect(done.at(-1)).toBe("unconfirmed");
  expect(settled).toBe("unresolved");
});

const run = [42, 43, 44].map((number, at) => ({ ...submission, id: at + 1, number }));
const notLookedAt: CaeOutcome = { outcome: "refused", reasons: [] };

test("the granted numbers of a batch are recorded together", async () => {
  const { settled, done } = await sendFirst({ run, answers: [approved] });

  expect(done).toEqual(["send 42 43 44", "approve 42 43 44"]);
  expect(settled).toBe("settled");
});

test("the first rejected number of a batch is settled, and the numbers behind it stay open for their return to the line", async () => {
  expect((await sendFirst({ run, answers: [[approved, badContent, notLookedAt]] })).done).toEqual([
    "send 42 43 44",
    "approve 42",
    "rejected 43 TAXAUTH_ERROR",
  ]);
});

test("recording a batch also writes the next ones ahead, but only when all were granted under their first numbers", async () => {
  const goingOn = (answers: FirstSend["answers"] = []) =>
    sendFirst({ run, answers, canSubmitNext: true, lastNumbers: [last(44)], consults: { 42: found(otherSale) } });
  expect((await goingOn([approved])).done).toEqual(["send 42 43 44", "approve 42 43 44 and go on"]);
  expect((await goingOn([[approved, badContent, notLookedAt]])).done[1]).toBe("approve 42");
  expect((await goingOn([stale, approved])).done.slice(-3)).toEqual(["renumber 45", "send 45", "approve 45"]);
});

test("a refusal of the whole batch settles every number from the last one down, and each is remembered", async () => {
  expect((await sendFirst({ run, answers: [closed], lastNumbers: [last(41)] })).done).toEqual([
    "send 42 43 44",
    "ask the last",
    "consult 42",
    "rejected 44 TAXAUTH_ERROR, and remember the number",
    "rejected 43 TAXAUTH_ERROR, and remember the number",
    "rejected 42 TAXAUTH_ERROR, and remember the number",
  ]);
});

test("a refusal inside a batch settles that number alone, once the counter stands at the number before it", async () => {
  const answers = [[approved, closed, notLookedAt]];
  expect((await sendFirst({ run, answers, lastNumbers: [last(42)] })).done).toEqual([
    "send 42 43 44",
    "approve 42",
    "ask the last",
    "consult 43",
    "rejected 43 TAXAUTH_ERROR, and remember the number",
  ]);
});

test("after a lost answer to a batch, only its first number is looked up and sent again", async () => {
  expect((await sendFirst({ run, answers: [lostAnswer], lastNumbers: [last(41)] })).done.slice(0, 5)).toEqual([
    "send 42 43 44",
    "resolving",
    "consult 42",
    "ask the last",
    "send 42",
  ]);
});

test("after a rejected ticket of a batch, only its first number is looked up and sent again", async () => {
  expect((await sendFirst({ run, answers: [noTicket, approved], lastNumbers: [last(41)] })).done).toEqual([
    "send 42 43 44",
    "renew",
    ...looked,
    "send 42",
    "approve 42",
  ]);
});
