import type { DueSequence } from "../../../../shared/db/issuing/sequences.js";
import { describeKey } from "../../../chaos/simulation/companies.js";
import { pair, type SaleParts, saleOf, sequenceOf } from "../hand.js";
import { seeIds } from "../seen.js";
import type { Side } from "../side.js";
import type { Stage } from "../stage.js";

/** Requests, sweeps and batches. */
export const recordingSteps = ({ step, idOf, revisionOf }: Stage) => ({
  record: (sequence: string, name: string, parts: SaleParts = {}) =>
    step(`record ${name} for ${sequence} ${JSON.stringify(parts)}`, (side) =>
      side.requests.record(...pair(name), saleOf(sequence, parts)),
    ),
  findObstacle: (sequence: string, name: string) =>
    step(`what keeps ${name} from ${sequence}`, (side) =>
      side.requests.findObstacle(sequenceOf(sequence), pair(name)[1]),
    ),
  promote: (name: string) => step(`bring ${name} forward`, async (side) => side.requests.promote(idOf(side, name))),
  cancelOverdue: (name: string, revision = revisionOf(name)) =>
    step(`cancel attempt ${revision} of ${name} if overdue`, async (side) =>
      side.requests.cancelOverdue({ id: idOf(side, name), revision }),
    ),
  cancelAllOverdue: () => step("cancel all overdue", (side) => side.requests.cancelAllOverdue(), seeIds),
  openSequences: () => step("list open sequences", (side) => side.requests.openSequences(), seeSequences),
  dueSequences: () => step("list what is due without jobs", (side) => side.requests.dueSequences(), seeSequences),

  acquireLease: (holder: string, sequence: string) =>
    step(`${holder} takes the lease of ${sequence}`, (side) =>
      side.leases.take(sequenceOf(sequence), idOfHolder(holder)),
    ),
  renewLease: (holder: string, sequence: string) =>
    step(`${holder} extends the lease of ${sequence}`, (side) =>
      side.leases.extend(sequenceOf(sequence), idOfHolder(holder)),
    ),
  releaseLease: (holder: string, sequence: string) =>
    step(`${holder} ends the lease of ${sequence}`, (side) =>
      side.leases.end(sequenceOf(sequence), idOfHolder(holder)),
    ),

  recordBatch: (companyId: number, elements: [sequence: string, key: string, parts?: SaleParts][]) =>
    step(
      `record a batch of ${companyId}: ${elements.map(([sequence, key]) => `${key} for ${sequence}`).join(", ")}`,
      (side) =>
        side.batches.record(
          companyId,
          elements.map(([sequence, key, parts = {}]) => ({ key, sale: saleOf(sequence, parts) })),
        ),
    ),
  cancelBatch: (id: number) => step(`cancel batch ${id}`, (side) => side.batches.cancel(id), seeIds),
  enqueueWaiting: () => step("arm waiting elements", (side) => side.batches.enqueueWaiting()),
  endCancelled: () => step("end what was cancelled", (side) => side.batches.endCancelled()),
  finishBatches: () => step("finish batches", (side) => side.batches.finish()),
});

/** @param holder a digit */
const idOfHolder = (holder: string) => `00000000-0000-4000-8000-${holder.padStart(12, "0")}`;

const seeSequences = (open: DueSequence[], _: Map<number, string>, { beginMs }: Side) =>
  open
    .map(
      (one) =>
        `${describeKey(one)} ${JSON.stringify(one.looks?.map(({ at }) => at - beginMs) ?? null)} ${one.nowMs - beginMs}`,
    )
    .sort();
