import { listElements } from "../../../shared/db/batches/batch-results.js";
import {
  batchFields,
  countRunning,
  findBatch,
  isCancelled,
  listBatches,
} from "../../../shared/db/batches/batch-rows.js";
import { cancelBatch, endCancelled, finishBatches } from "../../../shared/db/batches/end-batches.js";
import { recordBatch } from "../../../shared/db/batches/record-batch.js";
import { sweepBatches } from "../../../shared/db/batches/sweep-batches.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import type { GoldenCalls, Recorder } from "./record-statements.js";
import { content, tenant } from "./samples.js";

const element = { ...content, bodyHash: "00", vatRounding: "auto" as const };
const sent = { name: null, apiKeyId: 1, userEmail: null, requestId: "1", periodStart: "2026-03-01" };
const [id] = Object.values(batchFields);
const listing = { filters: [], ordering: id ? [{ field: id, descending: true }] : [], limit: 50, offset: 0 };

/** Somebody holds a key of the elements, so that each company's are armed by themselves. */
const oneByOne = async (db: Recorder) => {
  let sends = 0;
  const held = Object.assign(new Error("somebody holds it"), { code: "55P03" });
  const $executeRaw = async (...sent: Parameters<Recorder["$executeRaw"]>) => {
    const changed = await db.$executeRaw(...sent);
    if (++sends === 3) throw held;
    return changed;
  };
  const { $queryRaw } = db;
  await enqueueWaiting({ $executeRaw, $queryRaw } as Recorder, { ofOne: 1, ofAll: 1, rounds: 1 });
};

/** Vouchers by the batch, for which nobody waits. */
export const batchCalls: GoldenCalls = {
  record_batch: (db) => recordBatch(db, tenant, { ...sent, elements: [element] }),
  find_batch: (db) => findBatch(db, tenant, 1),
  is_cancelled: (db) => isCancelled(db, tenant, 1),
  list_batches: (db) => listBatches(db, tenant, listing),
  count_running_batches: { send: (db) => countRunning(db, tenant), rows: [[{ count: 1 }]] },
  list_elements: (db) => listElements(db, tenant, 1),
  list_elements_page: (db) => listElements(db, tenant, 1, { limit: 1, offset: 1 } as never),
  left_to_tend: { send: (db) => sweepBatches(db), rows: [[{ hasUnfinished: false, hasUnlinked: false }]] },
  arm_waiting: { send: oneByOne, rows: [[], [], [], [{ id: 1 }]] },
  cancel_batch: (db) => cancelBatch(db, 1),
  end_cancelled: (db) => endCancelled(db),
  finish_batches: (db) => finishBatches(db),
};
