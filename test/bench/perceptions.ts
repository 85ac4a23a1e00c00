import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { drawTable } from "../../api/admin/table.js";
import { projectFolder } from "../../shared/assets/assets.js";
import { argentineDay, monthAfter } from "../../shared/domain/calendar.js";
import { makePadron, taxIds } from "../sandbox/made-padron.js";
import { createRandom, type Random } from "../support/samples/random.js";
import { perceivedReceiver } from "../support/samples/sircip.js";
import { sequenceOf } from "./client.js";
import { forSeconds, openLoop } from "./load.js";
import { type Bench, openBench, type Running, type SeededSequence } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, describeGoals, readCircumstances, rounded, writeReport } from "./report.js";
import { warmUp } from "./warm-up.js";

const usage = `npm run bench -- perceptions [--rows 3000000] [--rate 20] [--loads 3] [--seconds 20] [--rounds 6] [--seed 1]
  --rows     of the padrón, which one command loads while a company issues
  --loads    how often it is loaded, of another month each time; and behind each as long without
  --rate     vouchers a second, sent at random moments without waiting for earlier answers
  --seconds  the length of a turn; a round has three: without perceptions, for a receiver that was sold to before, and for new ones
  --rounds   how often the turns are measured
  --seed     of the random moments and sequences`;

const points = 3;
const kinds = ["without", "again", "new"] as const;
type Kind = (typeof kinds)[number];
const labels: Record<Kind, string> = {
  without: "without perceptions",
  again: "with, receiver seen before",
  new: "with, new receivers",
};

/** Receivers from all over the padrón. */
function newReceivers(rows: number): string[] {
  const step = Math.max(1, Math.floor(rows / maxNew));
  const found: string[] = [];
  let at = 0;
  for (const cuit of taxIds()) {
    if (at % step === 0) found.push(cuit);
    at += 1;
    if (at === rows) return found;
  }
  return found;
}

/** Of 16 MB: one gigabyte. */
const walSegments = 64;

/** Receivers of a turn that nobody sold to before. */
const maxNew = 20_000;

/** Measures the load of a padrón beside issuing, what it takes of memory and disk, and what perceptions add to a voucher. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, usage, {
    rows: "3000000",
    rate: "20",
    loads: "3",
    seconds: "20",
    rounds: "6",
    seed: "1",
  });
  if (!options) return;
  const circumstances = readCircumstances(options.seed[0]);
  const [rounds, perSecond, seconds] = [options.rounds[0], options.rate[0], options.seconds[0]];
  const loads = options.loads[0];
  const onProgress = progressBar("perceptions", rounds * kinds.length + 2 * loads);
  const random = createRandom(options.seed[0]);

  await using bench = await openBench(circumstances);
  const sequences = await bench.seed(1, points);
  await bench.sql(`UPDATE company SET sircip = '{"from": "20260101", "ownPerceptions": [], "exempt": []}'`);
  await bench.sql("INSERT INTO sircip_province (state_id, starts) VALUES (2, '2026-01-01')");
  onProgress(0, "warming up");
  await recycleWal(bench);
  await using service = await bench.start({ issuers: 1 });
  await warmUp(service, sequences);
  const receivers: string[] = [];
  const issue = issuingLoop(service, sequences, perSecond, () => receivers.shift());

  const alone: number[] = [];
  const load: Load = { seconds: 0, mostMb: 0, samplesMs: [] };
  for (let ahead = 0; ahead < loads; ahead++) {
    // Beside a load and alone at the same random moments: else chance decides how many answers wait for another of their sequence, and so the p99.
    const issueAtSameMoments = (goesOn: GoesOn) => issue("without", goesOn, createRandom(options.seed[0] + ahead));
    onProgress(2 * ahead, "loading beside it");
    const period = monthAfter(argentineDay(Date.now()), ahead);
    const one = await loadBeside(bench, options.rows[0], period, issueAtSameMoments);
    load.seconds = Math.max(load.seconds, one.seconds);
    load.mostMb = Math.max(load.mostMb, one.mostMb);
    load.samplesMs.push(...one.samplesMs);
    onProgress(2 * ahead + 1, "issuing alone");
    alone.push(...(await issueAtSameMoments(forSeconds(one.seconds))));
  }
  const kept = await bench.sql<{ mb: number }>(
    `SELECT max(pg_total_relation_size(oid))::float8 / 1e6 AS mb FROM pg_class WHERE relname ~ '^sircip_.*[0-9]{6}$' AND relkind = 'r'`,
  );

  receivers.push(...newReceivers(options.rows[0]));
  const samples: Record<Kind, number[]> = { without: [], again: [], new: [] };
  for (let round = 0; round < rounds; round++)
    for (const [at, kind] of (round % 2 === 0 ? kinds : kinds.toReversed()).entries()) {
      onProgress(2 * loads + round * kinds.length + at, `issuing ${labels[kind]}`);
      samples[kind].push(...(await issue(kind, forSeconds(seconds), random)));
    }
  onProgress(2 * loads + rounds * kinds.length);
  const addedMs = (kind: Kind) => percentile(samples[kind], 0.5) - percentile(samples.without, 0.5);
  const ratio = percentile(load.samplesMs, 0.99) / percentile(alone, 0.99);
  const keptMb = kept[0]?.mb ?? Number.NaN;
  const goals = {
    [`a load of 90 s at most (${rounded(load.seconds)})`]: load.seconds <= 90,
    [`its memory of 300 MB at most (${Math.round(load.mostMb)})`]: load.mostMb <= 300,
    [`400 MB at most on disk, index included (${Math.round(keptMb)})`]: keptMb <= 400,
    [`issuing beside it with a p99 at most 1.1 times as long (${rounded(ratio)})`]: ratio <= 1.1,
    [`perceptions add 0.3 ms at most (${rounded(addedMs("again"))})`]: addedMs("again") <= 0.3,
  };
  console.log(
    `\n${describeCircumstances(circumstances)}\n${options.rows[0]} rows; POST invoices at ${perSecond}/s, open loop\n`,
  );
  const row = (name: string, ms: number[]) => [
    name,
    ms.length,
    ...[0.5, 0.99].map((share) => rounded(percentile(ms, share))),
  ];
  const rows = [
    row("alone", alone),
    row("beside the load", load.samplesMs),
    ...kinds.map((kind) => row(labels[kind], samples[kind])),
  ];
  console.log(drawTable(["issuing", "answers", "p50 ms", "p99 ms"], rows, ""));
  console.log(`\n${describeGoals(goals)}`);
  console.log(`\n${writeReport("perceptions", circumstances, { options, goals, keptMb, load, alone, samples })}`);
}

/**
 * Segments of WAL that are written again, as a server has that has run for a day: a new one is filled with zeros first, which costs more than
 * what is written to it.
 */
