import { expect, test } from "vitest";
import { startSystem } from "../support/processes/system.js";
import { invoiceA, invoiceB } from "../support/samples/invoice.js";
import { expectEqualLedgers } from "./ledgers.js";

test("[R5 R6] 100 simultaneous vouchers at 3 points of sale and of 2 types number each sequence 1..n, with equal ledgers and one call each", async () => {
  await using system = await startSystem({ processes: ["api", "issuer"] });
  const bodies = Array.from({ length: 100 }, (_, index) => {
    const over = {
      posNumber: 1 + (index % 3),
      items: [{ description: `Artículo ${index}`, quantity: 1, price: 10 + index, taxType: 5 }],
    };
    return index % 2 === 0 ? invoiceA(over) : invoiceB(over);
  });

  const answers = await Promise.all(bodies.map((body) => system.request("/invoices", { method: "POST", body })));

  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  const rows = await expectEqualLedgers(system);
  expect(rows).toHaveLength(100);
  expect(rows.map((row) => row.idempotency).sort()).toEqual(bodies.map((body) => body.idempotency).sort());
  expect(await system.authority.calls("FECAESolicitar")).toBe(100);
});
