import { localizeFor } from "../../../shared/domain/localized-text.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { checkBatch } from "../../batches/check-batch.js";
import { ApiError, toEnvelope } from "../../http/errors.js";
import { readHandling } from "../../http/handling.js";
import { foreseeLaw } from "../../issuing/foresee-law.js";
import { findUnlisted } from "../../issuing/unlisted.js";
import { readCsv } from "../../parsing/csv/read-csv.js";
import type { AppDeps } from "../frame/deps.js";
import { errorInSpanish } from "../spanish/errors.js";
import type { BatchFormErrors } from "./new-batch.js";
import { type FileSums, sumUpFile } from "./sum-up-file.js";

/** Remark of the law on a voucher of the file, with the line on which the voucher begins. */
export interface FileNote {
  line: number;
  message: string;
}

/** Review of a file before it is issued: its sums and what the law says of it, or why it would not be taken. */
export type FileReview =
  | { sums: FileSums; notes: FileNote[] }
  | { refusal: BatchFormErrors; status: ApiError["status"] };

/** Checks a file as POST batches does, and records nothing. */
export async function reviewFile(
  deps: AppDeps,
  tenant: Tenant,
  requestId: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<FileReview> {
  try {
    const sent = await readCsv(body, null);
    const unlisted = await findUnlisted(deps, tenant, requestId, sent.invoices);
    // Strict, as the file is sent.
    const handling = readHandling("handling=strict");
    const terms = { nowMs: deps.now(), aliquotDecimals: deps.config.TRIBUTE_ALIQUOT_DECIMALS, isPreview: true };
    const { elements } = await checkBatch(deps.reading.of(tenant), tenant, sent, handling, terms, unlisted);
    const remarksOf = await foreseeLaw(
      deps.reading.of(tenant),
      tenant,
      elements.map(({ content }) => content.body),
    );
    const notes = elements.flatMap(({ index, content }) =>
      [...content.notes, ...remarksOf(content.body)].map(({ message }) => ({
        line: sent.lineOf?.(index) ?? index + 1,
        message: localizeFor("app", message),
      })),
    );
    return { sums: sumUpFile(elements), notes };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error: message, details } = toEnvelope(error, (said) => localizeFor("app", said));
    const { errors: faults } = Object(details) as { errors?: BatchFormErrors["faults"] };
    return { refusal: faults ? { faults } : { reason: errorInSpanish({ message }) }, status: error.status };
  }
}
