import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillsGap } from "../../../renderer/fills-gap.js";
import type { PrintOptions } from "../../../renderer/print-voucher.js";
import { type RecordedPdf, type RenderDeps, renderVoucher } from "../../../renderer/render.js";
import { sweepDueVouchers } from "../../../renderer/sweep.js";
import { createLog } from "../../../shared/log.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { pngImage } from "../../support/samples/images.js";
import { sampleVoucher } from "./sample-voucher.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talonario-render-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The renderer's dependencies: real storage, with the database rows in memory. */
function world() {
  const prints: PrintOptions[] = [];
  const recorded = new Map<string, RecordedPdf>();
  const mails: [number, string][] = [];
  const storage = openStorage(`file:${folder}`);
  const deps: RenderDeps = {
    findPrintable: async (id) => (id === 41 ? sampleVoucher() : undefined),
    findPdf: async (_id, versions) => recorded.get(versions)?.storageKey,
    recordPdf: async (pdf) => void recorded.set(pdf.versions, pdf),
    forgetOtherPdfs: async (_id, versions) => {
      for (const other of [...recorded.keys()]) if (other !== versions) recorded.delete(other);
    },
    recipientsOf: async () => [7, 8],
    addMail: async (recipientId, requestId) => void mails.push([recipientId, requestId]),
    print: async (_voucher, options) => {
      prints.push(options);
      return Buffer.from(`%PDF-1.4 ${prints.length}`);
    },
    storage,
    log: createLog("test", "silent"),
  };
  return { deps, prints, recorded, mails, storage };
}

const job = { voucherId: 41, versions: [1], requestId: "r1" };

describe("renderVoucher", () => {
  test("stores the PDF, records it and requests the mails with the original", async () => {
    const { deps, recorded, mails, storage } = world();
    const result = await renderVoucher(deps, job, { anew: false });
    expect(result.storageKey).toBe("3/41/1.pdf");
    expect((await storage.read(result.storageKey)).length).toBe(result.sizeBytes);
    expect(recorded.get("1")).toEqual({ voucherId: 41, versions: "1", ...result });
    expect(mails).toEqual([
      [7, "r1"],
      [8, "r1"],
    ]);
  });

  test("a second run keeps the existing PDF", async () => {
    const { deps, prints } = world();
    const first = await renderVoucher(deps, job, { anew: false });
    expect(await renderVoucher(deps, job, { anew: false })).toEqual(first);
    expect(prints).toHaveLength(1);
  });

  test("a second run recovers from a crash between file and record", async () => {
    const { deps, recorded } = world();
    const crashing = { ...deps, recordPdf: async () => Promise.reject(new Error("killed")) };
    await expect(renderVoucher(crashing, job, { anew: false })).rejects.toThrow("killed");
    await renderVoucher(deps, job, { anew: false });
    expect(recorded.get("1")?.storageKey).toBe("3/41/1.pdf");
  });

  test("a recorded PDF whose file is missing is printed again", async () => {
    const { deps, prints, storage } = world();
    await renderVoucher(deps, job, { anew: false });
    await storage.remove("3/41/1.pdf");
    await renderVoucher(deps, job, { anew: false });
    expect(prints).toHaveLength(2);
  });

  test("the option anew prints again under the same storage key", async () => {
    const { deps, storage } = world();
    const { storageKey } = await renderVoucher(deps, job, { anew: false });
    await renderVoucher(deps, job, { anew: true });
    expect((await storage.read(storageKey)).toString()).toContain("%PDF-1.4 2");
  });

  test("printing the original again discards the other copies, which show the old print", async () => {
    const { deps, recorded } = world();
    for (const versions of [[1], [1, 2]]) await renderVoucher(deps, { ...job, versions }, { anew: false });
    await renderVoucher(deps, job, { anew: false });
    expect([...recorded.keys()]).toEqual(["1", "1-2"]);
    await renderVoucher(deps, job, { anew: true });
    expect([...recorded.keys()]).toEqual(["1"]);
  });

  test("several copies go into one file, each copy once, and are not mailed", async () => {
    const { deps, prints, mails } = world();
    const { storageKey } = await renderVoucher(deps, { ...job, versions: [1, 2, 3, 2] }, { anew: false });
    expect(storageKey).toBe("3/41/1-2-3-2.pdf");
    expect(prints).toEqual([{ versions: [1, 2, 3], logo: undefined }]);
    expect(mails).toEqual([]);
  });

  test("the point of sale's logo is printed, and a missing logo does not prevent the print", async () => {
    const { deps, prints, storage } = world();
    const pointOfSale = { name: null, address: null, logoKey: "logos/1.png", additionalDataKeys: [] };
    const withLogo = { ...deps, findPrintable: async () => sampleVoucher({}, { pointOfSale }) };
    await renderVoucher(withLogo, job, { anew: true });
    const png = pngImage(1, 1);
    await storage.write("logos/1.png", png);
    await renderVoucher(withLogo, job, { anew: true });
    expect(prints.map(({ logo }) => logo)).toEqual([undefined, `data:image/png;base64,${png.toString("base64")}`]);
  });

  test("an unknown voucher is an error without retries", async () => {
    await expect(renderVoucher(world().deps, { ...job, voucherId: 1 }, { anew: false })).rejects.toThrow(
      "there is no voucher 1",
    );
  });
});

test.each([
  ["pdf-41-v1", true],
  ["pdf-41-v1-sweep", true],
  ["pdf-41-v1-mail", true],
  ["pdf-41-v1-asked", true],
  ["pdf-41-v1-1732170000000", false],
  ["pdf-41-v1-2", false],
  [undefined, false],
])("the job %s only fills a missing PDF: %s", (jobId, expected) => {
  expect(fillsGap(jobId, 41, [1])).toBe(expected);
});

test("the sweep adds the voucher's own job and a separate one that is removed when it ends", async () => {
  const added: unknown[] = [];
  await sweepDueVouchers(
    {
      dueVouchers: async () => [{ voucherId: 41, requestId: "r1" }],
      addPdf: async (jobId, _data, options) => void added.push([jobId, options?.removeOnFail ?? "kept"]),
      log: createLog("test", "silent"),
    },
    10,
  );
  expect(added).toEqual([
    ["pdf-41-v1", "kept"],
    ["pdf-41-v1-sweep", true],
  ]);
});
