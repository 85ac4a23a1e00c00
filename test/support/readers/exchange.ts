/** One request for an issuance and its answer, as the caller saw it: an entry of the first of the three ledgers. */
export interface Exchange {
  company: string;
  /** From the API key's prefix: true for `PROD_`, false for `TEST_`. */
  production: boolean;
  idempotency: string;
  body: Record<string, unknown>;
  sentAtMs: number;
  /** Undefined while the answer is awaited, and also if none ever came: the request may still be under way. */
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

/** False when a client must retry under the same key. Source: api/README.md, "Errors", note 5. */
export function isFinal({ status, code }: { status: number; code: string | undefined }): boolean {
  if (status === 409) return code !== "TAXAUTH_UNCONFIRMED";
  if (status === 429) return code === "SUBSCRIPTION_QUOTA_EXCEEDED";
  return ![500, 502, 504].includes(status);
}
