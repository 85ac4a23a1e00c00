import { readFileSync } from "node:fs";
import type { Keys } from "../../sandbox/seed-demo.js";
import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Violation } from "../../support/readers/violations.js";

/** I13: no log and no Redis key contains a secret. */
export async function findSecrets(system: System, processes: ProcessName[]): Promise<Violation[]> {
  const places: [string, string][] = processes.map((name) => [
    `the log of ${name}`,
    readFileSync(system.logFile(name), "utf8"),
  ]);
  places.push(["Redis", await readRedis(system)]);
  return places.flatMap(([place, text]) => secretsIn(place, text, system.keys));
}

export function secretsIn(place: string, text: string, { keys, mono }: Keys): Violation[] {
  const secrets = {
    "an API key": [keys.test, keys.production, mono.keys.test, mono.keys.production],
    "a private key": ["PRIVATE KEY-----"],
    // Every token of the authority is a base64 XML document and begins like this.
    "an access ticket": [Buffer.from("<?xml version").toString("base64").slice(0, 16)],
  };
  return Object.entries(secrets)
    .filter(([, patterns]) => patterns.some((pattern) => text.includes(pattern)))
    .map(([secret]) => ({ invariant: "I13", text: `${secret} appears in ${place}` }));
}

/** The text of every job in Redis. */
async function readRedis({ redis }: System): Promise<string> {
  const parts: string[] = [];
  for (const key of await redis.keys("talonario:*")) {
    if ((await redis.type(key)) === "hash") parts.push(JSON.stringify(await redis.hgetall(key)));
  }
  return parts.join("\n");
}
