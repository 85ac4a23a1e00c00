import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createIdle, type IdleConnection } from "./idle-connections.js";

/**
 * How long a connection without a request is kept: longer than proxies and clients keep theirs (Go and Caddy 2 minutes, nginx and
 * balancers 1). Whoever closes it can meet a request that is on its way, so that is left to the other side.
 */
const idleMs = 130_000;

/** The most connections without a request that are kept at once. A proxy keeps a few dozen. */
const maxIdle = 1_000;

/** How long address and headers of a request may take to come. */
const headMs = 60_000;

/**
 * So long a process that stops leaves idle connections to their clients, which meanwhile use and close them: a request that comes at the
 * moment of closing is lost. What has begun to come by then has a little longer.
 */
const lingerMs = 1_000;
const lingerOfBegunMs = 5_000;

const lookEveryMs = 5_000;

export interface KeepingTimes {
  idleMs?: number;
  headMs?: number;
  lookEveryMs?: number;
}

interface KeepAliveOptions {
  stopping?: AbortSignal;
  most?: number;
  times?: KeepingTimes;
}

/** A connection, with the answers that it waits for. */
interface HttpConnection extends IdleConnection {
  underWay: Set<ServerResponse>;
}

/**
 * Keeps connections without a request for their clients, but not too many and not for ever: beyond `most`, the address with the most of
 * them loses the one that it has had the longest. Part of a request is none yet. Once `stopping`, every answer says that its connection
 * ends, and idle ones are closed a little later.
 */
export function keepConnections(server: Server, { stopping, most = maxIdle, times }: KeepAliveOptions = {}): void {
  const limits = { idleMs, headMs, lookEveryMs, ...times };
  server.keepAliveTimeout = limits.idleMs;
  // Node would end a connection that never sent anything like one that sends too slowly, and not when the server closes.
  server.headersTimeout = 0;
  const connections = new Map<Socket, HttpConnection>();
  const idle = createIdle();

  function rest(kept: HttpConnection): void {
    const { socket } = kept;
    Object.assign(kept, { idleSinceMs: performance.now(), bytesBefore: socket.bytesRead, begunMs: undefined });
    idle.add(kept);
    if (idle.size() > most) idle.takeOldest()?.socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const kept = {
      socket,
      address: `${socket.remoteAddress}`,
      idleSinceMs: 0,
      bytesBefore: 0,
      underWay: new Set<never>(),
    };
    connections.set(socket, kept);
    socket.once("close", () => {
      connections.delete(socket);
      idle.remove(kept);
    });
    rest(kept);
  });
  // A client may send several requests without waiting for the answers.
  server.prependListener("request", ({ socket }, response) => {
    const kept = connections.get(socket);
    if (!kept) return;
    idle.remove(kept);
    kept.underWay.add(response);
    if (stopping?.aborted) endAfter(response);
    response.once("close", () => {
      kept.underWay.delete(response);
      if (kept.underWay.size === 0 && connections.has(socket)) rest(kept);
    });
  });

  /** Node ends those that were answered once. The others are ended here, and told if they had begun. */
  function endLate(): void {
    const nowMs = performance.now();
    for (const kept of idle.all()) {
      if (kept.socket.bytesRead > kept.bytesBefore) kept.begunMs ??= nowMs;
      const { socket, begunMs, idleSinceMs } = kept;
      if (begunMs === undefined ? nowMs - idleSinceMs > limits.idleMs : socket.writableEnded) socket.destroy();
      else if (begunMs !== undefined && nowMs - begunMs > limits.headMs) server.emit("clientError", tooLate(), socket);
    }
  }
  // What has come already counts, however late this process gets to read it.
  const looking = setInterval(() => setImmediate(endLate), limits.lookEveryMs).unref();
  server.once("close", () => clearInterval(looking));

  let endedMs: number | undefined;
  stopping?.addEventListener("abort", () => {
    endedMs = performance.now();
    for (const { underWay } of connections.values()) for (const response of underWay) endAfter(response);
  });
  // Node calls it too when the server closes, and would leave those that never sent anything.
  server.closeIdleConnections = () => {
    const sinceMs = endedMs === undefined ? Number.POSITIVE_INFINITY : performance.now() - endedMs;
    for (const { socket, bytesBefore } of idle.all())
      if (sinceMs >= (socket.bytesRead > bytesBefore ? lingerOfBegunMs : lingerMs)) socket.destroy();
  };
}

const tooLate = () =>
  Object.assign(new Error("the request did not arrive in time"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
