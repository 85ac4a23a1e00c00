import type { IncomingMessage, RequestListener } from "node:http";

/** So much of a body is taken after its answer, for clients that read no answer before they have sent all. */
const maxRestBytes = 2 * 1_048_576;
/** How long a client may take to read its answer, or to send the rest. */
const lingerMs = 500;

/**
 * Ends the connection of a request that was answered before its body was read. Otherwise the server goes on taking the body, however
 * large it is, to throw it away: that costs as much as to read it. A body that is short by its length may end, and the connection stays.
 */
export function lingeringClose(listener: RequestListener): RequestListener {
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
