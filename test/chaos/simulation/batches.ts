import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import type { AuthorityBooks } from "./authority.js";
import { countQuota, type Database, flush } from "./database.js";
import { createElements, noteOnElements, unconfirmed } from "./elements.js";
import { nextId } from "./histories.js";
import { type BatchRow, describeRow, type ElementRow, isUnarmed, type Row } from "./rows.js";
import type { Sale } from "./sale.js";
import { createWaitingElements } from "./waiting-elements.js";
import type { World } from "./world.js";

export interface NewBatch {
  companyId: number;
  requestId: string;
  sales: { key: string; sale: Sale }[];
}

const cancelled: NoVoucher = { code: "CANCELLED" };

/** The statements about batches, with the conditions of shared/db/batches/. */
export function createBatches(world: World, database: Database, books: AuthorityBooks) {
  const { guards, scheduler, circumstances } = world;

  const find = (id: number) => database.batches.find((one) => one.id === id);
  const elementsOf = createElements(world, database, books);
  const { isOfLostHistory, adopt, armAll } = elementsOf;

  /** Ends what has no number: at the cancel, and afterwards what returned to the line or was armed meanwhile. */
  function cancelElements(who: string, batch: BatchRow): number[] {
    const isLost = (one: BatchRow | Row) => guards.lostElementsAreNotCancelled && isOfLostHistory(one);
    const rows: Row[] = [];
    for (const element of batch.elements) {
      const isPending = element.state === "pending" || !guards.cancelsPendingOnly;
      if (isUnarmed(element)) elementsOf.endUnarmed(batch, element, isLost(batch) ? unconfirmed : cancelled);
      const row = isPending ? database.rows.find(({ id }) => id === element.issuanceId) : undefined;
      if (!row || (row.revision !== element.revision && guards.cancelsOwnAttempt)) continue;
      if (row.state !== "queued" && !(row.state === "submitted" && !guards.cancelsQueuedOnly)) continue;
      if (row.requestId !== element.requestId)
        world.violate("I6", `a batch cancels ${describeRow(row)}, which another request armed`);
      if (row.state === "submitted") countQuota(database, batch.companyId, { reserved: -1 });
      const ended = isLost(row)
        ? { state: "failed", outcome: unconfirmed }
        : { state: "cancelled", outcome: cancelled };
      Object.assign(row, ended);
      world.tell(who, `cancels ${describeRow(row)} with its batch`);
      rows.push(row);
    }
    for (const row of rows) {
      noteOnElements(world, database, row);
      database.changed(row);
    }
    return rows.map(({ id }) => id);
  }

  return {
    read: (id: number): BatchRow | undefined => {
      const batch = find(id);
      return batch && structuredClone(batch);
    },

    record(who: string, { companyId, requestId, sales }: NewBatch): number {
      const recordedAtMs = database.clockMs();
      const id = nextId(database, "batches");
      const inOrder = sales.toSorted((a, b) => a.sale.date.localeCompare(b.sale.date));
      const elements = sales.map(
        ({ key, sale }, at): ElementRow => ({
          key,
          rank: inOrder.findIndex((one) => one.key === key),
          sale,
          requestId: `${requestId}.${at}`,
          state: "pending",
          issuanceId: null,
          revision: null,
          hasAttempt: true,
          deadlineAtMs: recordedAtMs + circumstances.timeoutMs,
          settledAtMs: null,
          outcome: null,
        }),
      );
      const { timeline } = database;
      const batch = {
        id,
        companyId,
        requestId,
        recordedAtMs,
        armedAtMs: scheduler.nowMs(),
        timeline,
        isCancelled: false,
        isFinished: false,
        elements,
      };
      database.batches.push(batch);
      world.tell(who, `records batch ${id} of ${companyId}: ${sales.map(({ key }) => key).join(", ")}`);
      armAll(
        who,
        batch,
        elements.filter((element) => !adopt(batch, element)),
      );
      flush(database);
      return id;
    },

    cancel(who: string, id: number): number[] {
      const batch = find(id);
      if (!batch?.elements.some(({ state }) => state === "pending")) return [];
      batch.isCancelled = true;
      world.tell(who, `cancels batch ${id}`);
      flush(database);
      return cancelElements(who, batch);
    },

    /** Elements whose key another request had. */
    enqueueWaiting: createWaitingElements(world, database, elementsOf),

    /** Elements of cancelled batches that returned to the line. */
    endCancelled: (who: string): number[] =>
      database.batches
        .filter(({ isCancelled, isFinished }) => isCancelled && !isFinished && guards.sweepTendsBatches)
        .flatMap((batch) => cancelElements(who, batch)),

    finish(): void {
      for (const batch of database.batches)
        batch.isFinished ||= guards.sweepTendsBatches && batch.elements.every(({ state }) => state !== "pending");
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
