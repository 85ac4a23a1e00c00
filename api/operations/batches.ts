import { countRunning, findBatch, isCancelled } from "../../shared/db/batches/batch-rows.js";
import { cancelBatch as cancelElements } from "../../shared/db/batches/end-batches.js";
import { type NewBatch, recordBatch } from "../../shared/db/batches/record-batch.js";
import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import { findBatchExcess } from "../../shared/db/issuing/perception-excess.js";
import type { VatRounding } from "../../shared/domain/amounts.js";
import { withDefaults } from "../../shared/domain/further-data.js";
import { currentTraceparent } from "../../shared/tracing/tracing.js";
import type { CheckedBatch } from "../batches/check-batch.js";
import type { PerceivedElement } from "../batches/check-elements.js";
import { ApiError, businessFault, notFound } from "../http/errors.js";
import { chooseDeclared } from "../issuing/choose-declared.js";
import { hashOfBody } from "../issuing/issuing-request.js";
import { createYielder } from "../parsing/yielder.js";
import type { Operator } from "./operator.js";

export const noBatch = (id: number) =>
  notFound({
    en: `There is no batch ${id} in this environment.`,
    es: `El lote ${id} no está en este ambiente: fijate en el otro.`,
  });

/** Limit of a company in one environment. Source: api/README.md, "Limits". */
const maxRunningBatches = 100;

/**
 * Records a batch that was checked. Gives the batch as the text of a JSON object, and the sequences that have work now.
 * @throws ApiError 429 while the company has too many batches
 */
export async function addBatch(
  operator: Operator,
  company: { vatRounding: VatRounding },
  { name, elements: checked, periodStart }: CheckedBatch,
  requestId: string,
): Promise<{ id: number; row: string; sequences: { posNumber: number; voucherType: number }[] }> {
  const { actor } = operator;
  const elements = await prepareElements(company, checked);
  const apiKeyId = actor.type === "apikey" ? actor.apiKeyId : null;
  const userEmail = actor.type === "user" ? actor.email : null;
  const batch: NewBatch = { name, apiKeyId, userEmail, requestId, trace: currentTraceparent(), periodStart, elements };
  const recorded = await writeAudited(operator, async (tx) => {
    if ((await countRunning(tx, operator)) >= maxRunningBatches) throw tooManyBatches();
    const refusal = await findBatchExcess(
      tx,
      operator,
      checked.flatMap(({ content }) => content.perceived ?? []),
    );
    if (refusal) throw businessFault(refusal.message);
    const { id } = await recordBatch(tx, operator, batch);
    const row = (await findBatch(tx, operator, id)) ?? "";
    const after = { name, total: elements.length };
    return { result: { id, row }, record: { action: "batch.create", resourceId: `${id}`, after } };
  });
  const sequences = new Map(
    elements.map(({ body: { posNumber, voucherType } }) => [`${posNumber} ${voucherType}`, { posNumber, voucherType }]),
  );
  return { ...recorded, sequences: [...sequences.values()] };
}

const tooManyBatches = () =>
  new ApiError(
    429,
    {
      en: `Too many batches at once: this company has ${maxRunningBatches} that are not over yet.`,
      es: `La empresa tiene ${maxRunningBatches} lotes sin terminar: esperá a que termine alguno o cancelalo.`,
    },
    { headers: { "Retry-After": "60" } },
  );

/**
 * Cancels what has no number yet. A batch that is over is left as it is. Gives the batch as the text of a JSON object, and the
 * issuances that were cancelled. @throws ApiError 404
 */
export async function cancelBatch(
  operator: Operator,
  id: number,
): Promise<{ row: string; cancelled: number[]; changed: boolean }> {
  const { result, changed } = await writeIfChanged(operator, async (tx) => {
    const before = await isCancelled(tx, operator, id);
    if (before === undefined) throw noBatch(id);
    const cancelled = await cancelElements(tx, id);
    const isNew = !before && (await isCancelled(tx, operator, id));
    const row = (await findBatch(tx, operator, id)) ?? "";
    const record = isNew ? { action: "batch.cancel", resourceId: `${id}` } : undefined;
    return { result: { row, cancelled }, record };
  });
  return { ...result, changed };
}

/** Prepares what is recorded of each element, as POST invoices records it. Other requests go on in between. */
async function prepareElements(
  company: { vatRounding: VatRounding },
  elements: PerceivedElement[],
): Promise<NewBatch["elements"]> {
  const breathe = createYielder();
  const prepared: NewBatch["elements"] = [];
  for (const { body: given, content, defaults } of elements) {
    await breathe();
    const bodyHash = Buffer.from(hashOfBody(given)).toString("hex");
    const body = withDefaults(content.body, defaults);
    prepared.push({ body, bodyHash, ...chooseDeclared(company, body, content.amounts) });
  }
  return prepared;
}
