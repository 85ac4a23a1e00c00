import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { newWebhookSecret } from "../../../shared/webhooks/sign.js";

const secrets = z.record(z.string(), z.string());

/**
 * The secret that signs what is forwarded to this machine, the same every time for the same `name`. It is kept in a file that only
 * this user can read, because it opens nothing but the door of a program on this machine.
 * @throws Error naming the file when it cannot be read or written
 */
export function keptSecret(name: string, file = path.join(homedir(), ".config", "talonario", "webhook-secrets.json")) {
  const known = readSecrets(file);
  const kept = known[name];
  if (kept !== undefined) return kept;
  const secret = newWebhookSecret();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ ...known, [name]: secret }, null, 2)}\n`, { mode: 0o600 });
  return secret;
}

function readSecrets(file: string): Record<string, string> {
  try {
    return secrets.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new Error(`${file} cannot be read; remove it, and a new secret will be made.`, { cause: error });
  }
}
