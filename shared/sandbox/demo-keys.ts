import { createHash } from "node:crypto";
import { readKept, sandboxPaths } from "./sandbox-folder.js";
import { type Keys, seedDemo } from "./seed-demo.js";
import { certificateSigner } from "./simulator.js";
import { writeWhole } from "./write-whole.js";

export interface DemoOptions {
  databaseUrl: string;
  /** The database is one of the environment's, not the sandbox's own. */
  isGiven: boolean;
  secretKey: string;
  authorityUrl: string | null;
}

/** Makes the demo companies, or finds them, and gives their keys. A key is shown once, when it is made: they are kept by database. */
export async function openDemo({ databaseUrl, isGiven, secretKey, authorityUrl }: DemoOptions): Promise<Keys> {
  const database = isGiven ? createHash("sha256").update(databaseUrl).digest("hex") : "embedded";
  const kept = readKept<Record<string, Keys>>(sandboxPaths.keys) ?? {};
  const existing = kept[database];
  const keys = await seedDemo({
    databaseUrl,
    secretKey,
    ...(existing ? { existing } : {}),
    signCertificate: certificateSigner(authorityUrl),
  });
  writeWhole(sandboxPaths.keys, JSON.stringify({ ...kept, [database]: keys }));
  return keys;
}
