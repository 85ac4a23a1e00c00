import type { Hono } from "hono";
import type { Caller } from "../../../shared/db/company/caller.js";
import type { ApiEnv } from "../../http/env.js";
import type { LocalizedFault } from "../../http/errors.js";
import type { InProcessCall } from "../../http/in-process-call.js";

/** Why the API refused. Source: api/README.md, "Errors". */
export interface ApiFault {
  /** Undefined for what has none: 401, too many requests, and what went wrong on our side. */
  code: string | undefined;
  message: string;
  /** Faults of a body, by field. For the details of other codes see api/README.md; a 422 has a list. */
  details: { errors?: LocalizedFault[]; [name: string]: unknown } | null;
}

/** An answer of the API, read. `T` is its `result`. */
export type ApiAnswer<T> = { status: number; warnings?: LocalizedFault[] } & (
  | { ok: true; result: T; total?: number; error?: undefined }
  | { ok: false; result?: undefined; total?: undefined; error: ApiFault }
);

interface RequestContent {
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
}

/** The API of one company and environment, for a signed-in person. Paths begin below the company: `/invoices?limit=20`. */
export interface ApiClient {
  get<T>(path: string): Promise<ApiAnswer<T>>;
  /** A body is sent as JSON. */
  post<T>(path: string, body?: unknown): Promise<ApiAnswer<T>>;
  patch<T>(path: string, body: unknown): Promise<ApiAnswer<T>>;
  put<T>(path: string, body: unknown): Promise<ApiAnswer<T>>;
  delete<T>(path: string): Promise<ApiAnswer<T>>;
  /** The answer as it is: for downloads, CSV, images. */
  send(method: string, path: string, sent?: RequestContent): Promise<Response>;
}

/**
 * The web application as the API's client, in the same process: the same rules, limits and refusals.
 * @param routes those of `createInProcessRoutes`
 * @param connection the env of the page's own request, so that a download that fails cuts its connection
 */
export function openInProcessClient(
  routes: Hono<ApiEnv>,
  caller: Caller,
  requestId: string,
  connection?: object,
): ApiClient {
  const send: ApiClient["send"] = async (method, path, sent) => {
    const request = new Request(`http://own/${caller.companyCode}${path}`, { method, ...sent });
    return routes.fetch(request, { ...connection, caller, requestId, reader: "app" } satisfies InProcessCall);
  };
  async function call<T>(method: string, path: string, body?: unknown): Promise<ApiAnswer<T>> {
    const json = { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    return readAnswer<T>(await send(method, path, body === undefined ? {} : json));
  }
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    patch: (path, body) => call("PATCH", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path) => call("DELETE", path),
    send,
  };
}

type Envelope = { warnings?: LocalizedFault[] } & (
  | { ok: true; result: never; total?: number; error?: undefined; code?: undefined; details?: undefined }
  | { ok: false; result?: undefined; total?: undefined; error: string; code?: string; details?: ApiFault["details"] }
);

/** @throws Error when the answer is no envelope: then it is one for `send` */
export async function readAnswer<T>(answer: Response): Promise<ApiAnswer<T>> {
  const { status } = answer;
  if (!answer.headers.get("content-type")?.startsWith("application/json")) {
    await answer.body?.cancel();
    throw new Error(`the API answered ${status} without an envelope`);
  }
  const { ok, result, total, warnings, error, code, details } = (await answer.json()) as Envelope;
  const found = { status, ...(warnings && { warnings }) };
  return ok
    ? { ...found, ok, result, ...(total !== undefined && { total }) }
    : { ...found, ok, error: { code, message: error, details: details ?? null } };
}
