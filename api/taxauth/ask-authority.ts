import { setTimeout as delay } from "node:timers/promises";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import {
  type AuthorityAnswer,
  type AuthorityAsk,
  authorityAnswer,
} from "../../shared/db/issuer-requests/authority-question.js";
import type { KeptName } from "../../shared/db/issuer-requests/cached-answers.js";
import {
  cancelRequest,
  maxWaitingQuestions,
  type QuestionState,
  readQuestion,
  recordRequest,
} from "../../shared/db/issuer-requests/issuer-requests.js";
import { isAnyIssuerSeen } from "../../shared/db/issuing/issuer-hearings.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { type issuerRequestQueue, questionJobId, questionJobOptions } from "../../shared/queues/issuer-requests.js";
import type { OpenQueue } from "../../shared/queues/open-queue.js";
import { currentTraceparent } from "../../shared/tracing/tracing.js";
import { ApiError } from "../http/errors.js";

/**
 * Asks the tax authority through an issuer. @throws ApiError 504 when no answer comes within `waitMs`, or no issuer takes the
 * question within `takenWithinMs`; 429 when too many questions of the company wait
 */
export type AskAuthority = (
  tenant: Tenant,
  ask: AuthorityAsk,
  options: { requestId: string; waitMs: number; takenWithinMs?: number },
  name?: KeptName,
) => Promise<AuthorityAnswer>;

type WakeIssuer = Pick<OpenQueue<DataOf<typeof issuerRequestQueue>>, "add">;

const wakeTimeoutMs = 1_000;
const lookTimeoutMs = 1_000;
/** A lost job is replaced after this time. BullMQ ignores the second one while the first is there. */
const wakeAgainMs = 1_000;
const firstPauseMs = 15;
const maxPauseMs = 250;

/**
 * Records the question in the database, wakes an issuer, and polls the row at growing intervals. Redis carries only the question's
 * id: whoever can write there can neither ask nor answer.
 */
export const createAskAuthority =
  (pool: Pick<TenantDatabase, "of">, queue: WakeIssuer): AskAuthority =>
  async ({ companyId, production }, ask, { requestId, waitMs, takenWithinMs = waitMs }, name) => {
    const tenant = { companyId, production };
    const db = pool.of(tenant);
    const giveUpAtMs = performance.now() + waitMs;
    const takenUntilMs = performance.now() + takenWithinMs;
    const id = await recordRequest(db, tenant, { ask, requestId, waitMs, name });
    if (id === undefined) throw tooMany();
    const wake = () =>
      withTimeout(wakeTimeoutMs, queue.add(questionJobId(id), { id, trace: currentTraceparent() }, questionJobOptions));
    const withdraw = () => cancelRequest(db, tenant, id).catch(() => undefined);
    // Without Redis the issuers look for questions themselves.
    await wake().catch(() => undefined);

    let wakeAtMs = performance.now() + wakeAgainMs;
    let isTaken = true;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) break;
      await delay(Math.min(pauseMs, leftMs));
      // The database may be away for a moment: the next poll tries again.
      const state = await withTimeout(lookTimeoutMs, readQuestion(db, tenant, id)).catch(() => undecided);
      if (!state) throw notAsked("the question is gone");
      if (state.isAnswered) return toAnswer(state);
      isTaken = state.isTaken;
      if (isTaken) continue;
      if (performance.now() >= takenUntilMs) break;
      if (performance.now() < wakeAtMs) continue;
      wakeAtMs = performance.now() + wakeAgainMs;
      await wake().catch(() => undefined);
    }
    // No issuer should answer a question whose asker has gone.
    await withdraw();
    const isServed = takenWithinMs >= waitMs && (await isAnyIssuerSeen(db, production).catch(() => true));
    throw new ApiError(504, isTaken || isServed ? tookTooLong : nobodyAsks);
  };

const tookTooLong: LocalizedText = {
  en: "The tax authority took too long to answer. Try again.",
  es: "ARCA tardó demasiado en responder: volvé a intentar.",
};

const nobodyAsks: LocalizedText = {
  en: "No issuer takes questions to the tax authority: start one, on the same Redis.",
  es: "El servicio no puede consultar a ARCA ahora: avisale a quien lo opera.",
};

const undecided: QuestionState = { isTaken: true, isAnswered: false, answer: null, failure: null };

function toAnswer({ answer, failure }: QuestionState): AuthorityAnswer {
  if (failure !== null) throw notAsked(failure);
  const read = authorityAnswer.safeParse(answer);
  if (!read.success) throw notAsked("its result does not match the contract");
  return read.data;
}

const notAsked = (why: string) => new Error(`the tax authority could not be asked: ${why}`);

const tooMany = () =>
  new ApiError(
    429,
    {
      en: `Too many requests at once: ${maxWaitingQuestions} questions of this company to the tax authority are in progress.`,
      es: `La empresa ya tiene ${maxWaitingQuestions} consultas a ARCA en curso: esperá unos segundos y volvé a intentar.`,
    },
    { headers: { "Retry-After": "1" } },
  );
