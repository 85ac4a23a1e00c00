import type { Keys } from "../../sandbox/seed-demo.js";
import { expectDocumented } from "../readers/documented-answers.js";
import type { Exchange, IssuedVoucher } from "../readers/exchange.js";
import type { ProcessName } from "./service-processes.js";

/** Calls the API as its clients do and records the answers. */
export interface SystemCaller {
  /** Sends a request, by default for the demo company with its homologation key. */
  request<Result = IssuedVoucher>(path: string, options?: RequestOptions): Promise<Answer<Result>>;
  /** The same for an answer that is not JSON. */
  download(path: string): Promise<{ status: number; headers: Headers; bytes: Uint8Array; body: unknown }>;
  /** Every request for an issuance, with its answer. */
  told: Exchange[];
}

/** An answer of the API with its parsed envelope. */
export interface Answer<Result> {
  status: number;
  headers: Headers;
  body: {
    ok: boolean;
    error?: string;
    code?: string;
    details?: unknown;
    result: Result;
    total: number;
    quota: unknown;
  };
}

export interface RequestOptions {
  method?: string;
  key?: string | undefined;
  company?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The API process to ask, or an address when something stands in front of the processes. */
  via?: ProcessName | { origin: string };
  signal?: AbortSignal;
}

export function createCaller(baseUrlOf: (name: ProcessName) => string, keys: Keys): SystemCaller {
  const told: Exchange[] = [];

  async function send(path: string, options: RequestOptions): Promise<Response> {
    const { method = "GET", key = keys.keys.test, company = "demo", body, headers, via = "api", signal } = options;
    const base = typeof via === "string" ? baseUrlOf(via) : `${via.origin}/api`;
    return fetch(`${base}/${company}${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  async function ask<Result>(path: string, options: RequestOptions): Promise<Answer<Result>> {
    const response = await send(path, options);
    const body = (await response.json()) as Answer<Result>["body"];
    expectDocumented(options.method ?? "GET", path, response.status, body);
    return { status: response.status, headers: response.headers, body };
  }

  return {
    told,
    async request<Result>(path: string, options: RequestOptions = {}) {
      if (options.method !== "POST" || path !== "/invoices") return ask<Result>(path, options);
      const exchange = toExchange(options);
      told.push(exchange);
      try {
        const answer = await ask<Result>(path, options);
        const { code, result } = answer.body;
        const atMs = performance.now();
        exchange.answer = { atMs, status: answer.status, code, result: result as IssuedVoucher | undefined };
        return answer;
      } catch (error) {
        exchange.lost = String(error instanceof Error ? (error.cause ?? error) : error);
        throw error;
      }
    },
    async download(path) {
      const response = await send(path, {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get("content-type")?.includes("json");
      const body = isJson && JSON.parse(Buffer.from(bytes).toString());
      if (isJson) expectDocumented("GET", path, response.status, body);
      return { status: response.status, headers: response.headers, bytes, body };
    },
  };
}

function toExchange({ key, company = "demo", body }: RequestOptions): Exchange {
  const sent = (body ?? {}) as Record<string, unknown>;
  return {
    company,
    production: key?.startsWith("PROD_") ?? false,
    idempotency: String(sent.idempotency),
    body: sent,
    sentAtMs: performance.now(),
  };
}
