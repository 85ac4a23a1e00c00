import { Agent, type Dispatcher, Pool } from "undici";
import { resettingConnector } from "./resetting-connector.js";

/**
 * The outcome of one POST. `sent: false` only when certainly no byte of the request left this process.
 */
export type Exchange =
  | { sent: false; cause: string; dropped?: true }
  | { sent: true; failed: string }
  | { sent: true; failed?: undefined; status: number; text: string };

interface Post {
  /** The label of this call in the metrics. */
  operation?: string;
  body: string;
  headers: Record<string, string>;
  /** Called right before the first byte. If it returns false, nothing is sent and the exchange is marked `dropped`. */
  mayStart?: () => boolean;
}

export interface Transport {
  /** Posts once and never retries. Never rejects. */
  post(url: string, post: Post): Promise<Exchange>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** The timeout of one call: connecting, waiting and reading together. */
  timeoutMs: number;
  /** Connections per host. */
  connections?: number;
  maxResponseBytes?: number;
}

/** The name that we send to the authority. */
const userAgent = "Talonario";

/** OpenSSL 3 refuses this host's small DH parameters at its default level. Source: issuer/authority/README.md, section 9.1. */
const weakCipherHosts = new Set(["servicios1.afip.gov.ar"]);

export const tlsOptionsOf = (origin: string | URL): { ciphers?: string } =>
  weakCipherHosts.has(new URL(origin).hostname) ? { ciphers: "DEFAULT@SECLEVEL=1" } : {};

export function createTransport(options: TransportOptions): Transport {
  const { timeoutMs, connections = 256, maxResponseBytes = 4 * 1024 * 1024 } = options;
  const agent = new Agent({
    factory: (origin, poolOptions) =>
      new Pool(origin, {
        ...poolOptions,
        connections,
        pipelining: 1,
        allowH2: false,
        connect: resettingConnector({ timeout: timeoutMs, allowH2: false, ...tlsOptionsOf(origin) }),
      }),
  });

  return {
    post: (url, post) => new Promise((resolve) => exchange(agent, url, post, { timeoutMs, maxResponseBytes }, resolve)),
    close: () => agent.destroy(),
  };
}

type TransportLimits = Required<Pick<TransportOptions, "timeoutMs" | "maxResponseBytes">>;

function exchange(
  agent: Agent,
  url: string,
  post: Post,
  { timeoutMs, maxResponseBytes }: TransportLimits,
  resolve: (exchange: Exchange) => void,
): void {
  let started = false;
  let settled = false;
  let running: Dispatcher.DispatchController | undefined;
  let status = 0;
  let sizeBytes = 0;
  const chunks: Buffer[] = [];

  const settle = (outcome: Exchange) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    resolve(outcome);
  };
  const settleFailed = (cause: string) => settle(started ? { sent: true, failed: cause } : { sent: false, cause });
  const stop = (cause: string) => {
    settleFailed(cause);
    running?.abort(new Error(cause));
  };
  const timer = setTimeout(() => stop(`no answer within ${timeoutMs} ms`), timeoutMs);

  const handler: Dispatcher.DispatchHandler = {
    // undici calls this with a connected socket, right before it writes; aborting here leaves the socket untouched.
    onRequestStart(controller) {
      running = controller;
      if (started) return stop("the connection was lost");
      if (settled) return controller.abort(new Error("given up before it was sent"));
      if (mayNotStart(post)) {
        settle({ sent: false, cause: "dropped before the first byte", dropped: true });
        return controller.abort(new Error("dropped"));
      }
      started = true;
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxResponseBytes) stop(`the answer is longer than ${maxResponseBytes} bytes`);
      else chunks.push(chunk);
    },
    onResponseEnd() {
      settle({ sent: true, status, text: Buffer.concat(chunks).toString("utf8") });
    },
    onResponseError(_controller, error) {
      settleFailed(describeFailure(error));
    },
  };

  try {
    const { origin, pathname, search } = new URL(url);
    const { body } = post;
    const headers = { "user-agent": userAgent, ...post.headers };
    // The timer above is the only timeout: undici's own timeouts would add to it.
    agent.dispatch(
      { origin, path: pathname + search, method: "POST", body, headers, headersTimeout: 0, bodyTimeout: 0 },
      handler,
    );
  } catch (error) {
    settleFailed(describeFailure(error));
  }
}

function mayNotStart({ mayStart }: Post): boolean {
  try {
    return mayStart !== undefined && !mayStart();
  } catch {
    return true;
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return error.message === "" || error.message.includes(code) ? error.message || code : `${code}: ${error.message}`;
}
