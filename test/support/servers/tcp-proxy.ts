import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { findFreePort } from "../../sandbox/servers/free-port.js";

/** A proxy between a process and a server, with which a test injects network faults. */
export interface TcpProxy {
  port: number;
  /** The dependency's URL with the proxy in its place. */
  url: string;
  /** Ends every fault. Stalled bytes are passed on first. */
  pass(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Cuts every open connection, once. */
  cut(): void;
  /** Cuts the connection of every so many-th answer, and loses that answer. 0 cuts none. */
  cutEvery(answers: number): void;
  /** Accepts and keeps connections but passes no bytes. */
  stall(): void;
  /** Open connections stay open but never pass another byte, as when a firewall forgets them. New connections work. */
  strand(): void;
  /** Delays every chunk by this long, in both directions. */
  delay(ms: number): void;
  /** Holds every answer of the server back by this long. One statement is one commit, so each commit is as late. */
  holdAnswers(ms: number): void;
  /** Cuts the connection on which the client sends these bytes: before the request, or before its answer, is passed on. */
  strike(strike: Strike): void;
  /** The number of strikes that have hit since the proxy started. */
  struck(): number;
  close(): Promise<void>;
}

interface Strike {
  /** The bytes to find in what the client sends. */
  match: string;
  lose: "request" | "answer";
  /** Default 1. */
  times?: number;
}

interface Pair {
  client: Socket;
  server: Socket;
  losesAnswer: boolean;
  /** The last bytes that the client sent before: a match may span two chunks. */
  tail: Buffer;
  stranded: boolean;
}

const maxMatchBytes = 200;

/** Starts a proxy on a port of 127.0.0.1 in front of the host and port of `url`. At first it passes everything. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(url);
  const port = await findFreePort();
  const pairs = new Set<Pair>();
  const strikes: Required<Strike>[] = [];
  let struck = 0;
  let delayMs = 0;
  let heldMs = 0;
  let cutsEvery = 0;
  let answered = 0;
  let stalled = false;

  const drop = (pair: Pair) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const setFlow = ({ client, server, stranded }: Pair) => {
    for (const socket of [client, server]) stalled || stranded ? socket.pause() : socket.resume();
  };

  /** Applies the strikes to bytes from the client. True when the bytes must not be passed on. */
  const isStruck = (pair: Pair, chunk: Buffer): boolean => {
    const seen = Buffer.concat([pair.tail, chunk]);
    const at = strikes.findIndex(({ match }) => seen.includes(match, Math.max(0, pair.tail.length - match.length + 1)));
    const strike = strikes[at];
    pair.tail = strike ? Buffer.alloc(0) : seen.subarray(-maxMatchBytes);
    if (!strike) return false;
    struck += 1;
    strike.times -= 1;
    if (strike.times === 0) strikes.splice(at, 1);
    if (strike.lose === "answer") pair.losesAnswer = true;
    return strike.lose === "request";
  };

  const accept = (client: Socket) => {
    const server = connect(Number(targetPort), hostname);
    const pair: Pair = { client, server, losesAnswer: false, tail: Buffer.alloc(0), stranded: false };
    pairs.add(pair);
    const hand = (to: Socket, chunk: Buffer, ms = delayMs) => {
      if (ms === 0) to.write(chunk);
      else setTimeout(() => to.destroyed || to.write(chunk), ms);
    };
    client.on("data", (chunk: Buffer) => (isStruck(pair, chunk) ? drop(pair) : hand(server, chunk)));
    server.on("data", (chunk: Buffer) => {
      answered += 1;
      const isCut = cutsEvery > 0 && answered % cutsEvery === 0;
      if (isCut || pair.losesAnswer) drop(pair);
      else hand(client, chunk, delayMs + heldMs);
    });
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => drop(pair));
      socket.on("close", () => drop(pair));
    }
    setFlow(pair);
  };

  let listener: Server | undefined;
  const listen = async () => {
    if (listener) return;
    listener = createServer(accept).listen(port, "127.0.0.1");
    await once(listener, "listening");
  };
  const cut = () => {
    for (const pair of [...pairs]) drop(pair);
  };
  const refuse = async () => {
    const closing = listener;
    listener = undefined;
    const closed = closing && once(closing, "close");
    closing?.close();
    cut();
    await closed;
  };
  await listen();

  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String(port);
  return {
    port,
    url: proxied.href,
    refuse,
    cut,
    strike: ({ match, lose, times = 1 }) => void strikes.push({ match, lose, times }),
    struck: () => struck,
    delay: (ms) => {
      delayMs = ms;
    },
    holdAnswers: (ms) => {
      heldMs = ms;
    },
    cutEvery: (answers) => {
      cutsEvery = answers;
    },
    stall: () => {
      stalled = true;
      pairs.forEach(setFlow);
    },
    strand: () => {
      for (const pair of pairs) {
        pair.stranded = true;
        setFlow(pair);
      }
    },
    async pass() {
      stalled = false;
      delayMs = 0;
      heldMs = 0;
      cutsEvery = 0;
      strikes.length = 0;
      await listen();
      pairs.forEach(setFlow);
    },
    close: refuse,
  };
}
