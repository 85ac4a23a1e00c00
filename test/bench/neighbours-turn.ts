import { cpus } from "node:os";
import type { createRandom } from "../support/samples/random.js";
import type { Answers } from "./answers.js";
import { clearBacklog } from "./clear-backlog.js";
import { type Sequence, sequenceOf } from "./client.js";
import { readCpuMs } from "./cpu-time.js";
import { openLoop } from "./load.js";
import type { World } from "./neighbour-world.js";
import type { State, Turn } from "./neighbours-report.js";
import type { Bench, Running } from "./open-bench.js";
import type { startNeighbour } from "./start-neighbour.js";

/** What a turn needs. */
export interface Setting {
  bench: Bench;
  service: Running;
  neighbour: Awaited<ReturnType<typeof startNeighbour>>;
  quiet: Sequence[];
  world: World;
  prints: boolean;
}

/** Both turns of a round send at the same moments to the same points of sale. */
export async function measureTurn(
  { bench, service, neighbour, quiet, world, prints }: Setting,
  kind: string,
  state: State,
  random: ReturnType<typeof createRandom>,
  load: { perSecond: number; seconds: number },
): Promise<Turn> {
  const pids = { ...service.pids, client: neighbour.pid };
  const notIssued: Answers = {};
  await readLoopP99Ms(service.origin);
  const [{ now }] = (await bench.sql<{ now: Date }>("SELECT now()")) as [{ now: Date }];
  const [startedAtMs, before] = [performance.now(), readCpuMs(pids)];
  if (state === "beside") neighbour.begin(kind, world);
  const samplesMs = await openLoop(random, load, async () => {
    const sequence = sequenceOf(quiet, random.integer(0, quiet.length - 1));
    const status = await service.client.ask(sequence).then(
      (answered) => answered.status,
      () => "none",
    );
    if (status !== 201) notIssued[status] = (notIssued[status] ?? 0) + 1;
  });
  const printed = prints ? await readPrinted(bench, quiet[0]?.company ?? "", now) : undefined;
  const loopP99Ms = await readLoopP99Ms(service.origin);
  const { answers, seconds } = state === "beside" ? await neighbour.end() : { answers: {}, seconds: 0 };
  const tookMs = (performance.now() - startedAtMs) * cpus().length;
  const after = readCpuMs(pids);
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / tookMs]),
  );
  await clearBacklog(bench, service);
  return { kind, state, samplesMs, notIssued, cores, loopP99Ms, answers, seconds, ...(printed && { printed }) };
}

/** Since the last call. */
async function readLoopP99Ms(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1_000;
}

/** The PDFs of a company's vouchers since a moment. */
async function readPrinted(
  { sql }: Bench,
  company: string,
  since: Date,
): Promise<{ afterS: number[]; missing: number }> {
  const rows = await sql<{ seconds: number | null }>(
    `SELECT extract(epoch FROM p.created_at - v.created_at)::float8 AS seconds
     FROM voucher v JOIN company c ON c.id = v.company_id LEFT JOIN pdf p ON p.voucher_id = v.id AND p.versions = '1'
     WHERE c.code = $1 AND v.production AND v.created_at >= $2`,
    [company, since],
  );
  const afterS = rows.flatMap(({ seconds }) => seconds ?? []);
  return { afterS, missing: rows.length - afterS.length };
}
