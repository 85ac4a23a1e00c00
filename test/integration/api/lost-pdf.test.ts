import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

test('a request for a PDF whose file was lost prints it again (api/README.md, "GET /{company_id}/invoices/{voucher_id}/pdf")', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-pdf-"));
  const storage = openStorage(`file:${folder}`);
  const wanted: number[][] = [];
  let queueIsAway = true;
  let isLost = false;
  await using system = await openIssuingApp(
    {},
    {
      storage,
      async requestPdf(voucherId, { versions }) {
        if (queueIsAway) throw new Error("Connection is closed.");
        wanted.push([voucherId, ...versions]);
        if (isLost) await storage.write("1/1.pdf", Buffer.from("%PDF-1.7 again"));
      },
    },
  );
  const { id } = (await system.post(invoiceB())).body.result;
  queueIsAway = false;
  expect((await system.get(`/invoices/${id}/pdf`)).status, "not printed yet: it is brought forward").toBe(409);
  expect(wanted.splice(0)).toEqual([[id, 1]]);
  isLost = true;
  queueIsAway = true;
  await system.db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', '1/1.pdf', 14 FROM voucher WHERE id = ${id}`;
  await system.db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${id}`;

  const notYet = await system.get(`/invoices/${id}/pdf`);
  expect([notYet.status, notYet.body.code, notYet.headers.get("retry-after")]).toEqual([409, "PDF_NOT_READY", "2"]);
  queueIsAway = false;
  const answers = [await system.get(`/invoices/${id}/pdf`), await system.get(`/invoices/${id}/pdf`)];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, "%PDF-1.7 again"]));
  expect(wanted).toEqual([[id, 1]]);
  rmSync(folder, { recursive: true });
});
