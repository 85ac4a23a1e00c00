import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogoReader } from "../../../renderer/logo.js";
import { PrintFailure } from "../../../renderer/print-failure.js";
import type { PrintOptions } from "../../../renderer/print-options.js";
import { type RecordedPdf, type RenderDeps, renderVoucher } from "../../../renderer/render.js";
import { requestedFormOf } from "../../../renderer/requested-form-of.js";
import { sweepDueVouchers } from "../../../renderer/sweep.js";
import type { PrintRequester } from "../../../shared/db/delivery/print-tries.js";
import { original, type PdfLayout } from "../../../shared/domain/pdf-form.js";
import { createLog } from "../../../shared/logging/log.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { pngImage } from "../../support/samples/images.js";
import { sampleVoucher } from "./sample-voucher.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talonario-render-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rewriteImage = async () => Promise.reject(new Error("nothing is rewritten here"));

/** The renderer's dependencies: real storage, with the database rows in memory. */
function world() {
  const prints: PrintOptions[] = [];
  const alones: boolean[] = [];
  const begun: PrintRequester[] = [];
  const failures: string[] = [];
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
    beginPrint: async (_pdf, wish) => {
      begun.push(wish);
      return begun.length;
    },
    notePrintFailure: async (_pdf, reason) => void failures.push(reason),
    takeBackPrint: async () => void begun.pop(),
    recipientsOf: async (_id, versions) =>
      (versions === "1" ? [7, 8] : [8]).map((recipientId) => ({ recipientId, requestId: "r1", ...tenant })),
    addMail: async ({ recipientId, requestId }) => void mails.push([recipientId, requestId]),
    print: async (_voucher, { alone, ...options }) => {
      prints.push(options);
      alones.push(alone);
      return Buffer.from(`%PDF-1.4 ${prints.length}`);
    },
    readLogo: createLogoReader({ storage, log: createLog("test", "silent"), rewriteImage }),
    storage,
    log: createLog("test", "silent"),
  };
  return { deps, prints, alones, begun, failures, recorded, mails, storage };
}

function withLayout(layout: PdfLayout) {
  const voucher = sampleVoucher();
  return { ...voucher, pointOfSale: { ...voucher.pointOfSale, layout } };
}

const tenant = { companyId: 3, production: false };
const job = { voucherId: 41, versions: [1], requestId: "r1" };

