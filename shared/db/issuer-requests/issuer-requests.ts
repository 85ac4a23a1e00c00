import { randomUUID } from "node:crypto";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import type { AuthorityAnswer, AuthorityAsk } from "./authority-question.js";
import type { KeptName } from "./cached-answers.js";

/** The most questions of a company in one environment that may wait at once. Source: api/README.md, "Limits". */
export const maxWaitingQuestions = 200;

/** Longer answers are not recorded. A database constraint stands behind. */
const maxAnswerBytes = 1_048_576;
const maxFailureLength = 500;

interface NewQuestion {
  ask: AuthorityAsk;
  requestId: string;
  /** How long its asker waits. */
  waitMs: number;
  name: KeptName | undefined;
}

/** Gives the question's id. Undefined when too many questions of the company wait. */
export async function recordRequest(
  db: Database,
  tenant: Tenant,
  { ask, requestId, waitMs, name }: NewQuestion,
): Promise<string | undefined> {
  const id = randomUUID();
  const recorded = await db.$executeRaw(prepared("record_question")`
    INSERT INTO issuer_request (id, company_id, production, request, request_id, expires_at, name)
    SELECT ${id}::uuid, ${tenant.companyId}::int, ${tenant.production}::boolean, ${JSON.stringify(ask)}::json, ${requestId},
      now() + ${waitMs} * interval '1 millisecond', ${name?.name ?? null}
    WHERE (SELECT count(*) FROM issuer_request q
      WHERE ${inScope(tenant, "q")} AND q.answered_at IS NULL AND q.expires_at > now()) < ${maxWaitingQuestions}`);
  return recorded === 1 ? id : undefined;
}

/** How far a question is. What another version of this program wrote may not match the schema of an answer. */
export interface QuestionState {
  isTaken: boolean;
  isAnswered: boolean;
  answer: unknown;
  /** Why it was answered without an answer. */
  failure: string | null;
}

/** Undefined when a crash of the database forgot the question. */
export async function readQuestion(db: Database, tenant: Tenant, id: string): Promise<QuestionState | undefined> {
  const [state] = await db.$queryRaw<QuestionState[]>(prepared("read_question")`
    SELECT claimed_at IS NOT NULL AS "isTaken", answered_at IS NOT NULL AS "isAnswered", answer, failure
    FROM issuer_request q WHERE id = ${id}::uuid AND ${inScope(tenant, "q")}`);
  return state;
}

/** Deletes a question that no issuer has taken: its asker has gone. */
export async function cancelRequest(db: Database, tenant: Tenant, id: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM issuer_request q WHERE id = ${id}::uuid AND ${inScope(tenant, "q")} AND claimed_at IS NULL`;
}

/** The company and environment of a question that nobody has taken and that somebody waits for. */
export async function findUntaken(db: Database, id: string): Promise<Tenant | undefined> {
  const [row] = await db.$queryRaw<Tenant[]>(prepared("find_untaken")`
    SELECT company_id AS "companyId", production FROM issuer_request
    WHERE id = ${id}::uuid AND claimed_at IS NULL AND expires_at > now()`);
  return row;
}

export interface ClaimedRequest extends Tenant {
  id: string;
  ask: unknown;
  requestId: string;
}

/** Gives a question to one caller only, and only while somebody waits for it. */
export async function claimRequest(db: Database, id: string): Promise<ClaimedRequest | undefined> {
  const [taken] = await db.$queryRaw<ClaimedRequest[]>(prepared("take_question")`
    UPDATE issuer_request SET claimed_at = now()
    WHERE id = ${id}::uuid AND claimed_at IS NULL AND expires_at > now()
    RETURNING id::text, company_id AS "companyId", production, request AS ask, request_id AS "requestId"`);
  return taken;
}

/** @param keptMs how long the answer also serves others who ask the same. @throws RangeError when the answer is too long */
export async function answerQuestion(
  db: Database,
  taken: ClaimedRequest,
  answer: AuthorityAnswer,
  keptMs: number,
): Promise<void> {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > maxAnswerBytes) throw new RangeError("the authority's answer is too long");
  await db.$executeRaw(prepared("answer_question")`
    UPDATE issuer_request q SET answer = ${text}::json, answered_at = now(),
      cached_until = CASE WHEN ${keptMs} > 0 AND name IS NOT NULL THEN now() + ${keptMs} * interval '1 millisecond' END
    WHERE id = ${taken.id}::uuid AND ${inScope(taken, "q")} AND answered_at IS NULL`);
}

/** Ends a question that could not be answered because of an error of ours. */
export async function failQuestion(db: Database, taken: ClaimedRequest, failure: string): Promise<void> {
  await db.$executeRaw`
    UPDATE issuer_request q SET failure = ${failure.slice(0, maxFailureLength)}, answered_at = now()
    WHERE id = ${taken.id}::uuid AND ${inScope(taken, "q")} AND answered_at IS NULL`;
}

/** The latest answer under this name that may still serve others. Companies of an environment share some names. */
export async function findCachedAnswer(db: Database, tenant: Tenant, { name, isShared }: KeptName): Promise<unknown> {
  const [kept] = isShared
    ? await db.$queryRaw<{ answer: unknown }[]>(prepared("find_shared_answer")`
        SELECT answer FROM tenant.cached_answer
        WHERE name = ${name} AND production = ${tenant.production} AND cached_until > now() ORDER BY answered_at DESC LIMIT 1`)
    : await db.$queryRaw<{ answer: unknown }[]>(prepared("find_kept_answer")`
        SELECT answer FROM issuer_request q
        WHERE name = ${name} AND ${inScope(tenant, "q")} AND cached_until > now() ORDER BY answered_at DESC LIMIT 1`);
  return kept?.answer;
}

/** Deletes questions that nobody waits for and whose answer serves nobody, in batches. Gives how many it deleted. */
export async function purgeQuestions(db: Database, batch = 1_000): Promise<number> {
  let purged = 0;
  for (;;) {
    const deleted = await db.$executeRaw`
      DELETE FROM issuer_request WHERE id IN (
        SELECT id FROM issuer_request
        WHERE expires_at < now() - interval '1 minute' AND (cached_until IS NULL OR cached_until < now())
        ORDER BY expires_at LIMIT ${batch})`;
    purged += deleted;
    if (deleted < batch) return purged;
  }
}
