import type { Query } from "./connection.js";
import { type Database, flush } from "./database.js";
import { type Elements, unconfirmed } from "./elements.js";
import { type BatchRow, type ElementRow, isOpen, isUnarmed, isUnlinked } from "./rows.js";
import type { World } from "./world.js";

/** Few, so that those of one company would starve those of another. */
const maxOfOne = 2;
const mostOfAll = 2;
/** Enough for all elements of a run in a few sweeps. */
const rounds = 20;

/** So many sweeps may pass over an element whose key is free. */
const mostPassed = 6;

type Looked = { batch: BatchRow; element: ElementRow };

/** The sweep of shared/db/batches/waiting-elements.ts. */
export function createWaitingElements(world: World, database: Database, elements: Elements) {
  const { guards, circumstances } = world;
  const { isOfLostHistory, rowOf } = elements;
  const passed = new Map<string, number>();

  const all = (): Looked[] =>
    database.batches.flatMap((batch) => batch.elements.map((element) => ({ batch, element })));
  const isLost = (batch: BatchRow) => guards.lostElementsAreNotArmed && isOfLostHistory(batch);
  const isLate = ({ recordedAtMs }: BatchRow) => recordedAtMs + circumstances.timeoutMs <= database.clockMs();
  const isOfOpenKey = ({ batch, element }: Looked) => {
    const row = rowOf(batch, element);
    return row !== undefined && isOpen(row);
  };

  /** The first loose elements of each company, and of these the first of each before the second of any. */
  function pick(): Looked[] {
    if (!guards.sweepTakesTurns)
      return all()
        .filter(({ element }) => isUnarmed(element))
        .slice(0, mostOfAll);
    const loose = all().filter(({ element }) => isUnlinked(element));
    const placeOf = ({ batch, element }: Looked) =>
      loose.filter((one) => one.batch.companyId === batch.companyId).findIndex((one) => one.element === element);
    return loose
      .map((one) => ({ ...one, place: placeOf(one) }))
      .filter(({ place }) => place < maxOfOne)
      .toSorted((a, b) => a.place - b.place || a.batch.id - b.batch.id)
      .slice(0, mostOfAll);
  }

  /** Runs one statement for each of these, and gives how many it changed. */
  function statement(looked: Looked[], change: (one: Looked) => boolean): number {
    const changed = looked.filter((one) => change(one)).length;
    flush(database);
    return changed;
  }

  const linkLoose = (): number =>
    statement(pick(), ({ batch, element }) => {
      const row = rowOf(batch, element);
      if (!isUnlinked(element) || !row || row.state === "approved") return false;
      if (!isOpen(row) && element.state === "pending" && !isLost(batch)) return false;
      element.issuanceId = row.id;
      row.batched ||= guards.linksMarkTheKey;
      if (element.state !== "pending") element.hasAttempt = false;
      return true;
    });

  const endLate = (): number =>
    statement(all(), ({ batch, element }) => {
      const isToEnd = guards.lateIsJudgedByKey ? element.issuanceId !== null : rowOf(batch, element) !== undefined;
      if (!isUnarmed(element) || !isToEnd || !(isLate(batch) || isLost(batch))) return false;
      elements.endUnarmed(batch, element, unconfirmed);
      return true;
    });

  const armLoose = (who: string): number =>
    statement(pick(), (one) => {
      const { batch, element } = one;
      if (!isUnlinked(element) || isOfOpenKey(one)) return false;
      if (elements.adopt(batch, element)) return true;
      if (element.state === "pending" && !isLost(batch)) {
        elements.armAll(who, batch, [element]);
        return !isUnlinked(element);
      }
      if (rowOf(batch, element)) return false;
      if (element.state === "pending") elements.settle(batch, element, "failed", unconfirmed);
      element.hasAttempt = false;
      return true;
    });

  const nameOf = ({ batch, element }: Looked) => `${batch.id}/${element.key}`;
  const freeOnes = () =>
    all().filter((one) => (isUnarmed(one.element) || isUnlinked(one.element)) && !isOfOpenKey(one));

  /** I10: nobody's elements stand before another's whose key is free. */
  function checkPassed(before: Looked[]): void {
    const names = new Set(before.map(nameOf));
    const still = freeOnes().filter((one) => names.has(nameOf(one)));
    const counts = still.map((one) => [nameOf(one), (passed.get(nameOf(one)) ?? 0) + 1] as const);
    passed.clear();
    for (const [name, count] of counts) {
      passed.set(name, count);
      if (count > mostPassed)
        world.violate("I10", `${count} sweeps passed over the element ${name}, although its key is free`);
    }
  }

  return async function enqueueWaiting(who: string, query: Query): Promise<void> {
    if (!guards.sweepTendsBatches) return;
    const before = freeOnes();
    for (let round = 0; round < rounds; round++) {
      const linked = await query("linkLoose", linkLoose);
      const ended = await query("endLate", endLate);
      const armed = await query("armLoose", () => armLoose(who));
      if (linked + ended + armed < maxOfOne) break;
    }
    checkPassed(before);
  };
}
