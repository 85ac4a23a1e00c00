import { gapFillers, pdfGapJobId, pdfJobId } from "../shared/queues/pdf.js";

/**
 * Whether a job only has to make sure that its PDF exists. Its id is then the PDF's own, or that of a gap filler. Any other id
 * means that the PDF must be printed again.
 */
export const fillsGap = (jobId: string | undefined, voucherId: number, versions: number[]): boolean =>
  jobId === pdfJobId(voucherId, versions) || gapFillers.some((by) => jobId === pdfGapJobId(voucherId, versions, by));
