import { appendFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { changeUrl } from "../../../shared/config/database-hosts.js";
import { makePostgresFolder, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { copyPostgresData, makeStandby } from "./postgres-data.js";

/** A primary and a standby that streams from it. */
export interface PostgresPair extends AsyncDisposable {
  primaryUrl: string;
  standbyUrl: string;
  /** Both hosts in one URL, the standby first. */
  url: string;
  /** Kills the primary as a crash of its host would. */
  killPrimary(): Promise<void>;
  /** The standby takes changes from now on. */
  promote(): Promise<void>;
  /** Waits until the standby has what the primary has committed by now. */
  catchUp(): Promise<void>;
  onPrimary<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  onStandby<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** @param prepare runs on the primary before it is copied; @param isSynchronous a commit waits for the standby */
export async function startPostgresPair({
  prepare = async () => undefined,
  isSynchronous = false,
}: {
  prepare?: (url: string) => Promise<unknown>;
  isSynchronous?: boolean;
} = {}): Promise<PostgresPair> {
  const [folder, copied] = [makePostgresFolder(), makePostgresFolder()];
  const [port, standbyPort] = [await findFreePort(), await findFreePort()];
  const first = await startPostgres({ folder, port });
  await prepare(first.url);
  await first.stop();
  await copyPostgresData(folder, copied);
  makeStandby(copied);
  const { password } = new URL(first.url);
  appendFileSync(
    path.join(copied, "data", "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby'\n`,
  );
  const primary = await startPostgres({
    ...{ folder, port },
    settings: isSynchronous ? ["synchronous_standby_names=standby"] : [],
  });
  const standby = await startPostgres({ folder: copied, port: standbyPort });
  const url = changeUrl(standby.url, (address) => address.searchParams.set("target_session_attrs", "read-write"));
  const pools = [primary.url, standby.url].map((connectionString) => {
    const pool = new pg.Pool({ connectionString, max: 1 });
    pool.on("error", () => undefined);
    return pool;
  });
  const ask = (at: number) => async (text: string, values?: unknown[]) =>
    (await pools[at]?.query(text, values))?.rows ?? [];
  const [onPrimary, onStandby] = [ask(0), ask(1)];
  await waitFor(
    async () => (await onPrimary("SELECT FROM pg_stat_replication WHERE state = 'streaming'")).length === 1,
    {
      message: "the standby to stream",
    },
  );
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    url: url.replace(`127.0.0.1:${standbyPort}`, `127.0.0.1:${standbyPort},127.0.0.1:${port}`),
    async killPrimary() {
      process.kill(primary.pid, "SIGKILL");
      await primary.stop();
    },
    async promote() {
      await onStandby("SELECT pg_promote()");
    },
    async catchUp() {
      const [row] = await onPrimary("SELECT pg_current_wal_flush_lsn()::text AS at");
      await waitFor(
        async () => (await onStandby("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has", [row.at]))[0].has,
        { message: "the standby to catch up" },
      );
    },
    onPrimary,
    onStandby,
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()));
      await Promise.all([primary.stop(), standby.stop()]);
      for (const each of [folder, copied]) rmSync(each, { recursive: true, force: true });
    },
  };
}
