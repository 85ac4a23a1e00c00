import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher, Pool } from "undici";
import type { DeliveryFailure } from "../../shared/domain/delivery-failure.js";
import { webhookUrlProblem } from "../../shared/domain/webhook-url.js";
import { webhookUserAgent } from "../../shared/webhooks/user-agent.js";
import { describeFailure, type PostFailure } from "./describe-failure.js";
import { publicLookup } from "./public-lookup.js";

/** How one attempt went. A `status` was received in time, even if the rest of the answer was not. */
interface PostResult {
  status: number | null;
  ms: number;
  /** Why there is no status, or what is wrong with it besides. */
  error: DeliveryFailure | null;
  /** More of `error`: an address of our network may be in it, so it is for our log alone. */
  detail: string | null;
  /** The first 1 KiB of the answer. Null without an answer, and when it is compressed. */
  answer: string | null;
}

export interface WebhookClient {
  /** Posts JSON once. Never throws, follows no redirect and repeats nothing, whatever the receiver does. */
  post(url: string, headers: Record<string, string>, body: string): Promise<PostResult>;
  close(): Promise<void>;
}

export interface WebhookClientOptions {
  /** Whether http and addresses that are not public are allowed. */
  allowPrivate: boolean;
  /** For one attempt in all: looking the name up, waiting for a connection, connecting, sending and reading. */
  timeoutMs?: number;
  /**
   * The most connections to one host and port. Further attempts wait for a free one, and their time runs. So it is far above what
   * one endpoint may have under way: many endpoints may share a host, and some of them hang.
   */
  connections?: number;
  /** How names become addresses. */
  lookup?: LookupFunction;
}

const keptAnswerBytes = 1024;
const maxHeaderBytes = 16 * 1024;
/** Shorter than the servers' own, which otherwise close a connection while we write to it. */
const idleConnectionMs = 1_000;

/** Posts webhooks. Every host has a pool of its own, which is gone when its last connection is. Knows no proxy. */
export function openWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { allowPrivate, timeoutMs = 15_000, connections = 128 } = options;
  const lookup = options.lookup ?? (allowPrivate ? systemLookup : publicLookup());
  const agent = new Agent({
    factory: (origin, poolOptions) =>
      new Pool(origin, {
        ...poolOptions,
        connections,
        pipelining: 1,
        allowH2: false,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: idleConnectionMs,
        keepAliveMaxTimeout: idleConnectionMs,
        connect: { lookup, timeout: timeoutMs },
      }),
  });

  return {
    async post(url, headers, body) {
      const startedAt = performance.now();
      const posted = await new Promise<Omit<PostResult, "ms">>((resolve) => {
        // A literal address is never looked up, so it must be judged as it is written.
        const problem = webhookUrlProblem(url, allowPrivate);
        if (problem) resolve({ status: null, error: { why: "badAddress", problem }, detail: null, answer: null });
        else attempt(agent, new URL(url), headers, body, timeoutMs, resolve);
      });
      return { ...posted, ms: Math.round(performance.now() - startedAt) };
    },
    close: () => agent.destroy(),
  };
}

const noAnswer: DeliveryFailure = { why: "noAnswer" };
const redirected: DeliveryFailure = { why: "redirected" };

function attempt(
  agent: Agent,
  { origin, pathname, search }: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
  resolve: (posted: Omit<PostResult, "ms">) => void,
): void {
  let running: Dispatcher.DispatchController | undefined;
  let status: number | null = null;
  let isReadable = true;
  let isSettled = false;
  const chunks: Buffer[] = [];
  let length = 0;

  /** With a status the receiver has decided, however the rest of its answer ends. */
  const settle = (failure?: PostFailure) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    const isRedirect = status !== null && status >= 300 && status < 400;
    const error = status === null ? (failure?.error ?? noAnswer) : isRedirect ? redirected : null;
    const detail = status === null ? (failure?.detail ?? null) : null;
    resolve({ status, error, detail, answer: status === null || !isReadable ? null : readText(Buffer.concat(chunks)) });
  };
  const stop = (failure?: PostFailure) => {
    settle(failure);
    running?.abort(new Error("no more is wanted"));
  };
  const timer = setTimeout(
    () => stop({ error: { why: "timedOut", seconds: timeoutMs / 1000 }, detail: "timeout" }),
    timeoutMs,
  );

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      running = controller;
      if (isSettled) controller.abort(new Error("given up before it was sent"));
    },
    onResponseStart(_controller, statusCode, { "content-encoding": encoding }) {
      if (statusCode < 200) return; // says only that the answer is still to come
      status = statusCode;
      isReadable = encoding === undefined || encoding === "identity";
      if (!isReadable) stop();
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk.subarray(0, keptAnswerBytes - length));
      length = Math.min(length + chunk.length, keptAnswerBytes);
      if (length === keptAnswerBytes) stop();
    },
    onResponseEnd: () => settle(),
    onResponseError: (_controller, error) => settle(describeFailure(error)),
  };

  try {
    const ours = { "content-type": "application/json", "user-agent": webhookUserAgent };
    agent.dispatch(
      // The timer above is the only timeout: undici's own would add to it.
      {
        origin,
        path: pathname + search,
        method: "POST",
        headers: { ...ours, ...headers },
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    );
  } catch (error) {
    settle(describeFailure(error));
  }
}

/** Text that the database can keep: PostgreSQL has no NUL. A character that the cut has split is left out. */
const readText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD");
