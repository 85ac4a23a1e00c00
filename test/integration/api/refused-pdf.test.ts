import { expect, test } from "vitest";
import { beginPrint, takeBackPrint } from "../../../shared/db/delivery/print-tries.js";
import { maxPrintTries } from "../../../shared/domain/print-tries.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

// Source: api/README.md, "GET /{company_id}/invoices/{voucher_id}/pdf".

const system = await openForFile(() => openIssuingApp({}, { requestPdf: async () => undefined }));

async function issue() {
  const { id: voucherId } = (await system.post(invoiceB())).body.result;
  const { companyId } = await system.db.voucher.findUniqueOrThrow({ where: { id: voucherId } });
  return { voucherId, companyId, versions: "1" };
}

async function ask(voucherId: number) {
  const { status, body, headers } = await system.get(`/invoices/${voucherId}/pdf`);
  return [status, body.code, headers.get("retry-after"), body.error];
}

const soon = [409, "PDF_NOT_READY", "2", expect.stringContaining("still being made")];

test("while the storage refuses, whoever asks for a PDF is told so, and that the operator mends it", async () => {
  const [first, second] = [await issue(), await issue()];
  expect(await ask(first.voucherId)).toEqual(soon);

  await beginPrint(system.db, first, "service");
  await takeBackPrint(system.db, first, true);
  const refused = [409, "PDF_NOT_READY", "60", expect.stringMatching(/storage is full.*operates the service.*valid/)];
  expect(await ask(first.voucherId)).toEqual(refused);
  expect(await ask(second.voucherId), "it was not tried, for it would be refused as well").toEqual(refused);

  await system.db.$executeRaw`UPDATE print_attempt SET refused_at = now() - interval '3 minutes'`;
  expect(await ask(first.voucherId), "that was long ago").toEqual(soon);
  await takeBackPrint(system.db, first, true);
  await takeBackPrint(system.db, first, false);
  expect(await ask(first.voucherId), "another thing kept it away last").toEqual(soon);
});

test("a PDF that was put aside is told as such", async () => {
  const pdf = await issue();
  await beginPrint(system.db, pdf, "service");
  await system.db
    .$executeRaw`UPDATE print_attempt SET attempt_count = ${maxPrintTries} WHERE voucher_id = ${pdf.voucherId}`;
  expect(await ask(pdf.voucherId)).toEqual([
    409,
    "PDF_NOT_READY",
    "60",
    expect.stringContaining("tried several times"),
  ]);
  expect(await ask((await issue()).voucherId), "another's is on its way").toEqual(soon);
});
