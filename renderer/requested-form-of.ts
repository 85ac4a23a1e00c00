import type { PrintRequester } from "../shared/db/delivery/print-tries.js";
import type { PdfForm } from "../shared/domain/pdf-form.js";
import { gapFillers, pdfGapJobId, pdfJobId } from "../shared/queues/pdf.js";

/**
 * Purpose of a job, read from its id. The PDF's own job and those of gap fillers only make sure that it exists. Any other id means that it
 * must be printed again.
 */
export function requestedFormOf(jobId: string | undefined, voucherId: number, form: PdfForm): PrintRequester {
  if (jobId === pdfGapJobId(voucherId, form, "asked")) return "asked";
  const fillsGap = jobId === pdfJobId(voucherId, form);
  return fillsGap || gapFillers.some((by) => jobId === pdfGapJobId(voucherId, form, by)) ? "service" : "anew";
}
