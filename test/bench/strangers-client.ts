import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Answers } from "./answers.js";

const bodyBytes = 9 * 1_048_576 - 1_024;
const pauseMs = 1_000;
/** A stranger holds a half-sent body for at most so long, unless the connection ends before. */
const holdMs = 60_000;

/** The cookie of nobody and the token of its forms: whoever has a browser gets as far. */
export interface StrangersBrowser {
  secret: string;
  token: string;
}

export async function openStrangersBrowser(origin: string): Promise<StrangersBrowser> {
  const page = await fetch(`${origin}/app/sign-in`);
  const [, secret] = /talonario_session=([\w-]+)/.exec(page.headers.get("set-cookie") ?? "") ?? [];
  const [, token] = /name="csrf" value="([\w-]+)"/.exec(await page.text()) ?? [];
  if (!secret || !token) throw new Error("the page to sign in gives no cookie and token");
  return { secret, token };
}

/** Where strangers send their bodies: each a request without its body. */
const targets: ((address: string, browser: StrangersBrowser) => { head: string[]; begin: string })[] = [
  (address, browser) => ofForm("/app/sign-in", address, true, browser),
  (address, browser) => ofForm("/app/demo/homologation/batches/new", address, true, browser),
  (address, browser) => ofForm("/app/sign-in", address, false, browser),
  (address) => ofApi(address, []),
  (address) => ofApi(address, [`Authorization: Bearer TEST_${randomBytes(24).toString("base64url")}`]),
];

function ofForm(path: string, address: string, tellsLength: boolean, { secret, token }: StrangersBrowser) {
  const head = [
    `POST ${path} HTTP/1.1`,
    "Content-Type: application/x-www-form-urlencoded",
    `Cookie: talonario_session=${secret}`,
  ];
  return { head: [...head, ...common(address, tellsLength)], begin: `csrf=${token}&a=` };
}

const ofApi = (address: string, more: string[]) => ({
  head: ["POST /api/demo/invoices HTTP/1.1", "Content-Type: application/json", ...more, ...common(address, true)],
  begin: '{"items":"',
});

const common = (address: string, tellsLength: boolean) => [
  "Host: localhost",
  `X-Forwarded-For: ${address}`,
  tellsLength ? `Content-Length: ${bodyBytes}` : "Transfer-Encoding: chunked",
];

/** Many strangers, until `end` is called, which gives what they were answered. Half of them send half of a body and then wait. */
export function beStrangers(origin: string, count: number, browser: StrangersBrowser): { end(): Promise<Answers> } {
  const ended = new AbortController();
  const answers: Answers = {};
  const { port } = new URL(origin);
  const filling = Buffer.alloc(bodyBytes, "+");

  async function send(stranger: number, round: number): Promise<void> {
    const address = `198.51.${stranger >> 8}.${stranger & 255}`;
    const target = targets[(stranger + round) % targets.length];
    if (!target) return;
    const { head, begin } = target(address, browser);
    const isChunked = head.includes("Transfer-Encoding: chunked");
    const length = bodyBytes - begin.length;
    const sent = filling.subarray(0, stranger % 2 === 0 ? length : length / 2);
    const socket = connect(Number(port), "127.0.0.1");
    const answer = answerOf(socket);
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    if (isChunked) socket.write(`${bodyBytes.toString(16)}\r\n`);
    socket.write(begin);
    socket.write(sent);
    const waited = delay(holdMs, "none", { signal: ended.signal }).catch(() => "none");
    const status = await Promise.race([answer, waited]);
    answers[status] = (answers[status] ?? 0) + 1;
    // Whoever means harm stays until the connection is ended.
    await Promise.race([new Promise((resolve) => socket.once("close", resolve)), waited]);
    socket.destroy();
  }

  const done = Promise.all(
    Array.from({ length: count }, async (_, stranger) => {
      for (let round = 0; !ended.signal.aborted; round++) {
        await send(stranger, round);
        await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
      }
    }),
  );
  return {
    async end() {
      ended.abort();
      await done;
      return answers;
    },
  };
}

/** The status of the answer; "none" when the connection ends without. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("data", (piece) => resolve(piece.toString("latin1").split(" ")[1] ?? "none"));
    socket.once("error", () => resolve("none"));
    socket.once("close", () => resolve("none"));
  });
