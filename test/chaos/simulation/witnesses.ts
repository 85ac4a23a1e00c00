import { isSetBack, type Sighting } from "../../../shared/domain/sighting.js";
import type { Query } from "./connection.js";
import type { Database } from "./database.js";
import { renewHistory } from "./histories.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

const looksEveryMs = 1_000;

/** What the issuers keep of the database outside it: a model of issuer/history/. */
export interface Witnesses {
  redis: Sighting | undefined;
  storage: Sighting | undefined;
  /** The checks know: the history whose files were copied back, until this is noticed. */
  unnoticed: number | undefined;
}

export const sightingOf = ({ place, timeline, history: { earlier }, position }: Database): Sighting => ({
  place: String(place),
  history: timeline,
  earlier,
  position: BigInt(position),
});

/** One life of an issuer, which compares the database with what was seen of it before. */
export function createWitness(
  parts: { world: World; database: Database; witnesses: Witnesses },
  process: Process,
  connect: Query,
) {
  const { world, database, witnesses } = parts;
  const { guards, outages } = world;
  let memory: Sighting | undefined;
  let start: number | undefined;

  const seenOutside = () => {
    const { redis, storage } = witnesses;
    const seen = [memory, outages.has("redis") ? undefined : redis, guards.keepsBesidePdfs ? storage : undefined];
    return seen.filter((one) => one !== undefined);
  };

  function compare(seen: Sighting[]): void {
    if (database.timeline === 0) renewHistory(parts, process.name);
    const present = sightingOf(database);
    if (guards.comparesPositions && seen.some((one) => isSetBack(present, one)))
      renewHistory(parts, process.name, present.history);
  }

  function keep(sighting: Sighting): void {
    memory = sighting;
    if (!outages.has("redis")) witnesses.redis = sighting;
    witnesses.storage = sighting;
  }

  /** A connection that is new compares before its first statement. */
  const query: Query = (name, statement) =>
    connect(name, () => {
      if (start !== database.starts && guards.comparesAtConnect) compare(seenOutside());
      start = database.starts;
      database.position++;
      return statement();
    });

  /** What was seen is read before the position: another issuer may keep a later one meanwhile. */
  async function look(): Promise<void> {
    const seen = seenOutside();
    const present = await query("look", () => {
      compare(seen);
      return sightingOf(database);
    });
    keep(present);
  }

  const again = (): void => {
    look()
      .catch(() => undefined)
      .then(() => process.later(looksEveryMs, again));
  };

  return { query, start: again };
}
