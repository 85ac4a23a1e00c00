/** What one caller was told about one key: the first of the three ledgers. */
export interface Exchange {
  company: string;
  /** The key that was used: `TEST_…` or `PROD_…`. */
  production: boolean;
  idempotency: string;
  body: Record<string, unknown>;
  sentAtMs: number;
  /** Undefined while the answer is awaited and for ever when none came: the request may still be under way. */
  answer?: { atMs: number; status: number; code: string | undefined; result: IssuedVoucher | undefined };
  /** Why no answer came. */
  lost?: string;
}

export interface IssuedVoucher {
  id: number;
  voucherNumber: number;
  cae: string;
  totalAmount: number;
  idempotencyHit: boolean;
}

/** Retried under the same key until another answer comes. Source: api/README.md, "Errors", note 5. */
export function isFinal({ status, code }: { status: number; code: string | undefined }): boolean {
  if (status === 409) return code !== "TAXAUTH_UNCONFIRMED";
  if (status === 429) return code === "SUBSCRIPTION_QUOTA_EXCEEDED";
  return ![500, 502, 504].includes(status);
}
