import { setTimeout as delay } from "node:timers/promises";
import type { AuthorityClient } from "./authority-client.js";

/** Paced line: at most so many questions a second are asked over it, evenly. */
export function paced(line: AuthorityClient, perSecond: number, nowMs = () => performance.now()): AuthorityClient {
  let nextMs = Number.NEGATIVE_INFINITY;
  const turn = async () => {
    const atMs = Math.max(nowMs(), nextMs);
    nextMs = atMs + 1_000 / perSecond;
    await delay(atMs - nowMs());
  };
  return {
    async lastNumber(key) {
      await turn();
      return line.lastNumber(key);
    },
    async lookUp(key, number) {
      await turn();
      return line.lookUp(key, number);
    },
  };
}
