import type { CallOptions, Connection } from "./connection.js";

/** One call of an operation, before it is sent. */
export interface ApiRequest {
  method: string;
  /** Below the company, each value of it encoded: see `at`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON unless it has a `contentType`. */
  body?: unknown;
  contentType?: string;
  accept?: string;
  /** Its body has an `idempotency` key. */
  isKeyed?: boolean;
  /** A second request like it does nothing more. */
  isRepeatable?: boolean;
}

/** A path with its values encoded. @throws TypeError for a value that would lead to another path */
export function at(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return texts.reduce((path, text, index) => path + encode(values[index - 1]) + text);
}

function encode(value: string | number | undefined): string {
  const text = String(value ?? "");
  // A browser's rules of addresses take these as "here" and "above", also when they are encoded.
  if (text === "" || text === "." || text === "..") throw new TypeError(`${JSON.stringify(text)} names nothing`);
  return encodeURIComponent(text);
}

/** The address and content of a request. @throws TypeError for what JSON cannot say */
export function toFetch(
  connection: Connection,
  { method, path, query, body, contentType = "application/json", accept = "application/json" }: ApiRequest,
  { strict = connection.strict, requestId }: CallOptions,
): [url: string, init: RequestInit] {
  const headers: Record<string, string> = { Authorization: `Bearer ${connection.key}`, Accept: accept };
  if (requestId !== undefined) headers["X-Request-Id"] = requestId;
  if (strict) headers["Prefer"] = "handling=strict";
  if (body !== undefined) headers["Content-Type"] = contentType;
  const content = contentType === "application/json" ? JSON.stringify(body, refuseNonFinite) : body;
  const base = `${connection.baseUrl.replace(/\/+$/, "")}${at`/${connection.company}`}`;
  return [
    `${base}${path}${toQuery(query)}`,
    // A redirect is not followed: it could turn an issuance into another request, and carry the key elsewhere.
    {
      method,
      headers,
      redirect: "manual",
      ...(content !== undefined && { body: content as NonNullable<RequestInit["body"]> }),
    },
  ];
}

function toQuery(query: object = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) written.set(name, String(value));
  const text = String(written);
  return text && `?${text}`;
}

/** JSON has null for these, which would mean "not sent": a discount would be lost without a word. */
function refuseNonFinite(name: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}, not a number`);
  return value;
}
