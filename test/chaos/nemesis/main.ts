import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../sandbox/wait-for.js";
import { openSystem } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { createRandom } from "../../support/samples/random.js";
import { startOwnServers } from "../../support/servers/own-servers.js";
import { sellWhileOneWaits } from "./calm.js";
import { startClients } from "./clients.js";
import { judgeContingencies, watchContingencies } from "./contingencies.js";
import { createDisturbances } from "./disturbances.js";
import { judgeElements, sendElements } from "./elements.js";
import { keepEvidence } from "./evidence.js";
import { heal } from "./heal.js";
import { installHistory, judgeHistory } from "./history.js";
import { createLasting } from "./lasting.js";
import { judgeImporter } from "./operator/importer.js";
import { startOperators } from "./operator/start-operators.js";
import { help, type NemesisOptions, readOptions, usage } from "./options.js";
import { createProgress } from "./progress.js";
import { type NemesisResult, writeReport } from "./report.js";
import { findSecrets } from "./secrets.js";
import { openSequences, tenantsOf } from "./sequences.js";
import { awaitSettled, type Open } from "./settle.js";
import { judgeListings, startStrangers } from "./strangers.js";
import { strikeUntil } from "./strike.js";
import { prepareSubstitutes } from "./substitutes.js";
import type { Victim } from "./targets.js";
import { readStanding } from "./waits.js";
import { startWatch } from "./watch.js";

/** Runs the whole service under faults and checks the invariants. Gives the exit code: 1 on any violation. */
export async function runNemesis(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(help);
    return 0;
  }
  let options: NemesisOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n  ${usage}`);
    return 2;
  }
  const result = await run(options);
  console.log(writeReport(result));
  return result.violations.length === 0 && result.struck.failures.length === 0 ? 0 : 1;
}

const times = { TAXAUTH_TIMEOUT_MS: "3000", LOCK_WAIT_MS: "6000", REQUEST_TIMEOUT_MS: "15000" };

async function run(options: NemesisOptions): Promise<NemesisResult> {
  const issuers = Array.from(
    { length: options.issuers },
    (_, at): ProcessName => (at === 0 ? "issuer" : `issuer-${at + 1}`),
  );
  const apis: ProcessName[] = ["api", "api-2"];
  const others: ProcessName[] = ["renderer", "mailer"];
  const issuerFailpoint = options.redlockOff ? "redlock_off" : undefined;
  const servers = await startOwnServers();
  await using system = await openSystem(servers, {
    processes: [...apis, ...issuers, ...others],
    env: { ...times, ISSUE_BATCH_MAX: String(options.batch), CONTINGENCY_AFTER_MS: "2000" },
    processEnv: Object.fromEntries(
      issuers.map((name) => [name, issuerFailpoint ? { FAILPOINT: issuerFailpoint } : {}]),
    ),
    proxied: true,
  });
  const giveUp = () => void system[Symbol.asyncDispose]().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);
  const sequences = await openSequences(system, options.sequences);
  if (options.contingency) await prepareSubstitutes(system, sequences);
  await installHistory(system);
  await watchContingencies(system);
  await system.authority.set({ latencyMs: 50 });

  const random = createRandom(options.seed);
  const totalMs = options.minutes * 60_000;
  const startedAtMs = performance.now();
  const elapsedMs = () => performance.now() - startedAtMs;
  const over = new AbortController();
  const lasting = createLasting(system.authority);
  const disturbances = createDisturbances();
  const victim: Victim = {
    system,
    servers,
    sequences,
    apis,
    issuers,
    others,
    issuerFailpoint,
    contingency: options.contingency,
    lasting,
    disturbances,
    random,
    pause: (ms) => sleep(ms, undefined, { signal: over.signal }).catch(() => undefined),
  };
  const timer = setTimeout(() => over.abort(), totalMs);

  const progress = createProgress(totalMs);
  const said = () => `${system.told.length} answers, ${clients.open().length} sales open`;
  const drawing = setInterval(() => progress(elapsedMs(), said()), 500);
  const watch = await startWatch(system, { disturbances });
  const { operators, importer } = startOperators(system, lasting, options);
  const tenants = tenantsOf(sequences);
  const strangers = startStrangers(system, createRandom(options.seed + 4), tenants);
  // The clients draw from their own generator, so that the faults do not depend on how fast the clients are served.
  const elements =
    options.elements > 0
      ? sendElements(system, createRandom(options.seed + 2), { count: options.elements, sequences, apis })
      : undefined;
  const clients = startClients(system, createRandom(options.seed + 1), { count: options.clients, sequences, apis });
  await waitFor(async () => (await system.authority.ledger()).length >= 2 * options.clients, {
    message: "the first vouchers",
    timeoutMs: 60_000,
  });
  const struck = await strikeUntil(victim, () => over.signal.aborted);
  clearTimeout(timer);
  clearInterval(drawing);

  await heal(victim);
  for (const { operator } of operators) operator.calmDown();
  clients.spread();
  const calm = await sellWhileOneWaits(system, sequences);
  clients.stop();
  const settling = await awaitSettled(system, {
    others: async () => [...clients.open().map(toOpenSale), ...((await elements?.open()) ?? [])],
    leaves: (name) => operators.some(({ operator }) => operator.leaves(name)),
    onWait: (open) => progress(totalMs, `settling, ${said()}, ${open.length} things open`),
  });
  await Promise.all([clients.end(), importer.stop(), ...operators.map(({ operator }) => operator.stop())]);
  const watched = await watch.stop();
  const overheard = await strangers.stop();
  const ledgers = await readLedgers(system);
  const history = await judgeHistory(system);
  const standing = new Set((await readStanding(system)).map(({ place }) => place));
  const told = elements && (await judgeElements(system, elements, (place) => standing.has(place)));
  const violations = [
    ...(told?.violations ?? []),
    ...findViolations({ ...ledgers, told: [...ledgers.told, ...(elements?.asked ?? [])] }, { mayWait: true }),
    ...(await judgeContingencies(system, ledgers)),
    ...(await judgeListings(system, tenants)),
    ...calm.violations,
    ...settling.violations,
    ...history.violations,
    ...watched,
    ...overheard,
    ...operators.flatMap(({ desk }) => desk.violations),
    ...judgeImporter(importer),
    ...(await findSecrets(system, [...apis, ...issuers, ...others])),
  ];
  const evidence = violations.length > 0 ? await keepEvidence(system, [...apis, ...issuers, ...others]) : undefined;
  const job = `reconcile --import: ${importer.ran.runs} runs, ${importer.ran.refused} without an answer`;
  const words = [
    ...operators.map(({ desk, operator }) => ({ company: desk.company, words: operator.said })),
    { company: "every company", words: [job] },
  ];
  return {
    ...{ options, ledgers, struck, history, calm, settling, said: words },
    ...{ strangers: strangers.asked(), elements: told, violations, evidence },
  };
}

const toOpenSale = (place: string): Open => ({
  invariant: "I10",
  place,
  text: `a sale on ${place} has no final answer`,
});
