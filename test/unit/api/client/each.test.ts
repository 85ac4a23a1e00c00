import { expect, test } from "vitest";
import { createClient } from "../../../../api/client/src/client.js";
import { startScriptedApi } from "../../../support/servers/scripted-api.js";

const page = (total: number, ...ids: number[]) => ({ body: { ok: true, total, result: ids.map((id) => ({ id })) } });

async function idsOf(rows: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

test("a page begins below the last id of the one before, so a row that is added moves nothing", async () => {
  await using api = await startScriptedApi(page(5, 9, 8), page(3, 6, 5), page(1, 2));
  const client = createClient({ baseUrl: api.baseUrl, company: "demo", key: "TEST_key" });
  expect(await idsOf(client.invoices.each({ pos: 1, limit: 2 }))).toEqual([9, 8, 6, 5, 2]);
  expect(api.calls.map(({ url }) => url.split("?")[1])).toEqual([
    "limit=2&pos=1",
    "limit=2&pos=1&id__lt=8",
    "limit=2&pos=1&id__lt=5",
  ]);
});

test("in the caller's order, and where there is no filter of ids, pages are counted", async () => {
  await using api = await startScriptedApi(page(3, 1, 2), page(3, 3), page(3, 1, 2), page(3, 3), page(0));
  const client = createClient({ baseUrl: api.baseUrl, company: "demo", key: "TEST_key" });
  expect(await idsOf(client.invoices.each({ ordering: ["id"] }))).toEqual([1, 2, 3]);
  expect(await idsOf(client.auditLog.each({ action: "pos.create" }))).toEqual([1, 2, 3]);
  expect(await idsOf(client.webhooks.each())).toEqual([]);
  expect(api.calls.map(({ url }) => url.replace("/api/demo", ""))).toEqual([
    "/invoices?limit=200&ordering=id",
    "/invoices?limit=200&ordering=id&offset=2",
    "/audit-log?limit=200&action=pos.create",
    "/audit-log?limit=200&action=pos.create&offset=2",
    "/webhooks?limit=200",
  ]);
});

test("no page is asked for that nobody reads", async () => {
  await using api = await startScriptedApi(page(5, 9, 8));
  const client = createClient({ baseUrl: api.baseUrl, company: "demo", key: "TEST_key" });
  for await (const { id } of client.batches.each()) if (id === 8) break;
  expect(api.calls).toHaveLength(1);
});
