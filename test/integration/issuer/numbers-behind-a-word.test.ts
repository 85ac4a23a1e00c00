import { afterAll, expect, test } from "vitest";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { decided, openDesk } from "./operator-desk.js";

// What a decision about one number does to the sales that went out behind it in the same request.

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

let lastPrice = 13_000;
const priceOf = () => ++lastPrice;

/** Two sales that went out in one request, whose answer was lost. */
async function twoInDoubt() {
  const numbering = await desk.openNumbering();
  const [first, second] = [numbering.sale(priceOf()), numbering.sale(priceOf())] as const;
  await numbering.record(first);
  await numbering.record(second);
  const [one] = await numbering.submitAll(2);
  if (!one) throw new Error("two were in line");
  return { ...numbering, first, second, one };
}

test("a number that is asked for again by a person's word returns those behind it to the line, and they are remembered", async () => {
  const { first, second, one, ...numbering } = await twoInDoubt();
  // The request of both is granted in the moment of the word, after the person's look.
  let isGranted = false;
  Object.defineProperty(numbering.counter, "atLeast", {
    get: () => {
      if (!isGranted)
        setImmediate(() => {
          numbering.granted(1, first);
          numbering.granted(2, second);
        });
      isGranted = true;
      return 0;
    },
  });
  expect(await numbering.decide(one.id, { decision: "renumber" })).toMatchObject(decided);
  expect(await numbering.vouchers()).toEqual([[1, first.idempotency]]);

  // It is an element of a batch: a caller who comes later goes first.
  await desk.db.$executeRaw`UPDATE issuance SET is_background = true, queue_position = queue_position + 9007199254740992
    WHERE company_id = ${numbering.key.companyId} AND idempotency = ${second.idempotency}`;
  const caller = numbering.sale(priceOf());
  await numbering.record(caller);
  await numbering.drain();
  await numbering.drain();
  expect(numbering.sent).toEqual([]);
  expect(await numbering.vouchers()).toEqual([[1, first.idempotency]]);
});

test("where commits were lost, one that is imported from under its number is in doubt, however long ago it was recorded", async () => {
  const { first, second, one, ...numbering } = await twoInDoubt();
  await desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${numbering.line.taken.id}`;
  await desk.db.$executeRaw`UPDATE issuance SET enqueued_at = '2026-11-28T11:00:00Z', is_background = true
    WHERE company_id = ${numbering.key.companyId} AND idempotency = ${second.idempotency}`;
  numbering.granted(1, first);
  numbering.granted(2, second);
  const despite = [numbering.name(1)];
  expect(await numbering.decide(one.id, { decision: "reject", despite })).toMatchObject(decided);
  expect(await numbering.vouchers()).toEqual([
    [1, null],
    [2, null],
  ]);
  const [next] = await submitNext(desk.db, [{ taken: await numbering.taken(), limit: 9 }]);
  expect(next).toMatchObject({ outcome: "drained" });
});
