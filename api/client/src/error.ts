import type { FailureCode } from "./generated/types.js";

/** One thing that is wrong with a request. */
export interface Fault {
  /** The path of the field in the body, such as `items.0.price`, or the name of a parameter. Null for the whole of it. */
  field: string | null;
  message: string;
  /** The tax authority's own code, in its refusals. */
  code?: number;
}

/**
 * Of the API, or `NO_ANSWER`: none came in time, or none of the service's; `ABORTED`: your signal ended the call;
 * `WEBHOOK_REFUSED`: not a genuine webhook. Others may be added.
 */
export type ErrorCode = FailureCode | "NO_ANSWER" | "ABORTED" | "WEBHOOK_REFUSED" | (string & {});

export interface ErrorFields {
  code?: ErrorCode | undefined;
  status?: number | undefined;
  details?: unknown;
  requestId?: string | undefined;
  idempotency?: string | undefined;
  retryAfterMs?: number | undefined;
  canRetry?: boolean;
  attempts?: number;
  cause?: unknown;
}

/** Every failure of this client. */
export class TalonarioError extends Error {
  override readonly name = "TalonarioError";
  /** Undefined where the API gives none: 401, 405, 408, 413, 417, 431, 500, 504, and 429 for too many requests. */
  readonly code: ErrorCode | undefined;
  /** The answer's HTTP status. Undefined when there was no answer. */
  readonly status: number | undefined;
  /** What is wrong, field by field, or the reasons of the tax authority. Empty when it is not about the request. */
  readonly faults: readonly Fault[];
  /** `details` as the API answered it. */
  readonly details: unknown;
  /** The id under which the service logged the request. */
  readonly requestId: string | undefined;
  /** The key of an issuance, also when the client made it. Send the same body with this key again, and never with a new one. */
  readonly idempotency: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same request, with the same key, can succeed later. False when it has to be changed first. */
  readonly canRetry: boolean;
  /** How many requests were sent. */
  readonly attempts: number;

  constructor(message: string, { cause, ...fields }: ErrorFields = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details;
    this.faults = faultsOf(fields.details);
    this.requestId = fields.requestId;
    this.idempotency = fields.idempotency;
    this.retryAfterMs = fields.retryAfterMs;
    this.canRetry = fields.canRetry ?? false;
    this.attempts = fields.attempts ?? 0;
  }
}

/** Of fields the API tells `{errors: [{field, message}]}`, of the authority's reasons `[{code, msg}]`. */
function faultsOf(details: unknown): Fault[] {
  if (Array.isArray(details))
    return (details as { code: number; msg: string }[]).map(({ code, msg }) => ({ field: null, message: msg, code }));
  const { errors } = Object(details) as { errors?: Fault[] };
  return Array.isArray(errors) ? errors : [];
}
