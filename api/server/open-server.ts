import { randomUUID } from "node:crypto";
import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { sayTo, type Words } from "../../shared/domain/words.js";
import type { Log } from "../../shared/log.js";
import { languageHeaders, languageOf } from "../answer-language.js";
import { unexpected } from "../errors.js";
import { unexpectedErrors } from "../metrics.js";
import { bareHeaders } from "./bare-headers.js";
import { beginInTurn, type WhoseTurn } from "./begin-in-turn.js";
import { endUnread } from "./end-unread.js";
import { type KeepingTimes, keepConnections } from "./keep-connections.js";

/** Enough for a filter with 200 idempotency keys of 128 characters. */
const maxHeaderBytes = 64 * 1_024;

type Fetch = Parameters<typeof getRequestListener>[0];

interface Serving {
  /** Default: the connection's address. */
  whoseIs?: WhoseTurn;
  /** Once aborted, every answer ends its connection. */
  stopping?: AbortSignal;
  /** Default: as long as `keepConnections` says. */
  times?: KeepingTimes;
}

const byConnection: WhoseTurn = ({ socket }) => `${socket.remoteAddress}`;

/**
 * The HTTP server of an app. A request that cannot be read gets an answer in the same envelope, and a line in the log.
 * Source: api/README.md, "What the service does", rule 9.
 */
export function openServer(fetch: Fetch, log: Log, { whoseIs = byConnection, ...keeping }: Serving = {}): Server {
  const options = { maxHeaderSize: maxHeaderBytes, requireHostHeader: false };
  const listener = getRequestListener(fetch, {
    errorHandler: (error) => answerUnreadable(error, log),
    // endUnread does it.
    autoCleanupIncoming: false,
  });
  const server = createServer(options, beginInTurn(endUnread(listener), whoseIs));
  keepConnections(server, keeping);
  server.on("clientError", (error, socket) => refuse(error, socket, log));
  server.on("checkExpectation", (_request, response) => refuseExpectation(response, log));
  return server;
}

/** `openServer`, listening. @throws when the port cannot be used */
export function listen(fetch: Fetch, log: Log, port: number, serving?: Serving): Promise<Server> {
  const server = openServer(fetch, log, serving);
  return new Promise((resolve, reject) => {
    server
      .once("listening", () => resolve(server))
      .once("error", reject)
      .listen(port);
  });
}

function answerUnreadable(error: unknown, log: Log): Response {
  const [status, requestId] = [error instanceof RequestError ? 400 : 500, randomUUID()];
  const message = status === 400 ? "The request's address or Host header is malformed." : unexpected.en;
  if (status === 500) {
    unexpectedErrors.inc();
    log.error({ error, requestId }, "unexpected error");
  } else log.info({ requestId, status }, "request");
  return Response.json({ ok: false, error: message }, { status, headers: bareHeaders(requestId) });
}

const unsupported: Words = {
  en: "What the header Expect asks for is not supported.",
  es: "No se puede hacer lo que pide el encabezado Expect.",
};

/** Answers a request that expects something else than `100-continue`. The app never sees it. */
function refuseExpectation(response: ServerResponse, log: Log): void {
  const [status, requestId] = [417, randomUUID()];
  log.info({ requestId, client: response.req.socket.remoteAddress, status }, "request");
  const reader = languageOf(response.req.headers["accept-language"]);
  const body = JSON.stringify({ ok: false, error: sayTo(reader, unsupported) });
  const length = Buffer.byteLength(body);
  const headers = {
    ...bareHeaders(requestId),
    ...languageHeaders(reader),
    ...{ "Content-Type": "application/json", "Content-Length": length },
  };
  response.writeHead(status, { ...headers, Connection: "close" }).end(body);
}

type Refused = Duplex & { remoteAddress?: string; _httpMessage?: { headersSent: boolean } };

/** Answers a request that the HTTP parser could not read. The app never sees it. */
function refuse(error: NodeJS.ErrnoException, socket: Refused, log: Log): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message } = explain(error.code);
  const requestId = randomUUID();
  // A request that the app has begun ends with a line of its own.
  if (!socket._httpMessage) log.info({ requestId, client: socket.remoteAddress, status }, "request");
  const body = JSON.stringify({ ok: false, error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(bareHeaders(requestId)).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function explain(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: `The address and the headers are longer than ${maxHeaderBytes} bytes.` };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, message: "The request did not arrive in time." };
    default:
      return { status: 400, message: "This is no HTTP request that can be read." };
  }
}
