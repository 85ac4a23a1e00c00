import { createRandom } from "../../support/samples/random.js";
import type { ApiDeps } from "./api.js";
import { createBooks } from "./authority.js";
import { startBatchClients } from "./batch-clients.js";
import { createBatches } from "./batches.js";
import { checkContingencyOver, checkEnd, checkQuota, checkReported, checkSettled, createPaceCheck } from "./checks.js";
import { type Circumstances, chooseCircumstances, type Forcible, type Mode, settlingMs } from "./circumstances.js";
import { startClients } from "./clients.js";
import { standingKeys } from "./companies.js";
import { createDatabase } from "./database.js";
import { allGuards, type Guards } from "./guards.js";
import { startIssuers } from "./issuers.js";
import { createLedger } from "./ledger.js";
import type { Locks } from "./lock.js";
import { startOperator } from "./operator.js";
import { startOutages } from "./outages.js";
import type { Parts } from "./parts.js";
import { createProcess, type Process } from "./process.js";
import { startReportOperator } from "./report-operator.js";
import { reportElsewhere } from "./reported-books.js";
import { createRequests } from "./requests.js";
import { type ContingencyRow, isOpen } from "./rows.js";
import { createScheduler } from "./scheduler.js";
import { startSeeding } from "./seeding.js";
import { createSettlementNotifier } from "./settlements.js";
import { openShops } from "./shop.js";
import { createContingencyRows } from "./store/contingency.js";
import { watchFromApi } from "./witnesses.js";
import { createWorld, type Violation } from "./world.js";

/** The first draws of neighbouring seeds are similar. */
const skippedDraws = 8;

/** A run may end early, but only after this long without work, so that a process that woke late can finish. */
const calmMs = 10_000;

export interface Run {
  seed: number;
  mode: Mode;
  violation: Violation | undefined;
  /** One line for each event. */
  lines: string[];
  vouchers: number;
  forced: readonly Forcible[];
}

export interface Variation {
  guards?: Guards;
  circumstances?: Partial<Circumstances>;
  forced?: readonly Forcible[];
  /** Invariants that are not checked. */
  ignored?: readonly string[];
}

/** Another program issued there before the company came over, and reported it. */
function issueBefore({ world, books, ledger }: Parts): void {
  const { contingency } = world.circumstances;
  for (const key of contingency ? standingKeys(world.circumstances) : []) {
    for (let made = 0; made < (contingency?.before ?? 0); made++) reportElsewhere(world, books, key);
    ledger.knownBefore(key, contingency?.before ?? 0);
  }
}

/** Runs one seed. The same seed gives exactly the same run. */
export async function simulate(seed: number, mode: Mode, variation: Variation = {}): Promise<Run> {
  const { guards = allGuards, forced = [] } = variation;
  const random = createRandom(mode === "safety" ? seed : ~seed, skippedDraws);
  const ofSeed = { keepsLocks: seed % 2 === 1, operatorActs: seed % 3 === 2 };
  const chosen = chooseCircumstances(random, mode, forced);
  const circumstances = { ...chosen, ...ofSeed, ...variation.circumstances };
  // A run that ends before the chosen faults have had their time to settle would break I10 by itself.
  if (mode === "liveness" && variation.circumstances?.faultsEndMs === undefined)
    circumstances.endMs = Math.max(circumstances.endMs, chosen.endMs);
  const scheduler = createScheduler();
  const { world, chronicle } = createWorld(random, scheduler, circumstances, guards, variation.ignored ?? []);

  const database = createDatabase(circumstances.companies, circumstances.monthlyVouchers, scheduler.nowMs, guards);
  const books = createBooks();
  const requests = createRequests(world, database);
  const settlements = createSettlementNotifier({ world, requests });
  const ledger = createLedger(world, database, books);
  const batches = createBatches(world, database, books);
  const contingency = createContingencyRows(world, database, ledger);
  const { announced } = settlements;
  const witnesses = { redis: undefined, storage: undefined, due: undefined, unnoticed: undefined };
  const parts: Parts = { world, database, requests, batches, books, ledger, contingency, witnesses, announced };
  issueBefore(parts);
  startSeeding(parts);
  const checkPace = createPaceCheck(parts);
  database.changed = (row) => {
    checkQuota(parts);
    checkPace(row);
    settlements.changed(row);
  };

  const locks: Locks = new Map();
  const { queue, issuers, depsOf, reportDepsOf } = startIssuers(parts, locks);
  const freeIssuers = () => issuers.filter((issuer) => issuer.isAlive() && !issuer.isPaused());
  startOperator(parts, freeIssuers, depsOf);
  startReportOperator(parts, freeIssuers, reportDepsOf);
  const apis: Process[] = [];
  for (let at = 1; at <= circumstances.apis; at++)
    apis.push(createProcess(world, `api-${at}`, "api", (process) => watchFromApi(parts, process)));
  const shops = openShops(parts, apis);
  const apiOf = (process: Process): ApiDeps => ({ parts, settlements, queue, process });
  const clients = [startClients(parts, shops, apiOf), startBatchClients(parts, shops, apiOf)];
  const clientsAreDone = () => clients.every(({ areDone }) => areDone());
  startOutages(parts, issuers, () => {
    queue.flush();
    witnesses.redis = undefined;
    locks.clear();
  });

  scheduler.after(circumstances.faultsEndMs + settlingMs, () => {
    checkSettled(parts);
    checkContingencyOver(parts);
    checkReported(parts);
  });

  const isToEnd = ({ activeSinceMs, companyId }: ContingencyRow) =>
    activeSinceMs !== null && requests.hasQuotaLeft(companyId);
  const isCalm = () =>
    clientsAreDone() &&
    world.travelling === 0 &&
    !issuers.some((issuer) => issuer.isPaused()) &&
    !database.rows.some(isOpen) &&
    !(mode === "liveness" && ledger.firstUnreported()) &&
    !(mode === "liveness" && database.contingencies.some(isToEnd)) &&
    database.batches.every(({ isFinished }) => isFinished);
  let calmSinceMs: number | undefined;
  await scheduler.runUntil(circumstances.endMs, () => {
    calmSinceMs = isCalm() ? (calmSinceMs ?? scheduler.nowMs()) : undefined;
    const isOver = calmSinceMs !== undefined && scheduler.nowMs() - calmSinceMs > calmMs;
    return chronicle.violation !== undefined || isOver;
  });
  if (!chronicle.violation) checkEnd(parts, clientsAreDone());
  const { violation, lines } = chronicle;
  return { seed, mode, violation, lines, vouchers: database.vouchers.length, forced };
}
