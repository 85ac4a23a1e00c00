import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * How long a connection without a request is kept: longer than proxies and clients keep theirs (Go and Caddy 2 minutes, nginx and
 * balancers 1). Whoever closes it can meet a request that is on its way, so that is left to the other side.
 */
const idleMs = 130_000;

/** The most connections without a request that are kept at once. A proxy keeps a few dozen. */
const mostIdle = 1_000;

/** A connection, with the answers that it waits for. */
interface Kept {
  socket: Socket;
  address: string;
  underWay: Set<ServerResponse>;
}

/**
 * Keeps connections without a request for their clients, but not too many: beyond `most`, the address with the most of them loses the one
 * that it has had the longest. Once `stopping`, every answer says that its connection ends.
 */
export function keepConnections(server: Server, stopping?: AbortSignal, most = mostIdle): void {
  server.keepAliveTimeout = idleMs;
  const connections = new Map<Socket, Kept>();
  const idle = createIdle();

  function rest(kept: Kept): void {
    idle.add(kept);
    if (idle.size() > most) idle.takeOldest()?.socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const kept = { socket, address: `${socket.remoteAddress}`, underWay: new Set<ServerResponse>() };
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
  stopping?.addEventListener("abort", () => {
    for (const { underWay } of connections.values()) for (const response of underWay) endAfter(response);
  });
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** Connections by their address; each address has them in the order in which they became idle. */
function createIdle() {
  const addresses = new Map<string, Set<Kept>>();
  let size = 0;

  function add(kept: Kept): void {
    const ofAddress = addresses.get(kept.address) ?? new Set();
    if (ofAddress.has(kept)) return;
    addresses.set(kept.address, ofAddress.add(kept));
    size += 1;
  }

  function remove(kept: Kept): void {
    const ofAddress = addresses.get(kept.address);
    if (!ofAddress?.delete(kept)) return;
    size -= 1;
    if (ofAddress.size === 0) addresses.delete(kept.address);
  }

  function takeOldest(): Kept | undefined {
    let crowd = new Set<Kept>();
    for (const ofAddress of addresses.values()) if (ofAddress.size > crowd.size) crowd = ofAddress;
    const [oldest] = crowd;
    if (oldest) remove(oldest);
    return oldest;
  }
  return { add, remove, takeOldest, size: () => size };
}
