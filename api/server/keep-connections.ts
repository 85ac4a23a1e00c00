import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * How long a connection without a request is kept: longer than proxies and clients keep theirs (Go and Caddy 2 minutes, nginx and
 * balancers 1). Whoever closes it can meet a request that is on its way, so that is left to the other side.
 */
const idleMs = 130_000;

/** The most connections without a request that are kept at once. A proxy keeps a few dozen. */
const mostIdle = 1_000;

/**
 * Keeps connections without a request for their clients, but not too many: beyond `most`, the address with the most of them loses the one
 * that it has had the longest. Once `stopping`, every answer says that its connection ends.
 */
export function keepConnections(server: Server, stopping?: AbortSignal, most = mostIdle): void {
  server.keepAliveTimeout = idleMs;
  const idle = createIdle();
  const underWay = new Set<ServerResponse>();

  server.on("connection", (socket: Socket) => {
    idle.add(socket);
    socket.once("close", () => idle.remove(socket));
    if (idle.size() > most) idle.takeOldest()?.destroy();
  });
  server.prependListener("request", ({ socket }, response) => {
    idle.remove(socket);
    underWay.add(response);
    if (stopping?.aborted) endAfter(response);
    response.once("close", () => {
      underWay.delete(response);
      if (!socket.destroyed) idle.add(socket);
    });
  });
  stopping?.addEventListener("abort", () => {
    for (const response of underWay) endAfter(response);
  });
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** Connections by their address; each address has them in the order in which they became idle. */
function createIdle() {
  const addresses = new Map<string, Set<Socket>>();
  /** A closed connection has lost its address. */
  const addressOf = new WeakMap<Socket, string>();
  let size = 0;

  function add(socket: Socket): void {
    const address = `${socket.remoteAddress}`;
    addressOf.set(socket, address);
    const sockets = addresses.get(address) ?? new Set();
    addresses.set(address, sockets.add(socket));
    size += 1;
  }

  function remove(socket: Socket): void {
    const address = addressOf.get(socket) ?? "";
    const sockets = addresses.get(address);
    if (!sockets?.delete(socket)) return;
    size -= 1;
    if (sockets.size === 0) addresses.delete(address);
  }

  function takeOldest(): Socket | undefined {
    let crowd = new Set<Socket>();
    for (const sockets of addresses.values()) if (sockets.size > crowd.size) crowd = sockets;
    const [oldest] = crowd;
    if (oldest) remove(oldest);
    return oldest;
  }
  return { add, remove, takeOldest, size: () => size };
}
