import fc from "fast-check";
import { expect, test } from "vitest";
import { leaveUnconfirmed } from "../../../issuer/issuing/leave-unconfirmed.js";
import type { CaeOutcome, ConsultOutcome } from "../../../shared/domain/cae-outcome.js";
import { type Look, lookupsLeft } from "../../../shared/domain/look-pace.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import {
  absent,
  approved,
  badContent,
  closed,
  found,
  heldVoucher,
  last,
  lostAnswer,
  nearSale,
  noConsult,
  noLast,
  noTicket,
  openScript,
  otherSale,
  refusedLogin,
  stale,
} from "./scripted-authority.js";
import { counted, free, later, looked, resolveOne } from "./scripted-sends.js";
import { submission } from "./submission.js";

test("a look-up that finds our voucher adopts it", async () => {
  const { step, done } = await resolveOne({ consults: { 42: found() } });

  expect(done).toEqual(["resolving", "consult 42", "approve 42"]);
  expect(step).toBe("settled");
});

test("a free number is sent again, and no other", async () => {
  const { step, done, approvals } = await resolveOne({ ...free, answers: [approved] });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "send 42", "approve 42"]);
  expect(approvals).toMatchObject([{ submission: { number: 42 }, isAnswer: true }]);
  expect(step).toBe("settled");
});

test("a free number of a key whose voucher may be an imported one is not sent again, and an operator is called", async () => {
  const { step, done, doubts } = await resolveOne({ ...free, over: { isHeldBack: true } });

  expect(done).toEqual(["resolving", ...counted, "unconfirmed"]);
  expect(doubts).toMatchObject([{ why: expect.stringContaining("vouchers without a key were imported since") }]);
  expect(step).toBe("unresolved");
});

test("a foreign voucher moves ours behind it and behind the last number", async () => {
  const { step, done } = await resolveOne({
    consults: { 42: found(otherSale, { numberTo: 50 }) },
    lastNumbers: [last(44)],
  });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "renumber 51"]);
  expect(step).toMatchObject({ unsent: { submissions: [{ number: 51 }] } });
});

test("a key whose voucher may be an imported one takes no further number behind a foreign voucher", async () => {
  const { done, doubts } = await resolveOne({ consults: { 42: found(otherSale) }, over: { isHeldBack: true } });

  expect(done).toEqual(["resolving", "consult 42", "unconfirmed"]);
  expect(doubts).toMatchObject([{ why: expect.stringContaining("vouchers without a key were imported since") }]);
});

test("a nearly equal voucher leaves the number unconfirmed with the reason, and nothing is sent", async () => {
  const { step, done, doubts, announced } = await resolveOne({ consults: { 42: found(nearSale) } });

  expect(done).toEqual(["resolving", "consult 42", "unconfirmed"]);
  expect(doubts).toEqual([
    { questions: 1, isDenied: false, why: expect.stringContaining("ImpNeto"), refusal: undefined },
  ]);
  expect(announced).toEqual([1]);
  expect(step).toBe("unresolved");
});

test("an unanswered consult ends the round and keeps the earlier reason", async () => {
  const { step, done, doubts, pausesMs } = await resolveOne({ consults: { 42: noConsult } });

  expect(done).toEqual(["resolving", "consult 42", "unconfirmed"]);
  expect(doubts).toEqual([{ questions: 1, isDenied: false, why: undefined, refusal: undefined }]);
  expect(pausesMs).toEqual([]);
  expect(step).toBe("unresolved");
});

test("an unanswered counter ends the round, and the empty look-up clears the operator's reason", async () => {
  const { done, doubts } = await resolveOne({ lastNumbers: [noLast] });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "unconfirmed"]);
  expect(doubts).toEqual([{ questions: 2, isDenied: false, why: null, refusal: undefined }]);
});

test("a number that the counter shows but the look-up does not is looked up twice in the first round, then once per round", async () => {
  const first = await resolveOne({ lastNumbers: [last(42)] });
  expect(first.done).toEqual(["resolving", ...counted, ...counted, "unconfirmed"]);
  expect(first.pausesMs).toEqual([1_000]);
  expect(first.doubts).toEqual([{ questions: 4, isDenied: false, why: null, refusal: null }]);

  const next = await resolveOne({ lastNumbers: [last(42)], over: later });
  expect(next.done).toEqual(["resolving", ...counted, "unconfirmed"]);
  expect(next.pausesMs).toEqual([]);
});

test("a voucher found at the second look is adopted", async () => {
  const { done } = await resolveOne({ lastNumbers: [last(42)], consults: { 42: [absent, found()] } });

  expect(done).toEqual(["resolving", ...counted, "consult 42", "approve 42"]);
});

test("lost answers leave the number unconfirmed after two looks", async () => {
  const { step, done, asked, doubts } = await resolveOne({ ...free, answers: [lostAnswer, lostAnswer] });

  expect(done).toEqual([
    "resolving",
    ...Array(2)
      .fill([...counted, "send 42"])
      .flat(),
    "unconfirmed",
  ]);
  expect(asked).toBe(6);
  expect(doubts).toEqual([{ questions: 6, isDenied: false, why: null, refusal: undefined }]);
  expect(step).toBe("unresolved");
});

test.each<[name: string, answer: CaeOutcome, also: string[]]>([
  ["was not sent", { outcome: "notSent", cause: "refused" }, []],
  ["was not answered", lostAnswer, []],
  ["had a rejected ticket", noTicket, ["renew"]],
])("a request that %s is sent again at the next look", async (_, answer, also) => {
  const { done } = await resolveOne({ ...free, answers: [answer, approved] });

  const send = [...counted, "send 42"];
  expect(done).toEqual(["resolving", ...send, ...also, ...send, "approve 42"]);
});

