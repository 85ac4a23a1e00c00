import { pdfJobId } from "../shared/queues/pdf.js";

const suffixes = ["", "-sweep", "-mail", "-asked"];

/**
 * Whether a job only has to see to it that its PDF exists: it goes by the PDF's own id, or was added by a sweep, by the
 * mailer, or by the api for somebody who waits. A job of any other id was added by somebody who wants the PDF printed again.
 */
export const fillsGap = (jobId: string | undefined, voucherId: number, versions: number[]): boolean =>
  suffixes.some((suffix) => jobId === pdfJobId(voucherId, versions) + suffix);
