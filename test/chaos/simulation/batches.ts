import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import { arm } from "./arming.js";
import type { AuthorityBooks } from "./authority.js";
import { countQuota, type Database, flush } from "./database.js";
import { type BatchRow, describeRow, type ElementRow, isOfKey, isOpen, type Row } from "./rows.js";
import type { Sale } from "./sale.js";
import type { World } from "./world.js";

/** Source: shared/db/issuing/places.ts. */
export const patientPlaces = 2 ** 40;
const placesOfBatch = 1_000;

export interface NewBatch {
  companyId: number;
  requestId: string;
  sales: { key: string; sale: Sale }[];
}

const unconfirmed: NoVoucher = { code: "TAXAUTH_UNCONFIRMED" };
const cancelled: NoVoucher = { code: "CANCELLED" };

/** Whether it asked for the point of sale and type of the sale. */
const isOfSale = ({ sequence }: Row, { posNumber, voucherType }: Sale) =>
  sequence.posNumber === posNumber && sequence.voucherType === voucherType;

/** The statements about batches, with the conditions of shared/db/batches/. */
export function createBatches(world: World, database: Database, books: AuthorityBooks) {
  const { guards, scheduler, circumstances } = world;

  const find = (id: number) => database.batches.find((one) => one.id === id);
  const isOfLostHistory = ({ timeline }: { timeline: number }) => timeline !== database.timeline;
  const voucherOf = ({ companyId }: BatchRow, { key }: ElementRow) =>
    database.rows.find((row) => isOfKey(row, companyId, key) && row.state === "approved");

  function settle(element: ElementRow, state: "issued" | "failed", outcome: NoVoucher | null): void {
    Object.assign(element, { state, outcome, settledAtMs: scheduler.nowMs() });
  }

  /** Arms those whose key is free, in the order of their dates. */
  function armAll(who: string, batch: BatchRow, elements: ElementRow[]): void {
    const inOrder = elements.toSorted((a, b) => a.sale.date.localeCompare(b.sale.date));
    for (const [at, element] of inOrder.entries()) {
      const { key, sale, requestId, deadlineAtMs } = element;
      const place = guards.elementsGoLast ? patientPlaces + batch.id * placesOfBatch + at : ++database.lastPlace;
      const { companyId } = batch;
      const arming = { companyId, key, sale, requestId, place, deadlineAtMs, patient: true, isElement: true };
      const armed = arm(world, database, arming, guards.elementsWaitForTheirKey);
      if (!armed) continue;
      // Not even in a time that a failover forgot.
      const granted = books.grants.find(({ tag }) => tag?.requestId === requestId);
      if (granted) world.violate("I1", `${key} is armed again, but ${granted.number} was granted to this element`);
      Object.assign(element, { issuanceId: armed.row.id, revision: armed.row.revision });
      world.tell(who, `arms ${key} as ${describeRow(armed.row)}`);
      database.changed(armed.row);
    }
  }

  /** The key has its voucher already: it is the element's, or another sale's. */
  function adopt(batch: BatchRow, element: ElementRow): boolean {
    const own = voucherOf(batch, element);
    if (!own) return false;
    if (isOfSale(own, element.sale)) {
      element.issuanceId = own.id;
      settle(element, "issued", null);
    } else {
      settle(element, "failed", { code: "VALIDATION_ERROR", message: "the key belongs to another voucher" });
    }
    return true;
  }

  /** Ends what has no number: at the cancel, and afterwards what returned to the line or was armed meanwhile. */
  function cancelElements(who: string, batch: BatchRow): number[] {
    const isLost = (one: BatchRow | Row) => guards.lostElementsAreNotCancelled && isOfLostHistory(one);
    const rows: Row[] = [];
    for (const element of batch.elements) {
      const isPending = element.state === "pending" || !guards.cancelsPendingOnly;
      if (isPending && element.issuanceId === null && element.state === "pending")
        settle(element, "failed", isLost(batch) ? unconfirmed : cancelled);
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
      const recordedAtMs = scheduler.nowMs();
      const id = (database.batches.at(-1)?.id ?? 0) + 1;
      const elements = sales.map(
        ({ key, sale }, at): ElementRow => ({
          key,
          sale,
          requestId: `${requestId}.${at}`,
          state: "pending",
          issuanceId: null,
          revision: null,
          deadlineAtMs: recordedAtMs + circumstances.patienceMs,
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
    armWaiting(who: string): void {
      if (!guards.sweepTendsBatches) return;
      for (const batch of database.batches) {
        const waiting = batch.elements.filter(({ state, issuanceId }) => state === "pending" && issuanceId === null);
        const open = waiting.filter((element) => !adopt(batch, element));
        const isLost = guards.lostElementsAreNotArmed && isOfLostHistory(batch);
        const isOver = batch.recordedAtMs + circumstances.patienceMs <= scheduler.nowMs() || isLost;
        if (isOver) for (const element of open) settle(element, "failed", unconfirmed);
        else armAll(who, batch, open);
      }
      flush(database);
    },

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

/** The trigger settle_elements: notes what became of an issuance on the elements of its key, in the same commit. */
export function noteOnElements({ guards, random, scheduler }: World, database: Database, row: Row): void {
  if (!guards.notesInTheCommit && random.chance(0.3)) return;
  const isToldEarly = !guards.elementsWaitForOutcome && row.doubt === "unconfirmed";
  if (isOpen(row) && !isToldEarly) return;
  for (const element of database.batches.flatMap(({ elements }) => elements)) {
    if (element.issuanceId !== row.id) continue;
    const isIssued = row.state === "approved" && isOfSale(row, element.sale);
    if (element.state !== "pending" && !isIssued) continue;
    element.settledAtMs ??= scheduler.nowMs();
    element.state = row.state === "approved" ? "issued" : "failed";
    element.outcome = isToldEarly ? { code: "TAXAUTH_ERROR", reasons: [] } : row.outcome;
  }
}
