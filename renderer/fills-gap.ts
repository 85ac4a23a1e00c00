import { gapFillers, pdfGapJobId, pdfJobId } from "../shared/queues/pdf.js";

/**
 * Whether a job only has to see to it that its PDF exists: it goes by the PDF's own id, or by that of who fills gaps. A job of any
 * other id was added by somebody who wants the PDF printed again.
 */
export const fillsGap = (jobId: string | undefined, voucherId: number, versions: number[]): boolean =>
  jobId === pdfJobId(voucherId, versions) || gapFillers.some((by) => jobId === pdfGapJobId(voucherId, versions, by));
