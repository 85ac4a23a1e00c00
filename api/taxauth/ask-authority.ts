import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../../shared/db/company/api-keys.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import type { OpenQueue } from "../../shared/queues/open-queue.js";
import type { AuthorityAnswer, AuthorityAsk, taxauthQueue } from "../../shared/queues/taxauth.js";
import { within } from "../../shared/within.js";
import { ApiError } from "../errors.js";

/**
 * Asks the tax authority through an issuer. @throws ApiError 504 when no answer comes within `waitMs`, or no issuer takes the
 * question within `takenWithinMs`
 */
export type AskAuthority = (
  caller: Pick<Caller, "companyId" | "production">,
  ask: AuthorityAsk,
  options: { requestId: string; waitMs: number; takenWithinMs?: number },
) => Promise<AuthorityAnswer>;

type TaxauthQueue = Pick<
  OpenQueue<DataOf<typeof taxauthQueue>, AuthorityAnswer>,
  "add" | "findEnding" | "isTaken" | "withdraw"
>;

/** Every question is a new job. A finished one is kept only for the operators' board. */
const brief = { attempts: 1, removeOnComplete: { age: 300, count: 1_000 }, removeOnFail: { age: 3_600, count: 1_000 } };
const addTimeoutMs = 1_000;
const maxPauseMs = 250;

/** Polls the job's result at growing intervals: unlike a message, a result cannot get lost. */
export const createAskAuthority =
  (queue: TaxauthQueue): AskAuthority =>
  async ({ companyId, production }, ask, { requestId, waitMs, takenWithinMs = waitMs }) => {
    const jobId = `taxauth-${randomUUID()}`;
    const giveUpAtMs = performance.now() + waitMs;
    let lookWhetherTakenAtMs = performance.now() + takenWithinMs;
    let isTaken = true;
    await within(addTimeoutMs, queue.add(jobId, { companyId, production, ask, requestId }, brief));

    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) break;
      await delay(Math.min(pauseMs, leftMs));
      // Redis may be away for a moment: the next poll tries again.
      const ending = await within(addTimeoutMs, queue.findEnding(jobId)).catch(() => undefined);
      if (ending && "failed" in ending) throw new Error(`the tax authority could not be asked: ${ending.failed}`);
      if (ending) return ending.result;
      if (performance.now() < lookWhetherTakenAtMs) continue;
      isTaken = await within(addTimeoutMs, queue.isTaken(jobId)).catch(() => true);
      if (!isTaken) break;
      lookWhetherTakenAtMs = giveUpAtMs;
    }
    // No issuer should answer a question whose caller has gone.
    await queue.withdraw(jobId).catch(() => undefined);
    throw new ApiError(
      504,
      isTaken
        ? "The tax authority took too long to answer. Try again."
        : "No issuer takes questions to the tax authority: start one (npm run issuer), on the same Redis.",
    );
  };
