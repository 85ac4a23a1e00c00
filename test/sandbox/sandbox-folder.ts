import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { reachableFolder } from "./servers/readable-folder.js";
import { writeWhole } from "./write-whole.js";

const sandboxFolder = path.join(projectFolder, ".sandbox");

const inFolder = (name: string) => path.join(sandboxFolder, name);

/** The paths of the sandbox's files. A reset keeps the lock. */
export const sandboxPaths = {
  lock: inFolder("lock"),
  watchdog: inFolder("watchdog.json"),
  postgres: inFolder("postgres"),
  redis: inFolder("redis"),
  authority: inFolder("authority"),
  mail: inFolder("mail"),
  payments: inFolder("payments.json"),
  pdf: inFolder("pdf"),
  logs: inFolder("logs"),
  secrets: inFolder("secrets.json"),
  keys: inFolder("keys.json"),
  environment: inFolder("environment.json"),
  description: inFolder("sandbox.json"),
  panel: inFolder("panel.txt"),
};

export interface Secrets {
  secretKey: string;
  boardUser: string;
  boardPassword: string;
}

/** Creates the secrets once and keeps them for the next starts. */
export function openSecrets(): Secrets {
  const kept = readStored<Secrets>(sandboxPaths.secrets);
  if (kept) return kept;
  const secrets: Secrets = {
    secretKey: randomBytes(32).toString("base64"),
    boardUser: "demo",
    boardPassword: randomBytes(12).toString("base64url"),
  };
  writeWhole(sandboxPaths.secrets, JSON.stringify(secrets));
  return secrets;
}

/** Reads one of our JSON files. Undefined when it does not exist. */
export const readStored = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;

/** Removes the description of an earlier start, renames its logs and, with `reset`, removes all its data. */
export function prepareSandboxFolder(reset: boolean): void {
  removeDescription();
  if (reset) {
    const data = ["postgres", "redis", "authority", "mail", "payments", "pdf", "logs", "secrets", "keys"] as const;
    rmSync(reachableFolder(sandboxPaths.postgres), { recursive: true, force: true });
    for (const name of data) rmSync(sandboxPaths[name], { recursive: true, force: true });
  }
  mkdirSync(sandboxPaths.logs, { recursive: true });
  for (const name of readdirSync(sandboxPaths.logs).filter((one) => one.endsWith(".log"))) {
    renameSync(path.join(sandboxPaths.logs, name), path.join(sandboxPaths.logs, `${name}.previous`));
  }
}

/** Removes the files that are valid only while the sandbox runs. */
export function removeDescription(): void {
  for (const name of ["description", "environment", "panel"] as const) rmSync(sandboxPaths[name], { force: true });
}
