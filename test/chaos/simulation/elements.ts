import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import { arm } from "./arming.js";
import type { AuthorityBooks } from "./authority.js";
import { keyOf } from "./companies.js";
import type { Database } from "./database.js";
import { type BatchRow, describeRow, type ElementRow, isOfKey, isOpen, type Row } from "./rows.js";
import type { Sale } from "./sale.js";
import { findObstacle } from "./suspicion.js";
import type { World } from "./world.js";

/** Source: shared/db/issuing/places.ts. */
export const backgroundPositions = 2 ** 40;
const positionsPerBatch = 1_000;

export const unconfirmed: NoVoucher = { code: "TAXAUTH_UNCONFIRMED" };

/** Whether it asked for the point of sale and type of the sale. */
const isOfSale = ({ sequence }: Row, { posNumber, voucherType }: Sale) =>
  sequence.posNumber === posNumber && sequence.voucherType === voucherType;

/** The parts of the statements about elements, as in shared/db/batches/arm-elements.ts. */
export function createElements(world: World, database: Database, books: AuthorityBooks) {
  const { guards } = world;

  const isOfLostHistory = ({ timeline }: { timeline: number }) => timeline !== database.timeline;

  const rowOf = ({ companyId }: BatchRow, { key }: ElementRow): Row | undefined =>
    database.rows.find((row) => isOfKey(row, companyId, key));

  function settle(batch: BatchRow, element: ElementRow, state: "issued" | "failed", outcome: NoVoucher | null): void {
    const row = rowOf(batch, element);
    if (outcome?.code === "TAXAUTH_UNCONFIRMED" && !isOfLostHistory(batch) && !(row && isOpen(row)))
      world.violate("I6", `the element ${element.key} is unconfirmed, but its key was free and nobody sent it`);
    Object.assign(element, { state, outcome, settledAtMs: element.settledAtMs ?? database.clockMs() });
  }

  return {
    isOfLostHistory,
    rowOf,
    settle,

    /** Ends an element that was not armed. */
    endUnarmed(batch: BatchRow, element: ElementRow, outcome: NoVoucher): void {
      settle(batch, element, "failed", outcome);
      if (!guards.endedKeepTheirKey) element.issuanceId = null;
      if (!guards.endedKeepTheirKey || element.issuanceId !== null) element.hasAttempt = false;
    },

    /** Arms those whose key is free. */
    armAll(who: string, batch: BatchRow, elements: ElementRow[]): void {
      for (const element of elements) {
        const { key, rank, sale, requestId, deadlineAtMs } = element;
        const place = guards.elementsGoLast
          ? backgroundPositions + batch.id * positionsPerBatch + rank
          : ++database.lastPlace;
        const { companyId } = batch;
        const arming = { companyId, key, sale, requestId, place, deadlineAtMs, patient: true, isElement: true };
        const armed = arm(world, database, arming, guards.elementsWaitForTheirKey);
        if (!armed) continue;
        // Not even in a time that a failover forgot.
        const granted = books.grants.find(({ tag }) => tag?.requestId === requestId);
        if (granted) world.violate("I1", `${key} is armed again, but ${granted.number} was granted to this element`);
        Object.assign(element, { issuanceId: armed.row.id, revision: armed.row.revision, hasAttempt: false });
        world.tell(who, `arms ${key} as ${describeRow(armed.row)}`);
        database.changed(armed.row);
      }
    },

    /** The key has its voucher already: it is the element's, or another sale's. */
    adopt(batch: BatchRow, element: ElementRow): boolean {
      const own = rowOf(batch, element);
      const wanted = keyOf(batch.companyId, element.sale.posNumber, element.sale.voucherType);
      const obstacle = own && findObstacle(world, database, own, wanted);
      if (obstacle) {
        const refused: NoVoucher = { code: "VALIDATION_ERROR", obstacle: { why: "barred" } };
        if (element.state === "pending")
          Object.assign(element, {
            ...{ state: "failed", settledAtMs: database.clockMs() },
            outcome: obstacle === "unverified" || obstacle === "othersUnverified" ? unconfirmed : refused,
          });
        // It counts as issued once its key is: the sweep links it.
        if (obstacle === "barred") element.hasAttempt = false;
        return true;
      }
      if (own?.state !== "approved") return false;
      if (isOfSale(own, element.sale)) {
        element.issuanceId = own.id;
        settle(batch, element, "issued", null);
      } else if (element.state === "pending") {
        settle(batch, element, "failed", { code: "VALIDATION_ERROR", obstacle: { why: "barred" } });
      }
      element.hasAttempt = false;
      return true;
    },
  };
}

export type Elements = ReturnType<typeof createElements>;

/** The trigger settle_elements: notes what became of an issuance on the elements of its key, in the same commit. */
export function noteOnElements(world: World, database: Database, row: Row): void {
  const { guards, random } = world;
  if (!guards.notesInTheCommit && random.chance(0.3)) return;
  const isToldEarly = !guards.elementsWaitForOutcome && row.doubt === "unconfirmed";
  if (!row.batched || (isOpen(row) && !isToldEarly)) return;
  for (const element of database.batches.flatMap(({ elements }) => elements)) {
    if (element.issuanceId !== row.id) continue;
    const isIssued = row.state === "approved" && isOfSale(row, element.sale);
    if (isIssued || (element.state === "pending" && element.revision !== null)) {
      element.settledAtMs ??= database.clockMs();
      element.state = row.state === "approved" ? "issued" : "failed";
      element.outcome = isToldEarly ? { code: "TAXAUTH_ERROR", reasons: [] } : row.outcome;
      element.hasAttempt = false;
    } else if (element.state === "pending") {
      // It waited for the key. The sweep looks at it.
      element.issuanceId = null;
    }
  }
}
