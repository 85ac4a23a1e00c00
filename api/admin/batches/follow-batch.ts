import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { findBatch } from "../../../shared/db/batches/batch-rows.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type Language, localizeFor } from "../../../shared/domain/localized-text.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { noBatch } from "../../operations/batches.js";
import type { batch } from "../../schemas/batch.js";
import { progressBar } from "../progress-bar.js";

export type Batch = z.output<typeof batch>;

const pollMs = 500;
/** Where there is no terminal, a line is enough from time to time. */
const lineEveryMs = 5_000;

/** A batch of the environment. @throws ApiError 404 */
export async function readBatch(db: Database, tenant: Tenant, id: number): Promise<Batch> {
  const row = await findBatch(db, tenant, id);
  if (row === undefined) throw noBatch(id);
  return JSON.parse(row);
}

/**
 * Waits until a batch is over, or until `stop`. Shows how far it is: on a terminal as a bar, otherwise as lines.
 * @param hasLines false where the answer goes to standard error, which a script reads as one
 */
export async function followBatch(
  db: Database,
  tenant: Tenant,
  id: number,
  stop: AbortSignal,
  language: Language,
  hasLines: boolean,
): Promise<Batch> {
  const label = localizeFor(language, { en: `batch ${id}`, es: `lote ${id}` });
  const of = localizeFor(language, { en: "of", es: "de" });
  const bar = progressBar(label, language);
  let told = { done: -1, atMs: Number.NEGATIVE_INFINITY };
  try {
    for (;;) {
      const batch = await readBatch(db, tenant, id);
      const done = batch.total - batch.pending;
      bar.show(done, batch.total);
      if (hasLines && !process.stderr.isTTY && done !== told.done && performance.now() - told.atMs >= lineEveryMs) {
        told = { done, atMs: performance.now() };
        process.stderr.write(`${label}: ${done} ${of} ${batch.total}\n`);
      }
      if (batch.state !== "running" || stop.aborted) return batch;
      await delay(pollMs, undefined, { signal: stop }).catch(() => undefined);
    }
  } finally {
    bar.clear();
  }
}
