import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "../../shared/sandbox/wait-for.js";
import type { AuthorityProcess } from "./authority-process.js";
import type { Client, Sequence } from "./client.js";

/** The pause of a homologation caller between an answer that is no voucher and the same request again. */
const repeatMs = 1_000;

/** Within which the homologation callers begin one after the other: their calls shall not be given up all at once. */
const spreadMs = 3_000;

/** The answers after which a caller sends the same request again. */
const statusesToRepeat = new Set([409, 429, 502, 504]);

export interface Hanging extends AsyncDisposable {
  /** What the callers were answered so far, by status. */
  answers(): Record<string, number>;
}

/**
 * From now on homologation's authority answers nothing, and one caller for each sequence asks for a voucher until it has it.
 * Gives once as many calls hang as there are places; its end is when the authority is back and every caller has its voucher.
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

/** One more answer of that status. */
export const count = (answers: Map<string, number>, status: number) =>
  answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1);
