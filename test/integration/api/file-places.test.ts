import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

// Source: api/README.md, "Limits".

const folder = mkdtempSync(path.join(tmpdir(), "talonario-files-"));
const pdf = Buffer.alloc(300_000, "%PDF");
const storage = openStorage(`file:${folder}`);
await storage.write("a.pdf", pdf);
const system = await openForFile(() => openIssuingApp({}, { storage }));
const mono = { company: "mono", key: system.keys.mono.keys.test };
const own = `/api/demo/invoices/${(await system.post(invoiceB())).body.result.id}/pdf`;
const others = `/api/mono/invoices/${(await system.post(invoiceB({ voucherType: 11 }), mono)).body.result.id}/pdf`;
beforeAll(async () => {
  await system.db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'a.pdf', 4 FROM voucher`;
  await system.db.$executeRaw`UPDATE voucher SET has_pdf = true`;
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = async (to: string, key = system.keys.keys.test, headers = {}) =>
  system.app.request(to, { headers: { authorization: `Bearer ${key}`, ...headers } });

test("a company has eight files under way, each until it was read, and takes none from another company", async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => ask(own)));
  expect(begun.map(({ status, headers }) => [status, headers.get("content-length")])).toEqual(
    begun.map(() => [200, "300000"]),
  );
  const refused = await ask(own, undefined, { "accept-language": "es" });
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
    429,
    "2",
    { ok: false, error: expect.stringMatching(/^Hay demasiadas descargas a la vez: /) },
  ]);
  const foreign = await ask(others, system.keys.mono.keys.test);
  expect(Buffer.from(await foreign.arrayBuffer()).equals(pdf)).toBe(true);

  const [read, left, ...waiting] = begun;
  expect(Buffer.from((await read?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(pdf)).toBe(true);
  await left?.body?.cancel();
  const next = [await ask(own), await ask(own)];
  expect(next.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask(own)).status).toBe(429);
  for (const { body } of [...waiting, ...next]) await body?.cancel();
});

test("a HEAD keeps no place", async () => {
  const head = () =>
    system.app.request(own, { method: "HEAD", headers: { authorization: `Bearer ${system.keys.keys.test}` } });
  for (let asked = 0; asked < 20; asked += 1) expect((await head()).status).toBe(200);
  const file = await ask(own);
  expect(file.status).toBe(200);
  await file.body?.cancel();
});
