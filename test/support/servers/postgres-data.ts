import { execFile } from "node:child_process";
import { appendFileSync, chownSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { isRoot, nobody } from "../../sandbox/servers/readable-folder.js";

/** Copies the folder of a stopped server, with its owners and rights, into an empty folder. */
export async function copyPostgresData(base: string, copy: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${base}/.`, copy]);
}

/** From its next start, the server is a standby, until it is promoted. */
export function makeStandby(base: string): void {
  const signal = path.join(base, "data", "standby.signal");
  writeFileSync(signal, "");
  if (isRoot) chownSync(signal, nobody.uid, nobody.gid);
}

/** At its next start, the server recovers to the end of its own log, and goes on from there on a new timeline. */
export function makeRecovery(base: string): void {
  const data = path.join(base, "data");
  appendFileSync(path.join(data, "postgresql.auto.conf"), "restore_command = 'false'\n");
  const signal = path.join(data, "recovery.signal");
  writeFileSync(signal, "");
  if (isRoot) chownSync(signal, nobody.uid, nobody.gid);
}
