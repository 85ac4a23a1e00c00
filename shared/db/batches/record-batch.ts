import type { Tenant } from "../../domain/tenant.js";
import type { Statements } from "../pool/database.js";
import { type BatchSender, decisionFor, type ElementAttempt, enqueueSelected } from "./arm-elements.js";

/** A batch as it is recorded. All its keys differ. */
export interface NewBatch extends BatchSender {
  name: string | null;
  elements: Omit<ElementAttempt, "rank" | keyof BatchSender>[];
}

/**
 * Records a batch and arms its issuances, in one statement. Its commit waits for the disk: a recorded batch is never lost. An
 * element whose key has a voucher is settled at once. One whose key another request has waits for that, without an issuance.
 */
export async function recordBatch(db: Statements, tenant: Tenant, batch: NewBatch): Promise<{ id: number }> {
  const { name, elements: given, ...sender } = batch;
  const { apiKeyId, requestId, periodStart } = sender;
  const inOrder = given.toSorted((a, b) => Number(a.body.voucherDate) - Number(b.body.voucherDate));
  const ranks = new Map(inOrder.map((element, rank) => [element, rank]));
  const elements = given.map((element, index) => ({
    index,
    idempotency: element.body.idempotency,
    pos_number: element.body.posNumber,
    voucher_type: element.body.voucherType,
    attempt: { ...element, rank: ranks.get(element) ?? index, ...sender } satisfies ElementAttempt,
  }));
  const [recorded] = await db.$queryRaw<[{ id: number }]>`
    WITH period AS (
      INSERT INTO usage_period (company_id, period_start) SELECT ${tenant.companyId}, ${periodStart}::date
      WHERE NOT EXISTS (SELECT FROM usage_period WHERE company_id = ${tenant.companyId} AND period_start = ${periodStart}::date)
      ON CONFLICT DO NOTHING
    ),
    recorded AS (
      INSERT INTO batch (company_id, production, name, total, api_key_id, request_id)
      SELECT ${tenant.companyId}::int, ${tenant.production}::boolean, ${name}, ${elements.length}, ${apiKeyId}::int, ${requestId}
      RETURNING id, company_id, production, created_at
    ),
    wanted AS MATERIALIZED (
      SELECT b.id AS batch_id, b.company_id, b.production, b.created_at, e.*
      FROM recorded b, jsonb_to_recordset(${JSON.stringify(elements)}::jsonb)
        AS e(index int, idempotency text, pos_number int, voucher_type int, attempt jsonb)
    ),
    armed AS (${enqueueSelected}),
    noted AS (
      INSERT INTO batch_element
        (batch_id, index, company_id, production, idempotency, pos_number, voucher_type, issuance_id, revision, attempt, state, outcome, settled_at)
      SELECT wanted.batch_id, wanted.index, wanted.company_id, wanted.production, wanted.idempotency, wanted.pos_number, wanted.voucher_type,
        coalesce(armed.id, CASE WHEN own.fits THEN own.id END), armed.revision,
        CASE WHEN armed.id IS NULL AND (own.id IS NULL OR own."isOpen") THEN wanted.attempt END,
        CASE WHEN own.id IS NULL THEN 'pending' WHEN own.fits THEN 'issued' ELSE 'failed' END,
        own.conflict, CASE WHEN own.id IS NOT NULL THEN now() END
      FROM wanted LEFT JOIN armed USING (company_id, production, idempotency) LEFT JOIN LATERAL (${decisionFor("wanted")}) own ON armed.id IS NULL
    )
    SELECT id FROM recorded`;
  return recorded;
}
