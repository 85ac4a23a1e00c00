import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makePostgresFolder, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { installedPostgres } from "../../sandbox/servers/postgres-binaries.js";
import { isRoot, nobody } from "../../sandbox/servers/readable-folder.js";

/** A server of the system's own PostgreSQL, as an operator has it: with its programs, a folder for backups, and what can be done to it. */
export interface OperatedPostgres {
  url: string;
  /** For the commands of a page. */
  env: Record<string, string>;
  backup: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As a host that is lost does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startOperatedPostgres(): Promise<OperatedPostgres> {
  const programs = path.join(installedPostgres() ?? "", "bin");
  const [folder, port] = [makePostgresFolder(), await findFreePort()];
  const backup = mkdtempSync(path.join(tmpdir(), "talonario-backup-"));
  mkdirSync(path.join(backup, "log"));
  // Whose files they are may move them, too.
  if (isRoot) for (const each of [folder, backup, path.join(backup, "log")]) chownSync(each, nobody.uid, nobody.gid);
  const open = () => startPostgres({ folder, port, version: "installed" });
  let server = await open();
  const { password } = new URL(server.url);
  return {
    url: server.url,
    backup,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      ...{ PGHOST: "127.0.0.1", PGPORT: `${port}`, PGUSER: "postgres", PGPASSWORD: password, PGDATABASE: "postgres" },
      ...{ DATA: path.join(folder, "data"), BACKUP: backup },
    },
    async start() {
      server = await open();
    },
    stop: () => server.stop(),
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    async close() {
      await server.stop();
      for (const each of [folder, backup]) rmSync(each, { recursive: true, force: true });
    },
  };
}
