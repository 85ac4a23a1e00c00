import { type DatabasePosition, isAhead, isBehindWatermark } from "../../../shared/domain/database-position.js";
import { openConnection, type Query } from "./connection.js";
import type { Database } from "./database.js";
import { beginIncarnation } from "./histories.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

const looksEveryMs = 1_000;
/** An API waits for an issuer no longer. */
const waitsMs = 15_000;

/** One that nobody signed was written by whoever can write there, and no issuer. */
export interface Watermark extends DatabasePosition {
  signed: boolean;
}

/** What the issuers keep of the database outside it: a model of shared/incarnation/. */
export interface Witnesses {
  redis: Watermark | undefined;
  storage: Watermark | undefined;
  /** The checks know: what the storage would have if every issuer kept what it should. */
  due: DatabasePosition | undefined;
  /** The checks know: the history whose files were copied back, until this is noticed. */
  unnoticed: number | undefined;
}

export const sightingOf = ({ place, timeline, history: { earlier }, position }: Database): DatabasePosition => ({
  place: String(place),
  history: timeline,
  earlier,
  position: BigInt(position),
});

const seenOutside = ({ world: { outages, guards }, witnesses: { redis, storage } }: WitnessParts): Watermark[] =>
  [outages.has("redis") ? undefined : redis, guards.keepsBesidePdfs ? storage : undefined].filter(
    (one) => one !== undefined,
  );

/** Nothing that is older than what is kept. What nobody signed is written over. */
function keep({ world: { outages }, witnesses }: WitnessParts, sighting: DatabasePosition): void {
  const later = (kept: Watermark | undefined): Watermark =>
    kept?.signed && !isAhead(sighting, kept) ? kept : { ...sighting, signed: true };
  witnesses.due = later(witnesses.due && { ...witnesses.due, signed: true });
  if (!outages.has("redis")) witnesses.redis = later(witnesses.redis);
  witnesses.storage = later(witnesses.storage);
}

/** The start of the database to which an API is connected, what it saw last, and since when it waits for an issuer. */
const connectedTo = new WeakMap<Process, number>();
const seenBy = new WeakMap<Process, DatabasePosition>();
const waitsSince = new WeakMap<Process, number>();

/** An API has no key: whatever lies outside is a hint, for which it waits 15 s at most. */
function waitsForIssuer(parts: WitnessParts, process: Process): boolean {
  beginIncarnation(parts, process.name);
  const present = sightingOf(parts.database);
  const own = seenBy.get(process);
  if (![...seenOutside(parts), ...(own ? [own] : [])].some((one) => isBehindWatermark(present, one))) {
    waitsSince.delete(process);
    return false;
  }
  const nowMs = parts.world.scheduler.nowMs();
  const since = waitsSince.get(process) ?? nowMs;
  waitsSince.set(process, since);
  if (nowMs - since < waitsMs) return true;
  seenBy.delete(process);
  return false;
}

/** An API's connections. A new one waits for an issuer while files were copied back. */
export function openWatched(parts: WitnessParts, process: Process): Query {
  const { database, world } = parts;
  const connect = openConnection(world, process);
  return (name, statement, heldUntilMs) =>
    connect(
      name,
      () => {
        if (connectedTo.get(process) !== database.starts && world.guards.apisCompare && waitsForIssuer(parts, process))
          throw new Error("no issuer has looked yet whether the database went back");
        connectedTo.set(process, database.starts);
        return statement();
      },
      heldUntilMs,
    );
}

/** The rounds of one life of an API. A round is no step of the process, so that it is no further chance of a crash. */
export function watchFromApi(parts: WitnessParts, process: Process): void {
  const { world, database } = parts;
  const { scheduler, outages } = world;
  const life = process.life();
  seenBy.delete(process);
  waitsSince.delete(process);
  const look = (): void => {
    if (!process.isAlive() || process.life() !== life) return;
    if (!process.isPaused() && !outages.has("database") && !waitsForIssuer(parts, process))
      seenBy.set(process, sightingOf(database));
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
  let memory: DatabasePosition | undefined;
  let start: number | undefined;

  /** What it saw itself, and what an issuer signed. */
  const seenBefore = (): DatabasePosition[] => {
    const believed = seenOutside(parts).filter(({ signed }) => signed || !guards.believesSignedAlone);
    return memory ? [memory, ...believed] : believed;
  };

  /** The operator who is asked about a second way back within an hour says at once that it is one. */
  function compare(seen: DatabasePosition[]): void {
    if (database.timeline === 0) beginIncarnation(parts, process.name);
    const present = sightingOf(database);
    if (!guards.comparesPositions || !seen.some((one) => isBehindWatermark(present, one))) return;
    if (parts.witnesses.unnoticed !== present.history)
      world.violate("I22", "the database gets another history, and its files were not copied back");
    beginIncarnation(parts, process.name, present.history);
  }

  /** A connection that is new compares before its first statement. */
  const query: Query = (name, statement, heldUntilMs) =>
    connect(
      name,
      () => {
        if (start !== database.starts && guards.comparesAtConnect) compare(seenBefore());
        start = database.starts;
        database.position++;
        return statement();
      },
      heldUntilMs,
    );

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
