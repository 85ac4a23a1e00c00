import type { Warning } from "./generated/types.js";

/** Which company of which service is called, with which key. A plain object: keep as many as you have companies. */
export interface Connection {
  /** The service's address with its path: `https://invoices.example.com/api`. */
  baseUrl: string;
  /** The company's code, such as `demo`. */
  company: string;
  /** An API key. `TEST_…` works in homologation, `PROD_…` in production. */
  key: string;
  /** How long one call may take with all its attempts and pauses, in milliseconds: 180000 unless given. */
  deadlineMs?: number | undefined;
  /** How long one attempt waits for its answer, in milliseconds: 70000 unless given. The service gives up after 60 s. */
  attemptMs?: number | undefined;
  /** Refuse unknown fields and parameters with a 400, in place of `warnings` in the answer. */
  strict?: boolean | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** What one call may have of its own. */
export interface CallOptions extends Pick<Connection, "deadlineMs" | "attemptMs" | "strict"> {
  /** Ends the call, its pauses, and a download that is being read. */
  signal?: AbortSignal | undefined;
  /** The id under which the service logs the call: up to 64 letters, digits, `_`, `.`, `-`. A random one unless given. */
  requestId?: string | undefined;
}

/** What the API answers to most calls. */
export interface Answer<Result> {
  ok: true;
  result: Result;
  /** Fields and parameters that were ignored. Left out when there are none. */
  warnings?: Warning[];
}

/** One page of a list. */
export interface Page<Row> extends Answer<Row[]> {
  /** How many rows match, on all pages. */
  total: number;
}

/** The filters of a listing: each field for equal, and with each operator. */
export type Filters<Fields> = {
  [Name in keyof Fields]?: Fields[Name] | undefined;
} & {
  /** More than this, or later; this or more; less than this, or earlier; this or less. */
  [Name in keyof Fields & string as `${Name}__${"gt" | "gte" | "lt" | "lte"}`]?: Fields[Name] | undefined;
} & {
  /** One of these. */
  [Name in keyof Fields & string as `${Name}__in`]?: Fields[Name][] | undefined;
};

/** An issuance without its key: the client makes one. */
export type WithOptionalKey<Body extends { idempotency: string }> = Omit<Body, "idempotency"> & {
  /**
   * Your own name of this one voucher: 1 to 128 letters, digits, `-` and `_`. Compute it from your sale, and keep it: after a
   * lost answer the same key gets the same voucher. Without one the client makes a random one, which an error shows.
   */
  idempotency?: string | undefined;
};
