import { once } from "node:events";
import type { Redis } from "ioredis";
import { z } from "zod";
import { isAhead, type Sighting } from "../domain/sighting.js";
import { NotStoredError } from "../storage/not-stored-error.js";
import type { Storage } from "../storage/storage.js";
import { within } from "../within.js";

/** Something outside the database that keeps what was seen of it. */
export interface Witness {
  name: string;
  /** Undefined when it has seen nothing, or nothing that can be read. Rejects when it is away. */
  read(place: string): Promise<Sighting | undefined>;
  /** Many processes write. Nothing is written that is not later than what is kept. Tells whether it wrote. */
  write(sighting: Sighting): Promise<boolean>;
}

/** No longer than a sale may wait for it. */
const patienceMs = 1_000;

export function witnessInRedis(redis: Redis): Witness {
  const keyOf = (place: string) => `talonario:database:${place}`;
  const ready = async () => {
    // With an end: it is asked every second, and each wait would leave a listener behind while Redis is away.
    if (redis.status !== "ready") await once(redis, "ready", { signal: AbortSignal.timeout(patienceMs) });
    return redis;
  };
  return patient({
    name: "Redis",
    read: async (place) => decode(place, await (await ready()).get(keyOf(place))),
    write: async (sighting) => void (await (await ready()).set(keyOf(sighting.place), encode(sighting))),
  });
}

/** Beside the PDFs. */
export function witnessInStorage(storage: Storage): Witness {
  const keyOf = (place: string) => `database/${place}.json`;
  return patient({
    name: "the storage of the PDFs",
    read: (place) =>
      storage.read(keyOf(place)).then(
        (bytes) => decode(place, bytes.toString()),
        (error) => {
          if (error instanceof NotStoredError) return undefined;
          throw error;
        },
      ),
    write: (sighting) => storage.write(keyOf(sighting.place), Buffer.from(encode(sighting))),
  });
}

interface Place extends Pick<Witness, "name" | "read"> {
  write(sighting: Sighting): Promise<void>;
}

const patient = ({ name, read, write }: Place): Witness => ({
  name,
  read: (place) => within(patienceMs, read(place)),
  write: (sighting) => within(patienceMs, writeIfLater({ read, write }, sighting)),
});

/** Two that write at the same time may leave the earlier one. Then the next round writes the later one again. */
async function writeIfLater({ read, write }: Pick<Place, "read" | "write">, sighting: Sighting): Promise<boolean> {
  if (!isAhead(sighting, await read(sighting.place))) return false;
  await write(sighting);
  return true;
}

const kept = z.object({
  history: z.int(),
  earlier: z.array(z.int()),
  position: z.string().regex(/^\d+$/).transform(BigInt),
});

const encode = ({ history, earlier, position }: Sighting) =>
  JSON.stringify({ history, earlier, position: `${position}` });

/** What somebody spoilt proves nothing. */
function decode(place: string, text: string | null): Sighting | undefined {
  try {
    return { place, ...kept.parse(JSON.parse(text ?? "")) };
  } catch {
    return undefined;
  }
}
