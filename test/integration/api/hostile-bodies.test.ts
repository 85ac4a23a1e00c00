import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { inEnglish } from "../../../shared/domain/localized-text.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { hostileBody } from "../../support/samples/hostile-body.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

// In a hundred thousand cases `expect` alone would take most of the time.
test("each of 100,000 random and mutated bodies is accepted, or refused with a path that it has, and none throws", () => {
  const runs = propertyRuns(100_000);
  let accepted = 0;
  fc.assert(
    fc.property(hostileBody, (body) => {
      const checked = checkIssuance(body);
      if (checked.ok) {
        accepted++;
        assert(Number(checked.amounts.total) < 1e13);
        assert.match(checked.amounts.total, /^\d+\.\d\d$/);
        return;
      }
      assert(checked.faults.length > 0);
      assert.equal(new Set(checked.faults.map((fault) => fault.field)).size, checked.faults.length);
      for (const { message } of checked.faults) assert.match(inEnglish(message), /\S/);
    }),
    runs,
  );
  console.log(`${accepted} of ${runs.numRuns} bodies were still valid`);
});

test("a body that is not UTF-8 is refused, because a voucher with a wrong guess could not be corrected", async () => {
  await using system = await openIssuingApp();
  const body = invoiceB({ comments: "Muñoz" });
  const send = (encoding: "latin1" | "utf8") =>
    system.app.request("/api/demo/invoices", {
      method: "POST",
      headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "application/json" },
      body: new Uint8Array(Buffer.from(JSON.stringify(body), encoding)),
    });
  const refused = await send("latin1");
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ details: { errors: [{ field: null, message: "the body must be UTF-8" }] } }),
  ]);
  expect((await send("utf8")).status).toBe(201);
});

test("[E6 S9] over HTTP a valid body gets 201 and any other 400 or 409, never 403 or 500, and a refused body leaves no voucher", async () => {
  await using system = await openIssuingApp();
  let index = 0;
  await fc.assert(
    fc.asyncProperty(hostileBody, async (body) => {
      const unique =
        typeof body === "object" && body !== null && "idempotency" in body && typeof body.idempotency === "string";
      const sent = unique
        ? { ...body, idempotency: `${(body as { idempotency: string }).idempotency}${index++}`.slice(-128) }
        : body;
      const text = JSON.stringify(sent) ?? "";
      const good = text !== "" && checkIssuance(JSON.parse(text)).ok;
      const answer = await system.post(text);
      const allowed = good ? [200, 201, 400, 409] : [400];
      if (!allowed.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    }),
    propertyRuns(2_000),
  );
  const { body } = await system.get("/invoices?limit=1");
  expect(body.total).toBe(await system.db.issuance.count({ where: { state: "approved" } }));
}, 3_600_000);
