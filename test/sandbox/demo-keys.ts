import { createHash } from "node:crypto";
import { readStored, sandboxPaths } from "./sandbox-folder.js";
import { type Keys, seedDemo } from "./seed-demo.js";
import { certificateSigner } from "./simulator.js";
import { writeWhole } from "./write-whole.js";

export interface DemoOptions {
  databaseUrl: string;
  /** The database comes from the environment and is not the sandbox's own. */
  isGiven: boolean;
  sealingKey: string;
  authorityUrl: string | null;
}

/** Creates or finds the demo companies and gives their API keys. Stores them per database, because a key is shown only once. */
export async function openDemo({ databaseUrl, isGiven, sealingKey, authorityUrl }: DemoOptions): Promise<Keys> {
  const database = isGiven ? createHash("sha256").update(databaseUrl).digest("hex") : "embedded";
  const kept = readStored<Record<string, Keys>>(sandboxPaths.keys) ?? {};
  const existing = kept[database];
  const keys = await seedDemo({
    databaseUrl,
    sealingKey,
    ...(existing ? { existing } : {}),
    signCertificate: certificateSigner(authorityUrl),
    hasActivities: true,
    hasPlan: true,
  });
  writeWhole(sandboxPaths.keys, JSON.stringify({ ...kept, [database]: keys }));
  return keys;
}