async function recycleWal({ sql }: Bench): Promise<void> {
  await sql("ALTER SYSTEM SET min_wal_size = '1GB'");
  await sql("SELECT pg_reload_conf()");
  for (let segment = 0; segment < walSegments; segment++) {
    await sql("SELECT pg_logical_emit_message(true, 'bench', 'a segment')");
    await sql("SELECT pg_switch_wal()");
  }
  await sql("CHECKPOINT");
}

type GoesOn = () => boolean;

/** Issues at random moments in pieces of a second, while it goes on. Gives the milliseconds of each answer. */
const issuingLoop =
  ({ client }: Running, sequences: SeededSequence[], perSecond: number, nextReceiver: () => string | undefined) =>
  async (kind: Kind, goesOn: GoesOn, random: Random): Promise<number[]> => {
    // In the padrón, and exempt: then letter B is right.
    const customer = { ...perceivedReceiver, docNumber: "30500010912", taxType: 4 };
    const perceived = { perceptions: "sircip", deliveryStateId: 2 };
    const askedOf = (): object => {
      if (kind === "without") return { customer };
      if (kind === "again") return { customer, ...perceived };
      const docNumber = nextReceiver();
      if (!docNumber) throw new Error("no new receiver is left: give fewer seconds or rounds");
      return { customer: { ...customer, docNumber }, ...perceived };
    };
    const waiting: Promise<number[]>[] = [];
    while (goesOn()) {
      const send = () => client.issue(sequenceOf(sequences, random.integer(0, points - 1)), askedOf());
      waiting.push(openLoop(random, { perSecond, seconds: 1 }, send));
      await delay(1_000);
    }
    return (await Promise.all(waiting)).flat();
  };

interface Load {
  seconds: number;
  /** The most that the command's process had resident. */
  mostMb: number;
  samplesMs: number[];
}

/** Runs `sircip load` as a process of its own while this goes on. */
async function loadBeside(
  bench: Bench,
  rows: number,
  period: string,
  meanwhile: (goesOn: GoesOn) => Promise<number[]>,
): Promise<Load> {
  const folder = await mkdtemp(path.join(tmpdir(), "talonario-padron-"));
  try {
    const file = path.join(folder, "padron.txt");
    // On the disk before the load begins: what is still to be written there would hold up the commits of sales.
    await pipeline(Readable.from(makePadron(period, rows)), createWriteStream(file, { flush: true }));
    const startedAtMs = performance.now();
    const command = spawn(process.execPath, ["dist/api/admin/main.js", "sircip", "load", file], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, DATABASE_URL: bench.databaseUrl },
      stdio: ["ignore", "inherit", "inherit"],
    });
    let mostMb = 0;
    const samplesMs = await meanwhile(() => {
      mostMb = Math.max(mostMb, residentPeakMb(command));
      return command.exitCode === null;
    });
    if (command.exitCode === null) await once(command, "exit");
    if (command.exitCode !== 0) throw new Error(`the load ended with ${command.exitCode}`);
    return { seconds: (performance.now() - startedAtMs) / 1_000, mostMb, samplesMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The peak that Linux keeps for a process; 0 for one that has ended. */
function residentPeakMb({ pid }: ChildProcess): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
