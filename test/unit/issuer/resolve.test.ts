import fc from "fast-check";
import { expect, test } from "vitest";
import { leaveUnconfirmed } from "../../../issuer/issuing/leave-unconfirmed.js";
import type { CaeOutcome, ConsultOutcome } from "../../../shared/domain/cae-outcome.js";
import { type Look, questionsLeft } from "../../../shared/domain/look-pace.js";
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
  stale,
} from "./scripted-authority.js";
import { counted, free, later, looked, resolveOne } from "./scripted-sends.js";
import { submission } from "./submission.js";

test("a number that is there and ours is adopted", async () => {
  const { step, done } = await resolveOne({ consults: { 42: found() } });

  expect(done).toEqual(["resolving", "consult 42", "approve 42"]);
  expect(step).toBe("settled");
});

test("a number that is free is asked for again, and no other", async () => {
  const { step, done, approvals } = await resolveOne({ ...free, answers: [approved] });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "send 42", "approve 42"]);
  expect(approvals).toMatchObject([{ submission: { number: 42 }, isAnswer: true }]);
  expect(step).toBe("settled");
});

test("somebody else's voucher moves ours behind it and behind the last", async () => {
  const { step, done } = await resolveOne({
    consults: { 42: found(otherSale, { numberTo: 50 }) },
    lastNumbers: [last(44)],
  });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "renumber 51"]);
  expect(step).toMatchObject({ unsent: { submissions: [{ number: 51 }] } });
});

test("one that is nearly ours leaves it unconfirmed, with the reason, and nothing is sent", async () => {
  const { step, done, doubts, announced } = await resolveOne({ consults: { 42: found(nearSale) } });

  expect(done).toEqual(["resolving", "consult 42", "unconfirmed"]);
  expect(doubts).toEqual([
    { questions: 1, isDenied: false, why: expect.stringContaining("ImpNeto"), refusal: undefined },
  ]);
  expect(announced).toEqual([1]);
  expect(step).toBe("unresolved");
});

test("a consult that does not answer ends the round, and leaves what was told before", async () => {
  const { step, done, doubts, pausesMs } = await resolveOne({ consults: { 42: noConsult } });

  expect(done).toEqual(["resolving", "consult 42", "unconfirmed"]);
  expect(doubts).toEqual([{ questions: 1, isDenied: false, why: undefined, refusal: undefined }]);
  expect(pausesMs).toEqual([]);
  expect(step).toBe("unresolved");
});

test("a counter that does not answer ends the round too; that nothing was found takes the person's reason back", async () => {
  const { done, doubts } = await resolveOne({ lastNumbers: [noLast] });

  expect(done).toEqual(["resolving", "consult 42", "ask the last", "unconfirmed"]);
  expect(doubts).toEqual([{ questions: 2, isDenied: false, why: null, refusal: undefined }]);
});

test("a number that the counter shows and the look-up does not is looked for twice while its caller waits, then once a round", async () => {
  const first = await resolveOne({ lastNumbers: [last(42)] });
  expect(first.done).toEqual(["resolving", ...counted, ...counted, "unconfirmed"]);
  expect(first.pausesMs).toEqual([1_000]);
  expect(first.doubts).toEqual([{ questions: 4, isDenied: false, why: null, refusal: null }]);

  const next = await resolveOne({ lastNumbers: [last(42)], over: later });
  expect(next.done).toEqual(["resolving", ...counted, "unconfirmed"]);
  expect(next.pausesMs).toEqual([]);
});

test("a number that shows at the second look is adopted then", async () => {
  const { done } = await resolveOne({ lastNumbers: [last(42)], consults: { 42: [absent, found()] } });

  expect(done).toEqual(["resolving", ...counted, "consult 42", "approve 42"]);
});

test("answers that are lost leave it unconfirmed after two looks", async () => {
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
  ["came with an old ticket", noTicket, ["renew"]],
])("a request that %s is made again at the next look", async (_, answer, also) => {
  const { done } = await resolveOne({ ...free, answers: [answer, approved] });

  const send = [...counted, "send 42"];
  expect(done).toEqual(["resolving", ...send, ...also, ...send, "approve 42"]);
});

