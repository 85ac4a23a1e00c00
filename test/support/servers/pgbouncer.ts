import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { isRoot, nobody } from "../../sandbox/servers/readable-folder.js";
import { spawnService } from "../../sandbox/spawn-service.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** PgBouncer in front of a server. */
export interface PgBouncer extends AsyncDisposable {
  port: number;
  version: string;
  logFile: string;
}

/** Of Debian's package, for instance. */
const program = "pgbouncer";

/** The version on this machine; undefined without one. */
export const pgBouncerVersion = (): string | undefined =>
  /PgBouncer (\S+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];

/** @param roles the roles that connect, with their passwords */
export async function startPgBouncer(
  serverUrl: string,
  roles: Record<string, string>,
  { mode, most }: { mode: "session" | "transaction"; most: number },
): Promise<PgBouncer> {
  const folder = mkdtempSync("/var/tmp/talonario-pgbouncer-");
  const port = await findFreePort();
  const [users, settings, logFile] = ["users.txt", "pgbouncer.ini", "log"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    users,
    Object.entries(roles)
      .map(([role, password]) => `"${role}" "${password}"\n`)
      .join(""),
  );
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${new URL(serverUrl).port}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir =", `auth_file = ${users}`],
    ...[
      "auth_type = scram-sha-256",
      `pool_mode = ${mode}`,
      `default_pool_size = ${most}`,
      `max_db_connections = ${most}`,
    ],
  ];
  writeFileSync(settings, `${lines.join("\n")}\n`);
  chmodSync(folder, 0o755);
  if (isRoot) for (const each of [folder, users, settings]) chownSync(each, nobody.uid, nobody.gid);
  const server = spawnService({
    command: program,
    args: [settings],
    env: { PATH: process.env.PATH },
    logFile,
    ...(isRoot ? nobody : {}),
  });
  const url = new URL(serverUrl);
  url.port = `${port}`;
  const answers = async () => {
    const client = new pg.Client({ connectionString: url.href });
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isThere;
  };
  await waitFor(answers, { message: "PgBouncer to answer" });
  return {
    port,
    version: pgBouncerVersion() ?? "",
    logFile,
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
