import type { z } from "zod";
import type { ElementRow } from "../../shared/db/batches/batch-results.js";
import { failureOf } from "../issuing/failure-of.js";
import type { batchResult } from "../schemas/batch.js";

export type BatchResult = z.output<typeof batchResult>;

/** An element as it is shown. Why it failed is told as POST invoices would. Source: api/README.md, "Batches". */
export function toResult(element: ElementRow): BatchResult {
  const { index, idempotency, state, id, voucherPos: posNumber, voucherNumber, cae, totalAmount } = element;
  const { code, error } = state === "failed" ? explain(element) : { code: null, error: null };
  return { index, idempotency, state, id, posNumber, voucherNumber, cae, totalAmount, code, error };
}

const wasFree =
  "The batch was cancelled before this voucher had a number. It was not issued; its key can be sent again.";
const isOpen =
  "The batch was cancelled before this voucher had a number. But another request with the same key is open: if that one is issued, its voucher is this element's.";

function explain({ outcome, isKeyOpen, posNumber, voucherType, body, standing }: ElementRow): {
  code: string | null;
  error: string | null;
} {
  if (!outcome) return { code: null, error: null };
  if (outcome.code === "CANCELLED") return { code: outcome.code, error: isKeyOpen ? isOpen : wasFree };
  const { code = null, message } = failureOf(outcome, {
    ...{ posNumber, voucherType, body, standing },
    ...{ usage: null, retryAfterMs: 0 },
  });
  return { code, error: message };
}
