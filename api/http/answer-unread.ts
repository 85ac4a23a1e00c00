import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { type LocalizedText, localizeFor, type Reader } from "../../shared/domain/localized-text.js";
import type { Log } from "../../shared/logging/log.js";
import { languageHeaders, languageOf } from "./answer-language.js";
import { unexpected } from "./errors.js";
import { unexpectedErrors } from "./metrics.js";
import { minimalHeaders } from "./minimal-headers.js";

// Answers to requests that the app never sees, in the same envelope, each with a line in the log.

/** Enough for a filter with 200 idempotency keys of 128 characters. */
const maxHeadBytes = 64 * 1_024;

/** Up to here a longer head is read, for the language of its answer. Beyond, nobody knows whose it is. */
export const readHeadBytes = 2 * maxHeadBytes;

const longHead: LocalizedText = {
  en: `The address and the headers are longer than ${maxHeadBytes} bytes.`,
  es: `La dirección y los encabezados pasan los ${maxHeadBytes} bytes.`,
};

const malformedAddress: LocalizedText = {
  en: "The request's address or Host header is malformed.",
  es: "La dirección o el encabezado Host están mal escritos.",
};

const unsupported: LocalizedText = {
  en: "What the header Expect asks for is not supported.",
  es: "No se puede hacer lo que pide el encabezado Expect.",
};

const tooLate: LocalizedText = {
  en: "The request did not arrive in time.",
  es: "El pedido no llegó a tiempo: volvé a mandarlo.",
};

const noHttp: LocalizedText = {
  en: "This is no HTTP request that can be read.",
  es: "Esto no es un pedido HTTP que se pueda leer.",
};

/** Answers a request whose head is too long. Source: api/README.md, "Limits". */
export const refuseLongHead =
  (listener: RequestListener, log: Log): RequestListener =>
  (request, response) =>
    headBytes(request) > maxHeadBytes ? refuse(response, 431, longHead, log) : listener(request, response);

/** As the parser counts: without what stands between names and values. */
function headBytes({ url = "", rawHeaders }: IncomingMessage): number {
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}

/** Answers a request that expects something else than `100-continue`. */
export const refuseExpectation = (response: ServerResponse, log: Log): void => refuse(response, 417, unsupported, log);

function refuse(response: ServerResponse, status: number, words: LocalizedText, log: Log): void {
  const requestId = randomUUID();
  log.info({ requestId, client: response.req.socket.remoteAddress, status }, "request");
  const { headers, body } = write(words, requestId, readerOf(response.req));
  response.writeHead(status, { ...headers, Connection: "close" }).end(body);
}

/** Answers a request of which no `Request` can be made, or at which the app itself failed. */
export function answerUnparsable(error: unknown, request: IncomingMessage, log: Log): Response {
  const requestId = randomUUID();
  const status = error instanceof RequestError ? 400 : 500;
  if (status === 500) {
    unexpectedErrors.inc();
    log.error({ error, requestId }, "unexpected error");
  } else log.info({ requestId, status }, "request");
  const words = status === 400 ? malformedAddress : unexpected;
  const { headers, body } = write(words, requestId, readerOf(request));
  return new Response(body, { status, headers });
}

interface ClientErrorSocket extends Duplex {
  remoteAddress?: string;
  _httpMessage?: ServerResponse;
}

/** Answers a request that the HTTP parser could not read. */
export function refuseUnparsed(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: ClientErrorSocket,
  log: Log,
) {
  const begun = socket._httpMessage;
  if (error.code === "ECONNRESET" || !socket.writable || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, words } = explain(error.code);
  const requestId = randomUUID();
  // A request that the app has begun ends with a line of its own.
  if (!begun) log.info({ requestId, client: socket.remoteAddress, status }, "request");
  const reader = begun ? readerOf(begun.req) : languageOf(sentLanguage(error.rawPacket));
  const { headers, body } = write(words, requestId, reader);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n")}\r\n\r\n${body}`);
}

const readerOf = ({ headers }: IncomingMessage): Reader => languageOf(headers["accept-language"]);

/** The header, in what the parser had in hand. */
const sentLanguage = (packet: Buffer | undefined): string | undefined =>
  /^accept-language:([^\r\n]*)/im.exec(packet?.toString("latin1") ?? "")?.[1];

function explain(code: string | undefined): { status: number; words: LocalizedText } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, words: longHead };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, words: tooLate };
    default:
      return { status: 400, words: noHttp };
  }
}

function write(
  words: LocalizedText,
  requestId: string,
  reader: Reader,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ ok: false, error: localizeFor(reader, words) });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": `${Buffer.byteLength(body)}`,
    ...minimalHeaders(requestId),
    ...languageHeaders(reader),
  };
  return { headers, body };
}
