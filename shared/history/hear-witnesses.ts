import type { Sighting } from "../domain/sighting.js";
import type { Log } from "../log.js";
import type { Witness } from "./witnesses.js";

/** A witness, and what it has seen: nothing while it is away. */
export interface HeardWitnesses {
  witness: Witness;
  seen: Sighting | undefined;
}

/** Asks witnesses and tells them. None of it rejects: a witness that is away proves nothing. Each trouble is told once, and its end. */
export function hearWitnesses(witnesses: Witness[], log: Log) {
  const away = new Set<Witness>();
  // A storage may be read, and take nothing.
  const refusing = new Set<Witness>();

  async function hear(witness: Witness, place: string): Promise<HeardWitnesses> {
    try {
      const seen = await witness.read(place);
      if (away.delete(witness)) log.info(`${witness.name} answers again how far the database had got`);
      return { witness, seen };
    } catch (error) {
      if (!away.has(witness))
        log.warn({ error }, `${witness.name} is away: a database that goes back may not be noticed`);
      away.add(witness);
      return { witness, seen: undefined };
    }
  }

  async function tell(witness: Witness, sighting: Sighting): Promise<void> {
    try {
      // What another has kept shows nothing of this process's own writing.
      if ((await witness.write(sighting)) && refusing.delete(witness))
        log.info(`${witness.name} keeps again how far the database has got`);
    } catch (error) {
      if (away.has(witness) || refusing.has(witness)) return;
      log.warn(
        { error },
        `${witness.name} keeps nothing of this process: a database that goes back may not be noticed`,
      );
      refusing.add(witness);
    }
  }

  return {
    ask: (place: string): Promise<HeardWitnesses[]> => Promise.all(witnesses.map((witness) => hear(witness, place))),
    tell,
  };
}
