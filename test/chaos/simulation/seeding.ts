import { describeKey, isSameSequence, standingKeys } from "./companies.js";
import { flush } from "./database.js";
import { beginIncarnation, firstHistory } from "./histories.js";
import type { Parts } from "./parts.js";
import { countedReport, findReport } from "./reported-books.js";
import { missForgotten, newSequence } from "./store/sequences.js";

const asksEveryMs = 5_000;

/**
 * A model of issuer/contingency/seed-sequences.ts: asks for the last numbers of the sequences at points of sale that stand in, with
 * their dates, wherever they are not known. A failover may forget that they were.
 */
export function startSeeding(parts: Parts): void {
  const { world, database, books, ledger } = parts;
  const { circumstances, guards, scheduler, random, outages } = world;
  const { isSeeded = false, seedsAtMs = 0 } = circumstances.contingency ?? {};
  if (!isSeeded) return;

  function seed(key: ReturnType<typeof standingKeys>[number]): void {
    let sequence = database.sequences.find((one) => isSameSequence(one.key, key));
    const isKnown = sequence && sequence.lastNumber !== null;
    if (isKnown) return;
    const lastNumber = countedReport(world, books, key);
    const last = lastNumber > 0 ? findReport(world, books, key, lastNumber) : undefined;
    if (lastNumber > 0 && !last) return;
    beginIncarnation(parts, "seeding");
    sequence ??= newSequence(database, key, scheduler.nowMs());
    // As every taking does.
    sequence.epoch++;
    sequence.token = String(++database.lastToken);
    if (sequence.timeline !== database.timeline) sequence.unverified = true;
    sequence.timeline = database.timeline;
    if (database.timeline !== firstHistory && guards.seedsWithDoubt) sequence.unverified = true;
    missForgotten({ world, database }, sequence, lastNumber);
    sequence.lastNumber = lastNumber;
    sequence.lastDate = guards.seedsWithDate ? (last?.content["CbteFch"] ?? null) : null;
    flush(database);
    ledger.knownBefore(key, lastNumber);
    world.tell("seeding", `${describeKey(key)} begins after ${lastNumber}${sequence.unverified ? ", unverified" : ""}`);
  }

  const ask = (): void => {
    if (outages.size === 0 || (!world.faultsGoOn() && !outages.has("database")))
      for (const key of standingKeys(circumstances)) if (random.chance(0.8)) seed(key);
  };
  const again = (): void => {
    ask();
    scheduler.after(asksEveryMs, again);
  };
  if (seedsAtMs === 0) for (const key of standingKeys(circumstances)) seed(key);
  scheduler.after(Math.max(seedsAtMs, asksEveryMs), again);
}
