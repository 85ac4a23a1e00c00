import { afterAll, expect, test } from "vitest";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

// A key that survived a loss of commits, and was sent again with another content, may have been granted what it was sent with before.

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

let lastPrice = 14_000;
const priceOf = () => ++lastPrice;

/** In line when the database lost commits, told 409, and sent again with what `again` makes of it. Its number is out, and its outcome open. */
async function sentAgain(again: (before: IssuanceRequest, other: IssuanceRequest) => IssuanceRequest) {
  const numbering = await desk.openNumbering();
  const before = numbering.sale(priceOf());
  await numbering.record(before);
  const { id } = numbering.line.taken;
  await desk.db
    .$executeRaw`UPDATE issuance SET incarnation = current_incarnation() - 1 WHERE idempotency = ${before.idempotency}`;
  await desk.db.$executeRaw`UPDATE sequence SET incarnation = current_incarnation() - 1 WHERE id = ${id}`;
  await numbering.taken();
  await cancelAllOverdue(desk.db);
  const row = { where: { idempotency: before.idempotency } };
  expect(await desk.db.issuance.findFirstOrThrow(row)).toMatchObject({
    state: "failed",
    outcome: { code: "TAXAUTH_UNCONFIRMED" },
  });
  const sale = await numbering.inDoubt(again(before, numbering.sale(priceOf())));
  const isVerified = () => desk.db.$executeRaw`UPDATE sequence SET unverified = false WHERE id = ${id}`;
  return { ...numbering, before, inDoubt: sale, isVerified };
}

const changed = (before: IssuanceRequest, other: IssuanceRequest) => ({ ...other, idempotency: before.idempotency });

test("its voucher of the lost commits stands against asking again for what it was sent with since", async () => {
  const { before, inDoubt: sale, isVerified, ...numbering } = await sentAgain(changed);
  numbering.granted(1, before);
  const told = notDecided(
    "may have been sent with before",
    "--reject --bar",
    `--despite ${numbering.key.posNumber}-6-1`,
  );
  expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
  expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
  expect(numbering.sent).toEqual([]);
  const despite = [numbering.name(1)];
  expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
  await isVerified();
});

test("one of another sale does not", async () => {
  const { inDoubt: sale, isVerified, ...numbering } = await sentAgain(changed);
  numbering.granted(1, numbering.sale(priceOf()));
  expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject(decided);
  await isVerified();
});

test("its voucher of the lost commits is not given to an equal sale before a person names it", async () => {
  const { before, inDoubt: sale, isVerified, ...numbering } = await sentAgain(changed);
  numbering.granted(1, numbering.sale(priceOf()));
  expect(await numbering.decide(sale.id, { decision: "reject" })).toMatchObject(decided);
  await numbering.record({ ...before, idempotency: `${before.idempotency}-equal` });
  const [equal] = await numbering.submitAll(1);
  if (!equal) throw new Error("nothing was in line");
  numbering.granted(equal.number, before);
  expect(await numbering.decide(equal.id, { decision: "adopt" })).toEqual(
    notDecided(before.idempotency, `--despite ${numbering.key.posNumber}-6-${equal.number}`),
  );
  await isVerified();
});
