import { drawTable } from "../../api/admin/table.js";
import { sequenceOf } from "./client.js";
import { cpuPerVoucher, readCpuMs } from "./cpu-time.js";
import { closedLoop } from "./load.js";
import { type Bench, openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, readCircumstances, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- footprint [--vouchers 2000] [--sequences 6,50]
  --vouchers   vouchers in each turn
  --sequences  busy sequences; each has one client that sends its next voucher after the answer`;

interface Turn {
  sequences: number;
  perSecond: number;
  /** Of PostgreSQL's log, for each voucher; of these, whole pages after a checkpoint. */
  walBytes: number;
  wholePageBytes: number;
  /** By which each table with its indexes has grown, for each voucher. */
  keptBytes: Record<string, number>;
  cpuMs: Record<string, number>;
  /** The most that each process had open. */
  connections: Record<string, number>;
}

/** Measures what a voucher costs the database: bytes of its log, bytes kept, connections. Without PDF and mail. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, { vouchers: "2000", sequences: "6,50" });
  if (!options) return;
  const { vouchers, sequences: counts } = options;
  const circumstances = readCircumstances();
  const turns: Turn[] = [];
  const onProgress = progressBar("footprint", counts.length);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(Math.ceil(Math.max(...counts) / 10), 10);
  await using service = await bench.start({ issuers: 1 });
  await warmUp(service, sequences);
  for (const count of counts) {
    onProgress(turns.length, `${count} sequences`);
    // So that a turn's growth is its own, and no space of an earlier one is used again.
    await bench.sql("VACUUM");
    const connections: Record<string, number> = {};
    let issued = 0;
    const before = { ...(await look(bench)), cpu: readCpuMs(service.pids) };
    const { seconds } = await closedLoop(
      count,
      (sent) => sent < vouchers[0],
      async (sender) => {
        await service.client.issue(sequenceOf(sequences, sender % count));
        if (++issued % 100 === 0) await noteConnections(bench, connections);
      },
    );
    const after = await look(bench);
    const each = (bytes: number) => bytes / vouchers[0];
    const grown = Object.entries(after.sizes).map(([table, size]) => [table, each(size - (before.sizes[table] ?? 0))]);
    turns.push({
      sequences: count,
      perSecond: vouchers[0] / seconds,
      walBytes: each(after.wal - before.wal),
      wholePageBytes: each((after.wholePages - before.wholePages) * 8_192),
      keptBytes: Object.fromEntries(grown.filter(([, bytes]) => Number(bytes) > 0)),
      cpuMs: cpuPerVoucher(before.cpu, readCpuMs(service.pids), vouchers[0]),
      connections,
    });
  }
  onProgress(turns.length);

  console.log(`\n${describeCircumstances(circumstances)}\n${vouchers[0]} vouchers a turn, without PDF and mail\n`);
  const sumOf = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);
  const rows = turns.map(({ sequences: count, perSecond, walBytes, wholePageBytes, keptBytes }) => [
    ...[count, Math.round(perSecond), Math.round(walBytes), Math.round(wholePageBytes), Math.round(sumOf(keptBytes))],
  ]);
  console.log(drawTable(["sequences", "vouchers/s", "WAL bytes", "whole pages", "bytes kept"], rows, ""));
  for (const { sequences: count, keptBytes, cpuMs, connections } of turns) {
    const list = (parts: Record<string, number>, digits: number) =>
      Object.entries(parts)
        .sort(([, one], [, other]) => other - one)
        .map(([name, part]) => `${name} ${part.toFixed(digits)}`)
        .join(", ");
    console.log(`\n${count} sequences\n  bytes kept   ${list(keptBytes, 0)}`);
    console.log(`  processor ms ${list(cpuMs, 2)}\n  connections  ${list(connections, 0)}`);
  }
  console.log(`\n${writeReport("footprint", circumstances, { options, turns })}`);
}

async function look({ sql }: Bench) {
  const [log] = await sql<{ wal: string; pages: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS wal, wal_fpi::text AS pages FROM pg_stat_wal",
  );
  const tables = await sql<{ name: string; bytes: string }>(
    `SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name, sum(pg_total_relation_size(c.oid))::text AS bytes
     FROM pg_class c WHERE c.relkind = 'r' AND (c.relispartition OR c.relnamespace = 'public'::regnamespace) GROUP BY 1`,
  );
  return {
    wal: Number(log?.wal),
    wholePages: Number(log?.pages),
    sizes: Object.fromEntries(tables.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

async function noteConnections({ sql }: Bench, most: Record<string, number>): Promise<void> {
  const rows = await sql<{ name: string; open: string }>(
    "SELECT usename AS name, count(*)::text AS open FROM pg_stat_activity WHERE datname = current_database() AND usename <> 'postgres' GROUP BY 1",
  );
  for (const { name, open } of rows) most[name] = Math.max(most[name] ?? 0, Number(open));
}
