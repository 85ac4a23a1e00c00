import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openSystem, type System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { createRandom } from "../../support/samples/random.js";
import { createTestRoles } from "../../support/servers/process-roles.js";
import { installHistory } from "../nemesis/history.js";
import { createProgress } from "../nemesis/progress.js";
import { openSequences } from "../nemesis/sequences.js";
import { askedAgain } from "./asked-again.js";
import { startCallers } from "./callers.js";
import { awaitNothing, startServers } from "./cluster.js";
import { type Cluster, type DrillFault, faultsInTurn } from "./faults.js";
import type { Struck } from "./gaps.js";
import { judgeDrill } from "./judge.js";
import type { Loss } from "./lost.js";
import { placesOf } from "./network.js";
import type { ClusterOptions } from "./options.js";
import { probeTable, startProbe } from "./probe.js";
import { processesOf, systemOptions } from "./processes.js";
import type { ClusterPrograms } from "./programs.js";
import { writeReport } from "./report.js";
import { primaryUrl } from "./settings.js";
import { findWayBack, historyOf } from "./way-back.js";

/** Chromium takes more of two cores than three hosts leave, so only a long run prints. */
const printsFromMinutes = 10;
/** Everything must be whole again so long after the end of a fault. */
const wholeWithinMs = 300_000;
const calmMs = 10_000;

export async function runDrill(
  options: ClusterOptions,
  { network, programs }: { network: string; programs: ClusterPrograms },
): Promise<number> {
  const { hosts: places } = placesOf(network);
  console.log("  three hosts start");
  const servers = await startServers({ places, programs, synchronous: options.synchronous });
  const hasChromium = options.minutes >= printsFromMinutes;
  const byHost = processesOf(hasChromium);
  await migrate(primaryUrl);
  await createTestRoles(primaryUrl);
  await using opened = await openSystem(
    { databaseUrl: primaryUrl, redis: servers.redis, close: servers.stop },
    systemOptions(places, byHost, servers.redis.url),
  );
  const system: System = { ...opened, sql: askedAgain(opened.sql) };
  const giveUp = () => void opened[Symbol.asyncDispose]().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);
  const apis = Object.values(byHost)
    .flat()
    .filter((name) => name.startsWith("api"));
  await servers.openEntrance(apis.map((name) => system.originOf(name)));

  const random = createRandom(options.seed);
  const sequences = (await openSequences(system, options.sequences)).map((one) => ({ ...one, isShared: false }));
  await installHistory(opened);
  await opened.sql(probeTable);
  await system.authority.set({ latencyMs: 50 });
  const cluster: Cluster = {
    ...{ hosts: servers.hosts, redis: servers.redis, random },
    async revive(host) {
      await host.start();
      await startAll(system, byHost[host.name] ?? []);
    },
  };
  const missing = async () => (await servers.missing()) ?? missingProcess(system, Object.values(byHost).flat());

  const probe = startProbe(servers.hosts);
  // The callers draw from their own generator, so that the faults do not depend on how fast they are served.
  const { clients: count, rate } = options;
  const calling = { count, rate, sequences, mayForget: !options.synchronous };
  const callers = startCallers(system, createRandom(options.seed + 1), calling);
  // A numbering that a failover forgets from its first voucher on begins anew: nobody can tell whose its vouchers were.
  await waitFor(async () => (await listOpened(system)).size >= 2 * sequences.length, {
    ...{ message: "a voucher and a credit note in each numbering", timeoutMs: 180_000, intervalMs: 1_000 },
  });
  const failures: string[] = [];
  const losses: Loss[] = [];
  const lead = async (one: Struck) => {
    const way = findWayBack(system, { struck: one, callers, redisUrl: servers.redis.url });
    const loss = await way.catch(
      (error: Error) => void failures.push(`the way back after ${one.fault}: ${error.message}`),
    );
    if (loss) losses.push(loss);
  };
  const struck = await strikeUntil(cluster, {
    ...{ system, options, missing, failures },
    ...(!options.synchronous && { lead }),
  });
  callers.stop();
  const acknowledged = await probe.stop();
  const result = await judgeDrill(system, {
    ...{ options, callers, struck, acknowledged, losses, failures, hasChromium },
    processes: Object.values(byHost).flat(),
  });
  if (result.evidence) servers.keepLogs(result.evidence);
  console.log(writeReport(result));
  return result.violations.length === 0 && result.failures.length === 0 ? 0 : 1;
}

/** The numberings of which the authority has vouchers. */
const listOpened = async ({ authority }: System): Promise<Set<string>> =>
  new Set((await authority.ledger()).map(({ cuit, env, pos, type }) => `${cuit}/${env}/${pos}-${type}`));

interface Striking {
  system: System;
  options: ClusterOptions;
  missing: () => Promise<string | undefined>;
  /** What went wrong with the drill itself. */
  failures: string[];
  /** What people do after a failover that may have lost commits. */
  lead?(struck: Struck): Promise<unknown>;
}

/** One fault after the other: it lasts, it ends, everything is whole again, and for a moment nothing happens. */
async function strikeUntil(
  cluster: Cluster,
  { system, options, missing, failures, lead }: Striking,
): Promise<Struck[]> {
  const totalMs = options.minutes * 60_000;
  const startedAtMs = performance.now();
  const struck: Struck[] = [];
  const progress = createProgress(totalMs);
  let doing = "the first sales";
  const drawing = setInterval(
    () => progress(performance.now() - startedAtMs, `${system.told.length} answers; ${doing}`),
    500,
  );
  await sleep(calmMs);
  for (const fault of faultsInTurn(cluster.random, options.faults)) {
    if (performance.now() - startedAtMs > totalMs || failures.length > 0) break;
    const before = await historyOf(system);
    doing = fault.name;
    const one = await strikeOnce(cluster, fault, { missing, failures });
    struck.push(one);
    if (!lead || (await historyOf(system)) === before) continue;
    doing = "the way back of what was lost";
    await lead(one);
    await sleep(calmMs);
  }
  clearInterval(drawing);
  return struck;
}

async function strikeOnce(
  cluster: Cluster,
  fault: DrillFault,
  { missing, failures }: Pick<Striking, "missing" | "failures">,
): Promise<Struck> {
  const [least, most] = fault.lasts;
  const host = await fault.choose(cluster);
  const atMs = performance.now();
  const end = await fault.strike(cluster, host);
  await sleep(cluster.random.integer(least, most) * 1_000);
  await end();
  const endedAtMs = performance.now();
  const left = await awaitNothing(missing, wholeWithinMs);
  if (left !== undefined) failures.push(`${fault.name} (${host.name}): not whole again, ${left} is missing`);
  const wholeMs = performance.now() - endedAtMs;
  await sleep(calmMs);
  console.log(`  ${fault.name} (host ${host.name}); whole again ${Math.round(wholeMs / 1_000)} s after its end`);
  const { name, movesPrimary = false } = fault;
  return { fault: name, host: host.name, atMs, untilMs: performance.now(), movesPrimary };
}

/** A process that is not ready in time goes on trying: whether it is, is asked later. */
const startAll = (system: System, names: ProcessName[]) =>
  Promise.all(names.map((name) => system.start(name).catch(() => undefined)));

async function missingProcess(system: System, names: ProcessName[]): Promise<string | undefined> {
  const ready = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${system.originOf(name)}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      return answer?.ok ? undefined : name;
    }),
  );
  return ready.find((name) => name !== undefined);
}
