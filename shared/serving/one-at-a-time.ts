import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createChunkedBody } from "./chunked-body.js";

/**
 * Begins the requests of a connection one after the other: the next one once the system took the whole answer before. Until then it is
 * not even parsed, and behind one packet of it nothing is read. Node alone parses whatever a packet holds and begins all of it: 64 KB
 * have room for thousands of requests, each of which costs some KB, and an answer that waits until the others are read.
 */
export function oneAtATime(server: Server): void {
  const gates = new WeakMap<Socket, Gate>();
  server.on("connection", (socket: Socket) => gates.set(socket, openGate(socket)));
  const begin = (request: IncomingMessage, response: ServerResponse) =>
    gates.get(request.socket)?.begin(request, response);
  server.prependListener("request", begin).prependListener("checkExpectation", begin);
}

const emptyLine = "\r\n\r\n";

interface Gate {
  /** Called while the piece is parsed with which the request begins. */
  begin(request: IncomingMessage, response: ServerResponse): void;
}

function openGate(socket: Socket): Gate {
  // Node's own, which parses what it gets at once.
  const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
  if (!parse) throw new Error("Node no longer parses what a connection's event brings");
  let request: IncomingMessage | undefined;
  let isAnswered = true;
  /** How many of the bytes belong to the body of the request. */
  let ofBody: ((bytes: Buffer) => number) | undefined;
  /** The last that was parsed. */
  let before = emptyLine;
  let isHeld = false;

  const take = (packet: Buffer): void => {
    let rest = packet;
    while (rest.length > 0 && socket.writable) {
      if (request?.complete) ofBody = undefined;
      if (request?.complete && !isAnswered) {
        isHeld = true;
        socket.pause().unshift(rest);
        return;
      }
      const length = ofBody?.(rest) || lengthOfHead(rest, before);
      const piece = rest.subarray(0, length);
      rest = rest.subarray(length);
      before = (before + piece.toString("latin1", Math.max(0, length - emptyLine.length))).slice(-emptyLine.length);
      parse(piece);
    }
  };

  socket.on("data", take);
  socket.off("data", parse);
  return {
    begin(begun, response) {
      request = begun;
      isAnswered = false;
      ofBody = bodyOf(begun);
      response.once("close", () => {
        isAnswered = true;
        if (isHeld) socket.resume();
        isHeld = false;
      });
    },
  };
}

function bodyOf({ headers }: IncomingMessage): ((bytes: Buffer) => number) | undefined {
  if (headers["transfer-encoding"] !== undefined) return createChunkedBody();
  let left = Number(headers["content-length"] ?? 0);
  return (bytes) => {
    const length = Math.min(left, bytes.length);
    left -= length;
    return length;
  };
}

/** Up to the end of an empty line, with which a head ends; all of it without one. The line may have begun in what came `before`. */
function lengthOfHead(bytes: Buffer, before: string): number {
  // Empty lines before a head are passed over.
  if (before === emptyLine) {
    let length = 0;
    while (bytes[length] === 13 || bytes[length] === 10) length += 1;
    if (length > 0) return length;
  }
  if (before.endsWith("\n\r") && bytes[0] === 10) return 1;
  if (before.endsWith("\n") && bytes[0] === 13 && bytes[1] === 10) return 2;
  const at = bytes.indexOf("\n\r\n");
  return at === -1 ? bytes.length : at + 3;
}
