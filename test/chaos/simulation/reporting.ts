import type { ReportDeps } from "../../../issuer/contingency/report-deps.js";
import { createReportRound } from "../../../issuer/contingency/report-due.js";
import { reportSequence } from "../../../issuer/contingency/report-sequence.js";
import type { SequenceLock } from "../../../issuer/issuing/deps.js";
import { createLog } from "../../../shared/logging/log.js";
import { timeOf } from "./authority.js";
import type { Query } from "./connection.js";
import type { Drain } from "./ledger.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { createReportAuthority } from "./report-session.js";
import { claimDueReports } from "./store/reporting.js";
import { createReportStore } from "./store.js";
import type { Tickets } from "./tickets.js";

const log = createLog("simulation", "silent");

/** The time of day on the issuer's host. */
const hostTimeOf = ({ books }: Parts, { hostOffsetMs }: Process): number => timeOf(books) + hostOffsetMs;

/** What reporting needs, as this issuer has it. */
export const createReportDeps = (
  parts: Parts,
  process: Process,
  query: Query,
  lock: SequenceLock,
  tickets: Tickets,
  drain: Drain,
): ReportDeps => ({
  store: createReportStore(parts.world, parts.database, parts.ledger, drain, query),
  authority: createReportAuthority(parts, process, tickets, drain),
  lock,
  clock: { monotonicMs: process.monotonicMs },
  nowMs: () => hostTimeOf(parts, process),
  log,
});

/** Source: issuer/contingency/open-reports.ts. */
const places = 5;

/** The rounds of one life of an issuer: a model of issuer/contingency/open-reports.ts. */
export function startReporting(
  parts: Parts,
  process: Process,
  query: Query,
  lock: SequenceLock,
  tickets: Tickets,
  newDrain: () => Drain,
  isIsolated: (production: boolean) => boolean,
): void {
  const { world } = parts;
  const { round } = createReportRound({
    claimDue: async (production, limit) =>
      production || isIsolated(production)
        ? []
        : query("claimDueReports", () => claimDueReports(parts, hostTimeOf(parts, process), limit)),
    giveBack: async () => undefined,
    places,
    report: (key, turn) =>
      reportSequence(createReportDeps(parts, process, query, lock, tickets, newDrain()), key, turn.isOver),
    inSlice: (_, __, work) => work({ isOver: () => world.fault("turnEnds") }),
    log,
  });
  const again = () => process.later(world.random.between(1_000, 3_000), next);
  const next = () =>
    void round()
      .catch(() => undefined)
      .then(again);
  again();
}