test("in a later round a request goes out again at once when its ticket was replaced, and for no other reason", async () => {
  const { done } = await resolveOne({ ...free, answers: [noTicket, approved], over: later });
  const send = [...counted, "send 42"];
  expect(done).toEqual(["resolving", ...send, "renew", ...send, "approve 42"]);

  const lost = await resolveOne({ ...free, answers: [lostAnswer], over: later });
  expect(lost.done).toEqual(["resolving", ...send, "unconfirmed"]);
});

test("without a new ticket the round ends", async () => {
  const { done, doubts } = await resolveOne({ ...free, answers: [noTicket], renews: refusedLogin });

  expect(done).toEqual(["resolving", ...counted, "send 42", "renew", "unconfirmed"]);
  expect(doubts).toMatchObject([{ questions: 3 }]);
});

test("a rejection of the content also counts for a re-send, because the same content is never granted", async () => {
  const { step, done } = await resolveOne({ ...free, answers: [badContent] });

  expect(done).toEqual(["resolving", ...counted, "send 42", "rejected TAXAUTH_ERROR"]);
  expect(step).toBe("settled");
});

const limit = lookupsLeft(null, submission.nowMs);

test.each<[name: string, looks: Look[]]>([
  ["right after a round", looked(0)],
  ["before the next round is due", looked(129, 89, 59, 29)],
  ["when the minute's questions are used up", [{ at: submission.nowMs - 50_000, questions: limit }]],
])("nothing is asked or written %s", async (_, looks) => {
  const { step, done, announced } = await resolveOne({ consults: { 42: found() }, over: { looks } });

  expect(done).toEqual([]);
  expect(announced).toEqual([]);
  expect(step).toBe("unresolved");
});

test.each([
  { left: 1, done: ["consult 42"] },
  { left: 2, done: counted },
  { left: 3, done: [...counted, "send 42"] },
])("with $left questions left in the minute, exactly that many are asked", async ({ left, done }) => {
  const looks = [{ at: submission.nowMs - 55_000, questions: limit - left }];
  const all = await resolveOne({ ...free, answers: [lostAnswer], over: { looks } });

  expect(all.done).toEqual(["resolving", ...done, "unconfirmed"]);
  expect(all.doubts).toMatchObject([{ questions: left }]);
});

test("every round ends, and its record counts the questions that it asked", async () => {
  const answers = fc.array(
    fc.constantFrom<CaeOutcome>(approved, badContent, closed, stale, noTicket, lostAnswer, {
      outcome: "notSent",
      cause: "refused",
    }),
    { maxLength: 4 },
  );
  const lastNumbers = fc.array(fc.constantFrom(last(39), last(41), last(42), last(44), noLast), { minLength: 1 });
  const consult = fc.constantFrom<ConsultOutcome>(absent, noConsult, found(), found(nearSale), found(otherSale));
  const looks = fc.option(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 6 }), { nil: null });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ answers, lastNumbers, found: fc.array(consult, { minLength: 1, maxLength: 4 }), looks }),
      async ({ found: seen, looks: ago, ...script }) => {
        const over = { looks: ago && looked(...ago.sort((a, b) => b - a)) };
        const { step, done, doubts, asked } = await resolveOne({ ...script, consults: { 42: seen }, over });
        const left = lookupsLeft(over.looks, submission.nowMs);
        if (left === 0) expect(done).toEqual([]);
        if (doubts.length > 0) expect([step, doubts[0]?.questions]).toEqual(["unresolved", asked]);
        expect(asked).toBeLessThanOrEqual(left);
      },
    ),
    propertyRuns(2_000),
  );
});

test("a superseded taker sends nothing, and asks nothing once a commit shows it", async () => {
  const moved = await resolveOne({ ...free, isCurrent: false });
  expect(moved.done).toEqual(["resolving", ...counted]);
  expect(moved.step).toBe("superseded");

  const before = await resolveOne({ ...free, isVoid: ["markResolving"] });
  expect([before.step, before.asked]).toEqual(["superseded", 0]);

  const after = await resolveOne({ consults: { 42: noConsult }, isVoid: ["markUnconfirmed"] });
  expect([after.step, after.announced]).toEqual(["superseded", []]);
});

test("a worker that stood still between look and send does not send", async () => {
  const { done } = await resolveOne({ ...free, answers: [approved, approved], connectMs: [60_000], over: later });

  expect(done).toEqual(["resolving", ...counted, "unconfirmed"]);
});

test("an early voucher at a shared point of sale is left to an operator, by the authority's clock alone", async () => {
  const script = { situation: { kind: "shared" }, consults: { 42: found({}, { processedAtMs: 1_000 }) } } as const;
  expect((await resolveOne({ ...script, over: { authorityTimeMs: 9_000 } })).done.at(-1)).toBe("unconfirmed");
  expect((await resolveOne({ ...script, over: { authorityTimeMs: 1_000 } })).done.at(-1)).toBe("approve 42");
  expect((await resolveOne(script)).done.at(-1), "the authority gave no time").toBe("approve 42");
  expect(heldVoucher().processedAtMs).toBeNull();
});

test("issuances behind an unresolved number are announced once", async () => {
  const { sequence, told } = openScript();
  const marked43 = { ...submission, id: 2, number: 43, doubt: "unconfirmed" as const };
  const new44 = { ...submission, id: 3, number: 44, doubt: "resolving" as const };

  expect(await leaveUnconfirmed(sequence, [marked43, new44])).toBe("unresolved");
  expect(told.announced).toEqual([3]);
  expect(told.doubts).toEqual([undefined]);
});