test("without a new ticket the round ends", async () => {
  const { done, doubts } = await resolveOne({ ...free, answers: [noTicket], renews: false });

  expect(done).toEqual(["resolving", ...counted, "send 42", "renew", "unconfirmed"]);
  expect(doubts).toMatchObject([{ questions: 3 }]);
});

test("what judges the content is believed of a request that was repeated: the same would never have been granted", async () => {
  const { step, done } = await resolveOne({ ...free, answers: [badContent] });

  expect(done).toEqual(["resolving", ...counted, "send 42", "rejected TAXAUTH_ERROR"]);
  expect(step).toBe("settled");
});

const limit = questionsLeft(null, submission.nowMs);

test.each<[name: string, looks: Look[]]>([
  ["right after a round", looked(0)],
  ["before a later one is due", looked(129, 89, 59, 29)],
  ["when all of a minute's questions were asked", [{ at: submission.nowMs - 50_000, questions: limit }]],
])("no question is asked, nor anything written, %s", async (_, looks) => {
  const { step, done, announced } = await resolveOne({ consults: { 42: found() }, over: { looks } });

  expect(done).toEqual([]);
  expect(announced).toEqual([]);
  expect(step).toBe("unresolved");
});

test.each([
  { left: 1, done: ["consult 42"] },
  { left: 2, done: counted },
  { left: 3, done: [...counted, "send 42"] },
])("with $left left of the minute's questions, so many are asked", async ({ left, done }) => {
  const looks = [{ at: submission.nowMs - 55_000, questions: limit - left }];
  const all = await resolveOne({ ...free, answers: [lostAnswer], over: { looks } });

  expect(all.done).toEqual(["resolving", ...done, "unconfirmed"]);
  expect(all.doubts).toMatchObject([{ questions: left }]);
});

test("whatever is answered, a round ends, and what is asked of the authority is what its record says", async () => {
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
        const left = questionsLeft(over.looks, submission.nowMs);
        if (left === 0) expect(done).toEqual([]);
        if (doubts.length > 0) expect([step, doubts[0]?.questions]).toEqual(["unresolved", asked]);
        expect(asked).toBeLessThanOrEqual(left);
      },
    ),
    propertyRuns(2_000),
  );
});

test("nothing is sent under an epoch that is over, and nothing asked once another taker came", async () => {
  const moved = await resolveOne({ ...free, isCurrent: false });
  expect(moved.done).toEqual(["resolving", ...counted]);
  expect(moved.step).toBe("superseded");

  const before = await resolveOne({ ...free, isVoid: ["markResolving"] });
  expect([before.step, before.asked]).toEqual(["superseded", 0]);

  const after = await resolveOne({ consults: { 42: noConsult }, isVoid: ["markUnconfirmed"] });
  expect([after.step, after.announced]).toEqual(["superseded", []]);
});

test("a worker that stood still between its look and its request does not send", async () => {
  const { done } = await resolveOne({ ...free, answers: [approved, approved], connectMs: [60_000], over: later });

  expect(done).toEqual(["resolving", ...counted, "unconfirmed"]);
});

test("an early voucher where others issue is a person's, by the authority's clock alone", async () => {
  const script = { situation: { kind: "shared" }, consults: { 42: found({}, { processedAtMs: 1_000 }) } } as const;
  expect((await resolveOne({ ...script, over: { heardAtMs: 9_000 } })).done.at(-1)).toBe("unconfirmed");
  expect((await resolveOne({ ...script, over: { heardAtMs: 1_000 } })).done.at(-1)).toBe("approve 42");
  expect((await resolveOne(script)).done.at(-1), "the authority told no time").toBe("approve 42");
  expect(heldVoucher().processedAtMs).toBeNull();
});

test("those behind a number that nobody can tell are told once", async () => {
  const { sequence, told } = openScript();
  const told43 = { ...submission, id: 2, number: 43, doubt: "unconfirmed" as const };
  const new44 = { ...submission, id: 3, number: 44, doubt: "resolving" as const };

  expect(await leaveUnconfirmed(sequence, [told43, new44])).toBe("unresolved");
  expect(told.announced).toEqual([3]);
  expect(told.doubts).toEqual([undefined]);
});
