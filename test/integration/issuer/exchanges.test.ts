import { expect, test } from "vitest";
import { insertExchanges, listExchanges, purgeExchanges } from "../../../shared/db/issuing/exchanges.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createDatabase } from "../../support/servers/database.js";

test("the exchanges with the authority about a voucher are stored without the ticket", async () => {
  await using system = await startSystem({ processes: ["api", "issuer"] });
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop" });
  const issued = await system.request("/invoices", { method: "POST", body: invoiceB() });
  expect(issued.status).toBe(201);

  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  const exchanges = await waitFor(
    async () => {
      const found = await listExchanges(db, issued.body.result.id);
      return found.length >= 2 && found;
    },
    { message: "the exchanges" },
  );
  const shownAfter = async (age: string) => {
    await db.$executeRaw`UPDATE exchange SET created_at = now() - ${age}::interval`;
    return (await listExchanges(db, issued.body.result.id)).length;
  };
  expect([await shownAfter("89 days 23 hours"), await shownAfter("90 days 1 hour")], "shown for 90 days").toEqual([
    exchanges.length,
    0,
  ]);
  await close();

  expect(exchanges).toMatchObject([
    { operation: "FECAESolicitar", outcome: "unknown", answer: null, status: null, failure: expect.any(String) },
    { operation: "FECompConsultar", outcome: "found", status: 200, failure: null },
  ]);
  expect(exchanges[0]?.request).toContain("<CbteDesde>1</CbteDesde>");
  expect(exchanges[1]?.answer).toContain(`<CodAutorizacion>${issued.body.result.cae}</CodAutorizacion>`);
  for (const { request, answer } of exchanges) {
    expect(request).toContain("<Token></Token><Sign></Sign><Cuit>30712345671</Cuit>");
    expect(`${request}${answer}`).not.toMatch(/<(Token|Sign)>[^<]/);
  }
});

test("exchanges are kept for 90 days and purged in batches", async () => {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const exchange = {
    operation: "FECAESolicitar",
    request: "<sent/>",
    answer: null,
    status: null,
    failure: "timed out",
    outcome: "unknown",
    startedAt: new Date(),
    tookMs: 12,
  };
  await insertExchanges(
    db,
    Array.from({ length: 7 }, (_, index) => ({ ...exchange, issuanceIds: [index] })),
  );
  await db.$executeRaw`UPDATE exchange SET created_at = now() - interval '91 days' WHERE issuance_ids[1] < 5`;
  await db.$executeRaw`UPDATE exchange SET created_at = now() - interval '89 days' WHERE issuance_ids @> ARRAY[5]::bigint[]`;

  expect(await purgeExchanges(db, 2)).toBe(5);
  expect(await db.exchange.findMany({ select: { issuanceIds: true }, orderBy: { id: "asc" } })).toEqual([
    { issuanceIds: [5] },
    { issuanceIds: [6] },
  ]);
  await close();
});
