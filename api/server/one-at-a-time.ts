import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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

interface Gate {
  /** Called while the piece is parsed with which the request begins. */
  begin(request: IncomingMessage, response: ServerResponse): void;
}

function openGate(socket: Socket): Gate {
  // Node's own, which parses what it gets at once.
  const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
  if (!parse) throw new Error("Node no longer parses what a connection's event brings");
  let underWay: ServerResponse | undefined;
  let bodyBytes = 0;
  /** The last two that were parsed. */
  let lastBytes = "";
  let isHeld = false;

  const take = (packet: Buffer): void => {
    let rest = packet;
    while (rest.length > 0 && socket.writable) {
      if (underWay?.req.complete) {
        isHeld = true;
        socket.pause().unshift(rest);
        return;
      }
      const length = bodyBytes > 0 ? Math.min(bodyBytes, rest.length) : lengthOfHead(rest, lastBytes);
      const piece = rest.subarray(0, length);
      rest = rest.subarray(length);
      lastBytes = (lastBytes + piece.toString("latin1", Math.max(0, length - 2))).slice(-2);
      bodyBytes = Math.max(0, bodyBytes - length);
      parse(piece);
    }
  };

  socket.on("data", take);
  socket.off("data", parse);
  return {
    begin(request, response) {
      underWay = response;
      // Pieces of a body without a length are parsed line by line, as heads are.
      bodyBytes = Number(request.headers["content-length"] ?? 0) || 0;
      response.once("close", () => {
        underWay = undefined;
        if (isHeld) socket.resume();
        isHeld = false;
      });
    },
  };
}

/** Up to the end of an empty line, with which a head ends; all of it without one. It may have begun in what came `before`. */
function lengthOfHead(bytes: Buffer, before: string): number {
  if (before === "\n\r" && bytes[0] === 10) return 1;
  if (before.endsWith("\n") && bytes[0] === 13 && bytes[1] === 10) return 2;
  const at = bytes.indexOf("\n\r\n");
  return at === -1 ? bytes.length : at + 3;
}
