import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { makePostgresFolder, startPostgres } from "../../../shared/sandbox/servers/embedded-postgres.js";
import type { PostgresVersion } from "../../../shared/sandbox/servers/postgres-binaries.js";
import { copyPostgresData } from "../../../shared/sandbox/servers/postgres-data.js";
import { type Demo, seedSignedBy } from "./demo-database.js";
import { createTestRoles } from "./process-roles.js";

/** The folder of a stopped server, to be copied: migrated, with the roles of the processes and the demo companies. */
export interface PreparedPostgres {
  folder: string;
  demo: Demo;
}

const prepared = new Map<PostgresVersion, Promise<PreparedPostgres>>();

/** Made once in a run, mostly: it takes as long as a short test. It goes with the folder of the run's certificate authority. */
export function preparePostgres(version: PostgresVersion): Promise<PreparedPostgres> {
  const made = prepared.get(version) ?? findOrMake(version);
  prepared.set(version, made);
  return made;
}

async function findOrMake(version: PostgresVersion): Promise<PreparedPostgres> {
  const { authorityFolder } = inject("demo");
  const place = path.join(authorityFolder, `postgres-${version}`);
  if (!existsSync(place)) await makeAt(place, version, authorityFolder);
  const keys = JSON.parse(readFileSync(path.join(place, "keys.json"), "utf8"));
  return { folder: path.join(place, "server"), demo: { keys, authorityFolder } };
}

async function makeAt(place: string, version: PostgresVersion, authorityFolder: string): Promise<void> {
  const base = makePostgresFolder();
  const server = await startPostgres({ folder: base, version, durable: false });
  try {
    await migrate(server.url);
    await createTestRoles(server.url);
    const keys = await seedSignedBy(authorityFolder, server.url);
    await server.stop();

    const own = `${place}-${process.pid}`;
    mkdirSync(path.join(own, "server"), { recursive: true });
    await copyPostgresData(base, path.join(own, "server"));
    writeFileSync(path.join(own, "keys.json"), JSON.stringify(keys));
    renameUnlessThere(own, place);
  } finally {
    await server.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Another worker may have made one meanwhile: then that one is taken. */
function renameUnlessThere(own: string, place: string): void {
  try {
    renameSync(own, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(own, { recursive: true });
  }
}
