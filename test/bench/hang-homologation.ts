import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "../sandbox/wait-for.js";
import type { AuthorityProcess } from "./authority-process.js";
import type { Client, Sequence } from "./client.js";

/** The pause of a homologation caller before it repeats a request that got no voucher. */
const repeatMs = 1_000;

/** The homologation callers start spread over this time, so that their calls do not all time out at once. */
const spreadMs = 3_000;

/** The answers after which a caller sends the same request again. */
const statusesToRepeat = new Set([409, 429, 502, 504]);

export interface Hanging extends AsyncDisposable {
  /** The callers' answers so far, by status. */
  answers(): Record<string, number>;
}

/**
 * Makes homologation's authority answer nothing, and starts one caller for each sequence that repeats until it has its voucher.
 * Returns once as many calls hang as the issuer has places. Disposing ends the fault and waits for every caller's voucher.
 */
export async function hangHomologation(
  { control }: AuthorityProcess,
  client: Client,
  sequences: Sequence[],
  places: number,
): Promise<Hanging> {
  const answers = new Map<string, number>();
  await control.reset(["calls"]);
  await control.pushFault({ operation: "*", action: "hang", env: "homologation", times: null });
  const callers = Promise.all(
    sequences.map(async (sequence, index) => {
      const idempotency = randomUUID();
      await delay((index / sequences.length) * spreadMs);
      for (;;) {
        const { status, text } = await client.ask(sequence, idempotency);
        count(answers, status);
        if (status === 200 || status === 201) return;
        if (!statusesToRepeat.has(status)) throw new Error(`homologation was answered ${status}: ${text}`);
        await delay(repeatMs);
      }
    }),
  );
  const expected = Math.min(places, sequences.length);
  await waitFor(async () => (await control.allCalls()) >= expected, { message: `${expected} calls to hang` });
  return {
    answers: () => Object.fromEntries(answers),
    async [Symbol.asyncDispose]() {
      await control.clearFaults();
      await callers;
    },
  };
}

/** Counts one answer. */
export const count = (answers: Map<string, number>, status: number) =>
  answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1);