describe("renderVoucher", () => {
  test("stores the PDF, records it and requests the mails with the original", async () => {
    const { deps, recorded, mails, storage } = world();
    const result = await renderVoucher(deps, job, "service");
    expect(result?.storageKey).toBe("3/41/1.pdf");
    expect((await storage.read("3/41/1.pdf")).length).toBe(result?.sizeBytes);
    expect(recorded.get("1")).toEqual({ companyId: 3, voucherId: 41, versions: "1", ...result });
    expect(mails).toEqual([
      [7, "r1"],
      [8, "r1"],
    ]);
  });

  test("a point of sale of tickets has its ticket before the original is there; a ticket alone is made on request", async () => {
    const { deps, prints, recorded, mails } = world();
    const sold = withLayout("ticket80");
    await renderVoucher({ ...deps, findPrintable: async () => sold }, job, "service");
    expect(prints.map(({ layout, versions }) => [layout, versions])).toEqual([
      ["ticket80", [1]],
      ["a4", [1]],
    ]);
    expect([...recorded.values()].map(({ storageKey }) => storageKey)).toEqual(["3/41/ticket80-1.pdf", "3/41/1.pdf"]);
    expect(mails.map(([recipientId]) => recipientId)).toEqual([7, 8]);
    await renderVoucher(deps, { ...job, layout: "ticket58", versions: [1, 2] }, "asked");
    expect(recorded.get("ticket58-1-2")?.storageKey).toBe("3/41/ticket58-1-2.pdf");
    await renderVoucher({ ...deps, findPrintable: async () => sold }, job, "anew");
    expect([...recorded.keys()], "what is outdated is made again on request").toEqual(["1"]);
  });

  test("a ticket that the browser fails at holds up neither the original nor its mails", async () => {
    const { deps, recorded, mails, failures } = world();
    await renderVoucher(
      {
        ...deps,
        findPrintable: async () => withLayout("ticket58"),
        print: async (voucher, options) => {
          if (options.layout !== "a4") throw new PrintFailure("too hard");
          return deps.print(voucher, options);
        },
      },
      job,
      "service",
    );
    expect([[...recorded.keys()], failures, mails.length]).toEqual([["1"], ["too hard"], 2]);
  });

  test("a second run keeps the existing PDF", async () => {
    const { deps, prints } = world();
    const first = await renderVoucher(deps, job, "service");
    expect(await renderVoucher(deps, job, "service")).toEqual(first);
    expect(prints).toHaveLength(1);
  });

  test("a second run recovers from a crash between file and record", async () => {
    const { deps, recorded } = world();
    const crashing = { ...deps, recordPdf: async () => Promise.reject(new Error("killed")) };
    await expect(renderVoucher(crashing, job, "service")).rejects.toThrow("killed");
    await renderVoucher(deps, job, "service");
    expect(recorded.get("1")?.storageKey).toBe("3/41/1.pdf");
  });

  test("a recorded PDF whose file is missing is printed again", async () => {
    const { deps, prints, storage } = world();
    await renderVoucher(deps, job, "service");
    await storage.remove("3/41/1.pdf");
    await renderVoucher(deps, job, "service");
    expect(prints).toHaveLength(2);
  });

  test("the option anew prints again under the same storage key", async () => {
    const { deps, storage } = world();
    await renderVoucher(deps, job, "service");
    await renderVoucher(deps, job, "anew");
    expect((await storage.read("3/41/1.pdf")).toString()).toContain("%PDF-1.4 2");
  });

  test("printing the original again discards the other copies, which show the old print", async () => {
    const { deps, recorded } = world();
    for (const versions of [[1], [1, 2]]) await renderVoucher(deps, { ...job, versions }, "service");
    await renderVoucher(deps, job, "service");
    expect([...recorded.keys()]).toEqual(["1", "1-2"]);
    await renderVoucher(deps, job, "anew");
    expect([...recorded.keys()]).toEqual(["1"]);
  });

  test("several copies go into one file, each copy once, and the mails that wait for them go on", async () => {
    const { deps, prints, mails } = world();
    const made = await renderVoucher(deps, { ...job, versions: [1, 2, 3, 2] }, "service");
    expect(made?.storageKey).toBe("3/41/1-2-3-2.pdf");
    expect(prints).toEqual([{ layout: "a4", versions: [1, 2, 3], logo: undefined }]);
    expect(mails).toEqual([[8, "r1"]]);
  });

  test("the point of sale's logo is printed, and a missing logo does not prevent the print", async () => {
    const { deps, prints, storage } = world();
    const pointOfSale = {
      printedName: null,
      address: null,
      logoKey: "logos/1.own.png",
      layout: "a4" as const,
      legends: [],
      additionalDataKeys: [],
    };
    const withLogo = { ...deps, findPrintable: async () => sampleVoucher({}, { pointOfSale }) };
    await renderVoucher(withLogo, job, "anew");
    const png = pngImage(1, 1);
    await storage.write("logos/1.own.png", png);
    await renderVoucher(withLogo, job, "anew");
    expect(prints.map(({ logo }) => logo)).toEqual([undefined, `data:image/png;base64,${png.toString("base64")}`]);
  });

  test("a print that fails counts, and the next try has a browser of its own", async () => {
    const { deps, alones, begun, failures } = world();
    const failing = { ...deps, print: async () => Promise.reject(new PrintFailure("the browser crashed")) };
    await expect(renderVoucher(failing, job, "service")).rejects.toThrow("crashed");
    expect(failures).toEqual(["the browser crashed"]);
    await renderVoucher(deps, job, "asked");
    expect([begun, alones]).toEqual([["service", "asked"], [true]]);
  });

  test("a failure of the storage is not the voucher's: its try is taken back", async () => {
    const { deps, begun, failures, storage } = world();
    const full = { ...storage, write: () => Promise.reject(new Error("the disk is full")) };
    await expect(renderVoucher({ ...deps, storage: full }, job, "service")).rejects.toThrow("full");
    expect([begun, failures]).toEqual([[], []]);
  });

  test("a PDF that must not be tried now is left for later", async () => {
    const { deps, prints, mails } = world();
    expect(await renderVoucher({ ...deps, beginPrint: async () => undefined }, job, "service")).toBeNull();
    expect([prints, mails]).toEqual([[], []]);
  });

  test("an unknown voucher is an error without retries", async () => {
    await expect(renderVoucher(world().deps, { ...job, voucherId: 1 }, "service")).rejects.toThrow(
      "there is no voucher 1",
    );
  });
});

test.each([
  ["pdf-41-v1", "service"],
  ["pdf-41-v1-mail", "service"],
  ["pdf-41-v1-asked", "asked"],
  ["pdf-41-v1-1732170000000", "anew"],
  ["pdf-41-v1-2", "anew"],
  [undefined, "anew"],
])("the job %s is a wish of the kind %s", (jobId, wish) => {
  expect(requestedFormOf(jobId, 41, original)).toBe(wish);
});

test("the sweep adds the job of each due voucher in its company's turn", async () => {
  const added: unknown[] = [];
  await sweepDueVouchers(
    {
      dueVouchers: async () => [{ voucherId: 41, requestId: "r1", ...tenant }],
      pdfs: { requeue: async (...job) => added.push(job) > 0 },
      log: createLog("test", "silent"),
    },
    10,
  );
  expect(added).toEqual([["pdf-41-v1", job, tenant]]);
});
