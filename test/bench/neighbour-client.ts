import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import type { Answers } from "./answers.js";
import { closedLoop } from "./load.js";
import type { Kind } from "./neighbour-kinds.js";
import type { Misdeeds, World } from "./neighbour-world.js";

interface Asked {
  json?: object;
  png?: Buffer | undefined;
  /** By default the company's keys in turn. */
  key?: string;
  /** The forwarded address; by default that of the connection. */
  from?: string | undefined;
}

interface Answered {
  status: string;
  result: { id?: number } | undefined;
}

/** Sends one request and counts its answer. */
export type Ask = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  asked?: Asked,
) => Promise<Answered>;

/** The least that any 429 of the API asks for. Without a pause the refusals alone would fill the processors. */
const pauseAfterRefusalMs = 1_000;

/** Misbehaves until `end` is called, which gives what came of it. */
export function misbehave({ senders, pauseMs = 0, open }: Kind, world: World): { end(): Promise<Misdeeds> } {
  const pool = new Pool(world.origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const ended = new AbortController();
  setMaxListeners(0, ended.signal); // each pausing sender listens
  const pause = (ms: number) => delay(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  const answers: Answers = {};
  let asks = 0;

  const ask: Ask = async (method, path, { json, png, key = world.keys[asks % world.keys.length] ?? "", from } = {}) => {
    asks += 1;
    const { status, text } = await pool
      .request({
        method,
        path: `/api/${world.company}${path}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(json && { "content-type": "application/json" }),
          ...(png && { "content-type": "image/png" }),
          ...(from && { "x-forwarded-for": from }),
        },
        body: json ? JSON.stringify(json) : (png ?? null),
      })
      .then(async ({ statusCode, body }) => ({ status: `${statusCode}`, text: await body.text() }))
      .catch(() => ({ status: "none", text: "" }));
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === "429" && pauseMs === 0) await pause(pauseAfterRefusalMs);
    const isCreated = status === "201" && text.startsWith("{");
    return { status, result: isCreated ? (JSON.parse(text) as { result: { id?: number } }).result : undefined };
  };

  const step = open(ask, world);
  const done = closedLoop(
    senders,
    () => !ended.signal.aborted,
    async (sender) => {
      await step(sender);
      if (pauseMs > 0) await pause(pauseMs);
    },
  );
  return {
    async end() {
      ended.abort();
      const { seconds } = await done;
      await pool.close();
      return { answers, seconds };
    },
  };
}
