import { FaultSummary } from "../components/fault-summary.js";
import { Notice } from "../components/notice.js";
import type { ApiFault } from "../frame/api-client.js";
import { errorInSpanish } from "../spanish/errors.js";
import { type Fault, faultsInSpanish } from "../spanish/faults.js";

/** Refusal by the API, in the reader's words: faults of fields, or one sentence about the whole. */
export interface FormErrors {
  /** Each names its field. */
  faults: Fault[];
  /** Faults without the fields' names, for beside them. */
  beside: Fault[];
  sentence: string;
}

export const refusedBy = (error: ApiFault): FormErrors => ({
  faults: faultsInSpanish(error),
  beside: faultsInSpanish(error, () => undefined),
  sentence: errorInSpanish(error),
});

/** Above a form. */
export const Refusal = ({ refused }: { refused: FormErrors | undefined }) =>
  refused === undefined ? null : refused.faults.length > 0 ? (
    <FaultSummary faults={refused.faults} />
  ) : (
    <Notice tone="error" title={refused.sentence} role="alert" />
  );

/** Beside the field of this name, or of an element of it (`events.0`). */
export const faultOf = (refused: FormErrors | undefined, name: string): string | undefined =>
  refused?.beside.find(({ field }) => field === name || new RegExp(`^${name}\\.\\d+$`).test(field ?? ""))?.message;
