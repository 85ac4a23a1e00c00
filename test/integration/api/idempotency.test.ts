import { expect, test } from "vitest";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

test("[R1 V1] a repeated key returns the original voucher, issues nothing and consumes no quota", async () => {
  const body = invoiceB();
  const first = await system.post(body);
  const enqueued = system.enqueued.length;
  const second = await system.post(body);
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual({ ok: true, result: { ...first.body.result, idempotencyHit: true }, quota: null });
  expect(first.body.result.idempotencyHit).toBe(false);
  expect(system.enqueued.length).toBe(enqueued);
});

test("[R1] another body under a settled key returns the original voucher and is counted in a metric", async () => {
  const body = invoiceB();
  const first = await system.post(body);
  const counter = async () =>
    Number(
      /talonario_idempotency_mismatches_total (\d+)/.exec(await (await system.app.request("/metrics")).text())?.[1],
    );
  const before = await counter();
  const second = await system.post({
    ...body,
    items: [{ description: "Otra cosa", quantity: 5, price: 999, taxType: 5 }],
  });
  expect(second.body.result).toEqual({ ...first.body.result, idempotencyHit: true });
  await expect.poll(counter).toBe(before + 1);
});

test("[R2] a key reused with another point of sale or type is 409, names both, and has no details", async () => {
  const body = invoiceB();
  const first = await system.post(body);
  for (const other of [invoiceB({ ...body, posNumber: 2 }), invoiceA({ idempotency: body.idempotency })]) {
    const answer = await system.post(other);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ ok: false, code: "VALIDATION_ERROR", error: expect.any(String) });
    expect(answer.body.error).toContain(`1-6-${first.body.result.voucherNumber}`);
    expect(answer.body.error).toContain(`${other.posNumber}-${other.voucherType}.`);
  }
});

test("[R3] the same key gives one voucher in each environment", async () => {
  const body = invoiceB();
  const [test, production] = [await system.post(body), await system.post(body, { key: system.keys.keys.production })];
  expect([test.status, production.status]).toEqual([201, 201]);
  expect(production.body.result.id).not.toBe(test.body.result.id);
});

test.each([
  ["422", refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg: "x" }] }), 422],
  ["429 of the queue", refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }), 429],
  ["429 of the quota", refusedFate("rejected", { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }), 429],
  ["502", refusedFate("failed", notAsked({ kind: "down", services: ["wsfe"], detail: "x" })), 502],
])("[E1 E5] after %s a key is free again, even for another body, point of sale and type", async (_, fate, status) => {
  const body = invoiceB();
  system.fate = fate;
  expect((await system.post(body)).status).toBe(status);
  system.fate = approvedFate;
  const other = invoiceA({ idempotency: body.idempotency, posNumber: 2 });
  const answer = await system.post(other);
  expect([answer.status, answer.body.result.idempotencyHit]).toEqual([201, false]);
  expect((await system.get(`/invoices?idempotency=${body.idempotency}`)).body.result).toMatchObject([
    { posNumber: 2, voucherType: 1 },
  ]);
});

/** A key whose issuance ended without a voucher, on an earlier timeline of the database. */
async function lostKey() {
  const body = invoiceB();
  system.fate = refusedFate("failed", { code: "TAXAUTH_UNCONFIRMED" });
  const told = await system.post(body);
  expect([told.status, told.body.code]).toEqual([409, "TAXAUTH_UNCONFIRMED"]);
  system.fate = approvedFate;
  await system.db
    .$executeRaw`UPDATE issuance SET incarnation = current_incarnation() - 1 WHERE idempotency = ${body.idempotency}`;
  return body;
}

test("a key that a failover left in doubt is 409 for another point of sale or type, which names both, and goes on with its own once all are verified", async () => {
  const body = await lostKey();
  await system.db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, unverified)
    SELECT company_id, production, 1, 999, true FROM issuance WHERE idempotency = ${body.idempotency}`;
  for (const other of [invoiceB({ ...body, posNumber: 2 }), invoiceA({ idempotency: body.idempotency })]) {
    const answer = await system.post(other);
    expect([answer.status, answer.body.code]).toEqual([409, "VALIDATION_ERROR"]);
    expect(answer.body.error).toContain("was sent for 1-6");
    expect(answer.body.error).toContain(`is for ${other.posNumber}-${other.voucherType}.`);
    expect(answer.body.error, "it may stand in the third").toContain("Nothing is issued with it before that is known");
  }
  const own = await system.post(body);
  expect([own.status, own.body.code, own.headers.get("retry-after")]).toEqual([409, "TAXAUTH_UNCONFIRMED", "60"]);
  expect(own.body.error).toContain("at another point of sale or of another type");
  await system.db
    .$executeRaw`UPDATE sequence SET unverified = false, incarnation = current_incarnation() WHERE voucher_type = 999`;
  expect((await system.post(body)).status).toBe(201);
  await system.db.$executeRaw`DELETE FROM sequence WHERE voucher_type = 999`;
});

test("a key in doubt stays 409 while a sequence under CAEA of its type waits for a person's word", async () => {
  const body = await lostKey();
  await system.db.$executeRaw`
    INSERT INTO point_of_sale (company_id, production, number, authorized_by)
    SELECT company_id, production, 777, 'CAEA' FROM issuance WHERE idempotency = ${body.idempotency}`;
  const answer = await system.post(body);
  expect([answer.status, answer.body.code]).toEqual([409, "TAXAUTH_UNCONFIRMED"]);
  await system.db.$executeRaw`DELETE FROM point_of_sale WHERE number = 777`;
  expect((await system.post(body)).status).toBe(201);
});

test("a key that an operator has closed is 409 for good, whatever is sent with it", async () => {
  const body = invoiceB();
  system.fate = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg: "x" }] });
  await system.post(body);
  system.fate = approvedFate;
  await system.db.$executeRaw`UPDATE issuance SET key_closed = true WHERE idempotency = ${body.idempotency}`;
  for (const sent of [body, invoiceB({ ...body, posNumber: 2 })]) {
    const answer = await system.post(sent);
    expect([answer.status, answer.body.code]).toEqual([409, "VALIDATION_ERROR"]);
    expect(answer.body.error).toContain("An operator has closed the idempotency key");
  }
});

test("[E1] after 400 a key is free again", async () => {
  const body = invoiceB();
  expect((await system.post({ ...body, posNumber: 55 })).status).toBe(400);
  expect((await system.post(body)).status).toBe(201);
});

test("[R1] simultaneous requests with the same key give one voucher to every caller, and one of them gets 201", async () => {
  const body = invoiceB();
  system.fate = async (db, id) => {
    await new Promise((resolve) => setImmediate(resolve));
    return approvedFate(db, id);
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => system.post(body)));
  system.fate = approvedFate;
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.body.result.id)).size).toBe(1);
  expect(answers.filter((answer) => answer.body.result.idempotencyHit)).toHaveLength(7);
});

test("[R2] simultaneous requests with the same key but another type give one voucher, and the other request is 409", async () => {
  const body = invoiceB();
  const answers = await Promise.all([system.post(body), system.post(invoiceA({ idempotency: body.idempotency }))]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
});
