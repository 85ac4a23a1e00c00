import type { IncomingMessage, RequestListener } from "node:http";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Log } from "../../shared/logging/log.js";
import { oneAtATime } from "../../shared/serving/one-at-a-time.js";
import { type ReadingLimits, watchReaders } from "../../shared/serving/watch-readers.js";
import { answerUnparsable, readHeadBytes, refuseExpectation, refuseLongHead, refuseUnparsed } from "./answer-unread.js";
import { type KeepingTimes, keepConnections } from "./keep-connections.js";
import { type ClientKeyOf, scheduleRoundRobin } from "./schedule-round-robin.js";

type Fetch = Parameters<typeof getRequestListener>[0];

interface ListenAddress {
  port: number;
  /** Default: all addresses of this host. */
  host?: string | undefined;
}

interface ServingOptions {
  /** Default: the connection's address. */
  whoseIs?: ClientKeyOf;
  /** Once aborted, every answer ends its connection. */
  stopping?: AbortSignal;
  /** Default: as long as `keepConnections` says. */
  times?: KeepingTimes;
  /** Default: what `watchReaders` says. */
  reading?: ReadingLimits;
}

const byConnection: ClientKeyOf = ({ socket }) => `${socket.remoteAddress}`;

/**
 * The HTTP server of an app. A request that cannot be read gets an answer in the same envelope, and a line in the log.
 * Source: api/README.md, "What the service does", rule 9.
 */
export function openServer(
  fetch: Fetch,
  log: Log,
  { whoseIs = byConnection, reading, ...keeping }: ServingOptions = {},
): Server {
  const options = { maxHeaderSize: readHeadBytes, requireHostHeader: false };
  const listener: RequestListener = (request, response) =>
    getRequestListener(fetch, {
      errorHandler: (error) => answerUnparsable(error, request, log),
      // lingeringClose does it.
      autoCleanupIncoming: false,
    })(request, response);
  const server = createServer(options, scheduleRoundRobin(lingeringClose(refuseLongHead(listener, log)), whoseIs));
  keepConnections(server, keeping);
  oneAtATime(server);
  watchReaders(server, log, whoseIs, reading);
  server.on("clientError", (error, socket) => refuseUnparsed(error, socket, log));
  server.on("checkExpectation", (_request, response) => refuseExpectation(response, log));
  return server;
}

/** `openServer`, listening. @throws when the port cannot be used */
export function listenOn(fetch: Fetch, log: Log, place: ListenAddress, serving?: ServingOptions): Promise<Server> {
  const server = openServer(fetch, log, serving);
  return new Promise((resolve, reject) => {
    server
      .once("listening", () => resolve(server))
      .once("error", reject)
      .listen(place);
  });
}

/** So much of a body is taken after its answer, for clients that read no answer before they have sent all. */
const maxRestBytes = 2 * 1_048_576;
/** How long a client may take to read its answer, or to send the rest. */
const lingerMs = 500;

/**
 * Ends the connection of a request that was answered before its body was read. Otherwise the server goes on taking the body, however
 * large it is, to throw it away: that costs as much as to read it. A body that is short by its length may end, and the connection stays.
 */
function lingeringClose(listener: RequestListener): RequestListener {
  return (request, response) => {
    // Before the server's own listener, which throws the rest away.
    response.prependOnceListener("finish", () => {
      if (request.complete || request.destroyed) return;
      // Once something was read of it, the server leaves the rest to us; what nobody takes is not taken from the network.
      request.read();
      if (lengthOf(request) <= maxRestBytes) request.resume();
      const timer = setTimeout(() => !request.complete && request.socket.destroySoon(), lingerMs);
      request.once("close", () => clearTimeout(timer));
    });
    listener(request, response);
  };
}

/** Not a number for a body in pieces, which has any length. */
const lengthOf = ({ headers }: IncomingMessage): number => Number(headers["content-length"]);
