import type { Server, ServerResponse } from "node:http";
import type { Log } from "../logging/log.js";
import { beginReader, isTooSlow, leastBytes, lookAgain, type WaitingConnection } from "./reader-pace.js";
import { whoGivesWay } from "./who-gives-way.js";

/** How long a client for whom something waits may take nothing of it. */
const stalledMs = 30_000;

/** After so long of waiting a client must have read `leastBytes`, and again after as long. */
const paceMs = 60_000;

/** Bound of what waits in this process for all clients together. */
const maxBytes = 64 * 1_048_576;

/** Cost of a connection itself, with its request. */
const connectionBytes = 32 * 1_024;

const lookEveryMs = 1_000;

export interface ReadingLimits {
  stalledMs?: number;
  paceMs?: number;
  maxBytes?: number;
  lookEveryMs?: number;
}

/**
 * Ends the connections of clients that do not read what they asked for, whatever it is: those that take nothing of it, or next to
 * nothing. When more waits for all than this process has room for, whoever has the most of it gives way. One look in a second does it:
 * a request costs no timer.
 */
export function watchReaders(
  server: Server,
  log: Log,
  whoseIs: (request: ServerResponse["req"]) => string,
  given: ReadingLimits = {},
): void {
  const limits = { stalledMs, paceMs, maxBytes, lookEveryMs, ...given };
  const underWay = new Set<ServerResponse>();
  let readers = new Map<ServerResponse, WaitingConnection>();
  let lookedMs = performance.now();

  server.on("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });

  function end(response: ServerResponse, why: string): void {
    const requestId = response.getHeader("X-Request-Id");
    log.info({ requestId, client: response.req.socket.remoteAddress }, `an answer was cut off: ${why}`);
    response.destroy();
  }

  function look(): void {
    // While this process stood still, nothing of it could be taken.
    const passedMs = Math.min(performance.now() - lookedMs, 2 * limits.lookEveryMs);
    lookedMs = performance.now();
    const before = readers;
    readers = new Map();
    for (const response of underWay) {
      if (!response.socket || response.socket.writableLength === 0) continue;
      const known = before.get(response);
      const reader = known ? lookAgain(known, passedMs) : beginReader(response.socket);
      if (reader.stalledForMs >= limits.stalledMs) end(response, `nothing was read for ${limits.stalledMs} ms`);
      else if (isTooSlow(reader, limits.paceMs)) end(response, `less than ${leastBytes} bytes were read in a minute`);
      else readers.set(response, reader);
    }
    const waiting = [...readers].map(([response, { socket, stalledForMs }]) => ({
      response,
      whose: whoseIs(response.req),
      bytes: socket.writableLength + socket.readableLength + connectionBytes,
      stalledForMs,
    }));
    for (const { response } of whoGivesWay(waiting, limits.maxBytes)) end(response, "too much waits to be read");
  }
  // What was taken by now counts, however late this process gets to look.
  const looking = setInterval(() => setImmediate(look), limits.lookEveryMs).unref();
  server.once("close", () => clearInterval(looking));
}
