import { z } from "zod";
import { type PdfForm, pdfLayouts } from "../domain/pdf-form.js";
import { defineQueue } from "./define-queue.js";
import { requestId, rowId, trace } from "./job-fields.js";

/**
 * Makes one PDF of a voucher with the given copies in order (1 original, 2 duplicate, 3 triplicate), on A4 unless the job says
 * otherwise. The result is null when it was not its time: it failed before and waits for its next try, or is put aside.
 */
export const pdfQueue = defineQueue({
  name: "pdf",
  data: z.object({
    voucherId: rowId,
    versions: z.array(z.int().min(1).max(3)).min(1).max(3),
    layout: z.enum(pdfLayouts).optional(),
    requestId,
    trace,
  }),
  result: z.object({ storageKey: z.string(), sizeBytes: z.int() }).nullable(),
});

/** Jobs for A4 have no layout in their ids. */
export const pdfJobId = (voucherId: number, { layout, versions }: PdfForm): string =>
  `pdf-${voucherId}-${layout === "a4" ? "" : `${layout}-`}v${versions.join("-")}`;

/** Producers of another job for a missing PDF, beside the PDF's own job: the mailer, or a download. */
export const gapFillers = ["mail", "asked"] as const;

export const pdfGapJobId = (voucherId: number, form: PdfForm, by: (typeof gapFillers)[number]): string =>
  `${pdfJobId(voucherId, form)}-${by}`;

/** A job that prints an existing PDF again. `attempt` tells one request from the next. */
export const pdfAnewJobId = (voucherId: number, form: PdfForm, attempt: string): string =>
  `${pdfJobId(voucherId, form)}-anew-${attempt}`;
