import { z } from "zod";
import { defineQueue } from "./define-queue.js";
import { requestId, rowId } from "./job-fields.js";

/**
 * Makes one PDF of a voucher with the given copies in order (1 original, 2 duplicate, 3 triplicate). The result is null when it
 * was not its time: it failed before and waits for its next try, or is put aside.
 */
export const pdfQueue = defineQueue({
  name: "pdf",
  data: z.object({ voucherId: rowId, versions: z.array(z.int().min(1).max(3)).min(1).max(3), requestId }),
  result: z.object({ storageKey: z.string(), sizeBytes: z.int() }).nullable(),
});

export const pdfJobId = (voucherId: number, versions: number[]): string => `pdf-${voucherId}-v${versions.join("-")}`;

/**
 * Who adds another job for a missing PDF, beside the PDF's own job: the mailer, or a download. Sweeps did in the version before.
 */
export const gapFillers = ["sweep", "mail", "asked"] as const;

export const pdfGapJobId = (voucherId: number, versions: number[], by: (typeof gapFillers)[number]): string =>
  `${pdfJobId(voucherId, versions)}-${by}`;

/** A job that prints an existing PDF again. `attempt` tells one request from the next. */
export const pdfAnewJobId = (voucherId: number, versions: number[], attempt: string): string =>
  `${pdfJobId(voucherId, versions)}-anew-${attempt}`;
