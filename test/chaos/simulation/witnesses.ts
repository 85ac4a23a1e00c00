import { isAhead, isSetBack, type Sighting } from "../../../shared/domain/sighting.js";
import { openConnection, type Query } from "./connection.js";
import type { Database } from "./database.js";
import { renewHistory } from "./histories.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

const looksEveryMs = 1_000;

/** What the processes keep of the database outside it: a model of shared/history/. */
export interface Witnesses {
  redis: Sighting | undefined;
  storage: Sighting | undefined;
  /** The checks know: what the storage would have if every process kept what it should. */
  due: Sighting | undefined;
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

/** Nothing that is older than what is kept, and only where `unkept` is not kept yet. */
function keep(
  { world: { outages }, witnesses }: WitnessParts,
  sighting: Sighting,
  { unkept = sighting, isKept = true } = {},
): void {
  const later = (kept: Sighting | undefined) =>
    kept && (isSetBack(sighting, kept) || !isAhead(unkept, kept)) ? kept : sighting;
  witnesses.due = later(witnesses.due);
  if (!isKept) return;
  if (!outages.has("redis")) witnesses.redis = later(witnesses.redis);
  witnesses.storage = later(witnesses.storage);
}

/** The start of the database to which an API is connected, and what it saw last. */
const connectedTo = new WeakMap<Process, number>();
const seenBy = new WeakMap<Process, Sighting>();

function isSetBackFor(parts: WitnessParts, process: Process): boolean {
  renewHistory(parts, process.name);
  const present = sightingOf(parts.database);
  const own = parts.world.guards.apisKeep ? seenBy.get(process) : undefined;
  return [...seenOutside(parts), ...(own ? [own] : [])].some((one) => isSetBack(present, one));
}

/** An API's connections. A new one waits for an issuer while files were copied back. */
export function openWatched(parts: WitnessParts, process: Process): Query {
  const { database, world } = parts;
  const connect = openConnection(world, process);
  return (name, statement) =>
    connect(name, () => {
      if (connectedTo.get(process) !== database.starts && world.guards.apisCompare && isSetBackFor(parts, process))
        throw new Error("no issuer has noted yet that the database went back");
      connectedTo.set(process, database.starts);
      return statement();
    });
}

/**
 * The rounds of one life of an API: it keeps what it sees, and what it saw before the database went back, unless another kept what it saw
 * a round ago. A round is no step of the process, so that it is no further chance of a crash.
 */
export function keepFromApi(parts: WitnessParts, process: Process): void {
  const { world, database } = parts;
  const { scheduler, guards, outages } = world;
  const life = process.life();
  seenBy.delete(process);
  let before: Sighting | undefined;
  const look = (): void => {
    if (!process.isAlive() || process.life() !== life) return;
    if (!process.isPaused()) {
      if (!outages.has("database") && !isSetBackFor(parts, process)) seenBy.set(process, sightingOf(database));
      const own = seenBy.get(process);
      if (own && before) keep(parts, own, { unkept: before, isKept: guards.apisKeep });
      before = own;
    }
    scheduler.after(looksEveryMs, look);
  };
  scheduler.after(looksEveryMs, look);
}

interface WitnessParts {
  world: World;
  database: Database;
  witnesses: Witnesses;
}

/** One life of an issuer, which compares the database with what was seen of it before. */
export function createWitness(parts: WitnessParts, process: Process, connect: Query) {
  const { world, database } = parts;
  const { guards } = world;
  let memory: Sighting | undefined;
  let start: number | undefined;

  const seenBefore = () => (memory ? [memory, ...seenOutside(parts)] : seenOutside(parts));

  function compare(seen: Sighting[]): void {
    if (database.timeline === 0) renewHistory(parts, process.name);
    const present = sightingOf(database);
    if (guards.comparesPositions && seen.some((one) => isSetBack(present, one)))
      renewHistory(parts, process.name, present.history);
  }

  /** A connection that is new compares before its first statement. */
  const query: Query = (name, statement) =>
    connect(name, () => {
      if (start !== database.starts && guards.comparesAtConnect) compare(seenBefore());
      start = database.starts;
      database.position++;
      return statement();
    });

  /** What was seen is read before the position: another process may keep a later one meanwhile. */
  async function look(): Promise<void> {
    const seen = seenBefore();
    memory = await query("look", () => {
      compare(seen);
      return sightingOf(database);
    });
    keep(parts, memory);
  }

  const again = (): void => {
    look()
      .catch(() => undefined)
      .then(() => process.later(looksEveryMs, again));
  };

  return { query, start: again };
}
