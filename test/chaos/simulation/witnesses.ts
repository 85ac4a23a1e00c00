import { isSetBack, type Sighting } from "../../../shared/domain/sighting.js";
import { openConnection, type Query } from "./connection.js";
import type { Database } from "./database.js";
import { renewHistory } from "./histories.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

const looksEveryMs = 1_000;

/** What the issuers keep of the database outside it: a model of shared/history/. */
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

const seenOutside = ({ world: { outages, guards }, witnesses: { redis, storage } }: WitnessParts): Sighting[] =>
  [outages.has("redis") ? undefined : redis, guards.keepsBesidePdfs ? storage : undefined].filter(
    (one) => one !== undefined,
  );

/** The start of the database to which an API is connected. */
const connectedTo = new WeakMap<Process, number>();

/** An API's connections. A new one waits for an issuer while files were copied back. */
export function openWatched(parts: WitnessParts, process: Process): Query {
  const { database, world } = parts;
  const connect = openConnection(world, process);
  return (name, statement) =>
    connect(name, () => {
      if (connectedTo.get(process) !== database.starts && world.guards.apisCompare) {
        renewHistory(parts, process.name);
        const present = sightingOf(database);
        if (seenOutside(parts).some((one) => isSetBack(present, one)))
          throw new Error("no issuer has noted yet that the database went back");
      }
      connectedTo.set(process, database.starts);
      return statement();
    });
}

interface WitnessParts {
  world: World;
  database: Database;
  witnesses: Witnesses;
}

/** One life of an issuer, which compares the database with what was seen of it before. */
export function createWitness(parts: WitnessParts, process: Process, connect: Query) {
  const { world, database, witnesses } = parts;
  const { guards, outages } = world;
  let memory: Sighting | undefined;
  let start: number | undefined;

  const seenBefore = () => (memory ? [memory, ...seenOutside(parts)] : seenOutside(parts));

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
      if (start !== database.starts && guards.comparesAtConnect) compare(seenBefore());
      start = database.starts;
      database.position++;
      return statement();
    });

  /** What was seen is read before the position: another issuer may keep a later one meanwhile. */
  async function look(): Promise<void> {
    const seen = seenBefore();
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
