import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createKeyedSemaphore } from "../../../shared/concurrency/keyed-semaphore.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

test("a company's downloads ask for two prints at once, and hold back no other company", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-pdf-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = openStorage(`file:${folder}`);
  const wanted: number[] = [];
  await using system = await openIssuingApp(
    {},
    {
      storage,
      printWaits: createKeyedSemaphore(2),
      async requestPdf(voucherId) {
        wanted.push(voucherId);
      },
    },
  );
  const other = { company: "mono", key: system.keys.mono.keys.test };
  const issue = async (...given: Parameters<typeof system.post>) => (await system.post(...given)).body.result.id;
  const own = [await issue(invoiceB()), await issue(invoiceB()), await issue(invoiceB())];
  const others = await issue(invoiceB({ voucherType: 11 }), other);
  // Printed once, but the files are lost.
  await system.db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', id || '.pdf', 4 FROM voucher`;
  await system.db.$executeRaw`UPDATE voucher SET has_pdf = true`;

  const downloads = own.map((id) => system.get(`/invoices/${id}/pdf`));
  await waitFor(() => wanted.length === 2, { message: "two prints" });
  const foreign = system.get(`/invoices/${others}/pdf`, other);
  await waitFor(() => wanted.includes(others), { message: "the other company's print" });
  expect(wanted).toHaveLength(3);

  for (const id of [...own, others]) await storage.write(`${id}.pdf`, Buffer.from("%PDF"));
  expect((await Promise.all([...downloads, foreign])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
