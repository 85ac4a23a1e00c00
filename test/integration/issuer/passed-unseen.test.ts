import { afterAll, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { decided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 15_000;
const priceOf = () => ++lastPrice;

/**
 * The request of a key for number 1 was refused, and the number freed. A copy of it is granted late: the authority counts it, and does not show it. The
 * next sale asks for that number, and a person, who sees nothing of that one on the authority's pages, passes it.
 */
test.each(["reject", "renumber"] as const)(
  "a key whose freed number was passed unseen for another sale (--%s --unseen) gets no further number while nothing is known of it",
  async (decision) => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    await numbering.record(own);
    const freed = await numbering.submit();
    await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, { isRemembered: true });
    const next = await numbering.inDoubt(numbering.sale(priceOf()));
    expect(next.number).toBe(1);
    numbering.counter.atLeast = 1;
    const word = await numbering.decide(next.id, { decision, unseen: true });
    if (word.outcome === "notDecided") return;
    expect(word).toMatchObject(decided);
    const before = numbering.sent.length;

    // Its caller was told 422, and sends it again. What it was granted shows at last.
    const obstacle = await findKeyObstacle(desk.db, numbering.key, own.idempotency);
    await numbering.record(own);
    await numbering.drain();
    numbering.granted(1, own);
    await numbering.drain();
    expect(numbering.sent.slice(before)).toEqual([]);
    expect(obstacle).not.toBe(undefined);
    expect((await numbering.vouchers()).map(([, key]) => key)).not.toContain(own.idempotency);
  },
);
