import { expect, test } from "vitest";
import { purgeContent } from "../../../shared/db/issuing/kept-content.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

const refusal = { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg: "document" }] };

/** An issuance that the authority refused so many days ago. */
async function refuse(days: number, body = invoiceB(), outcome: { code: string } = refusal, status = 422) {
  system.fate = async (db, id) =>
    (await db.$executeRaw`
      UPDATE issuance SET state = 'rejected', settled_at = now() - ${days} * interval '1 day', outcome = ${JSON.stringify(outcome)}::jsonb
      WHERE id = ${id}`) === 1;
  expect((await system.post(body)).status).toBe(status);
  return body;
}

const rowOf = ({ idempotency }: { idempotency: string }) =>
  system.db.issuance.findFirstOrThrow({ where: { idempotency } });

test("content that made no voucher is kept for 7 days, then purged; hash and outcome stay", async () => {
  const { fate } = system;
  const [recent, ...old] = [await refuse(6), await refuse(8), await refuse(30), await refuse(400)];
  system.fate = fate;
  expect((await system.post(invoiceB())).status).toBe(201);

  expect(await purgeContent(system.db, 2)).toBe(3);
  expect(await purgeContent(system.db, 2)).toBe(0);
  expect(await rowOf(recent)).toMatchObject({ body: expect.anything(), amounts: expect.anything() });
  for (const body of old) {
    const row = await rowOf(body);
    expect([row.body, row.amounts, row.declared]).toEqual([null, null, null]);
    expect(row).toMatchObject({ state: "rejected", outcome: refusal });
    expect(row.bodyHash).toHaveLength(32);
  }
});

test("a key whose content was purged can be tried again", async () => {
  const { fate } = system;
  const body = await refuse(8);
  expect(await purgeContent(system.db)).toBe(1);
  system.fate = fate;
  expect(await system.post(body)).toMatchObject({ status: 201, body: { result: { idempotencyHit: false } } });
});

test("what a failover may have issued is kept for 90 days, to be compared", async () => {
  const { fate } = system;
  const unknown = { code: "TAXAUTH_UNCONFIRMED" };
  const kept = await refuse(89, invoiceB(), unknown, 409);
  const old = await refuse(91, invoiceB(), unknown, 409);
  system.fate = fate;
  expect(await purgeContent(system.db)).toBe(1);
  expect([(await rowOf(kept)).body, (await rowOf(old)).body]).toEqual([expect.anything(), null]);
});
