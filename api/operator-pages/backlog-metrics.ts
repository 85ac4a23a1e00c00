import type { Redis } from "ioredis";
import { Gauge } from "prom-client";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { adminCommand } from "../../shared/config/config.js";
import { listExpiring } from "../../shared/db/company/setup-report.js";
import { type ContingencyCount, countContingencies, measureReports } from "../../shared/db/contingency/open-work.js";
import { countBacklog, listQueueDepths, type QueueDepth } from "../../shared/db/issuing/backlog.js";
import {
  countUnbilled,
  countWaitingPayments,
  measurePaymentDelays,
} from "../../shared/db/payments/waiting-payments.js";
import { countersLeft } from "../../shared/db/pool/counters.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { ageOfNumberChecks, listNumbersBehind } from "../../shared/db/reconcile/number-checks.js";
import { countSircipMonths } from "../../shared/db/sircip/watch.js";
import { measureWebhooks } from "../../shared/db/webhooks/waiting.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { environmentName } from "../../shared/domain/tenant.js";
import { countJobs } from "../../shared/queues/count-jobs.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import { ageOfBackup } from "./backup-age.js";

/** A sequence gets a series of its own only after its first issuance has waited this long; at most `maxLines` get one. */
const slowLineSeconds = 5;
const maxLines = 10;

const timeoutMs = 3_000;
/** Gauges that are read within this time share one query. */
const freshMs = 1_000;
const expiresWithinMs = 30 * 86_400_000;

/**
 * Gauges of the pending work in the database and the queues, read when `/metrics` is scraped. Every API process reports the same
 * values. When the database or Redis does not answer, its gauges have no samples, rather than wrong ones.
 */
export function exposeBacklogMetrics(db: Statements, redis: Redis, backupFile?: string): void {
  const lines = sharedLook(() => listQueueDepths(db));
  const backlog = sharedLook(() => countBacklog(db));
  const expiring = sharedLook(() => listExpiring(db, new Date(Date.now() + expiresWithinMs)));
  const webhooks = sharedLook(() => measureWebhooks(db));
  const reports = sharedLook(() => measureReports(db));
  const contingencies = sharedLook(() => countContingencies(db));
  const numbers = sharedLook(() => listNumbersBehind(db));
  const delays = sharedLook(() => measurePaymentDelays(db));
  const padrones = sharedLook(() => countSircipMonths(db, argentineDay(Date.now())));
  const jobs = sharedLook(() => countJobs(redis));
  const count = (read: (line: QueueDepth) => boolean) => (open: QueueDepth[]) => [{ value: open.filter(read).length }];
  const longest = (read: (line: QueueDepth) => number) => (open: QueueDepth[]) => [
    { value: Math.max(0, ...open.map(read)) },
  ];
  const ofSlow = (read: (line: QueueDepth) => number) => (open: QueueDepth[]) =>
    slowest(open).map((line) => ({ labels: { sequence: sequenceName(line) }, value: read(line) }));

  addGauge("waiting_issuances", "Issuances that wait in line", lines, (open) => [
    { value: open.reduce((sum, { waiting }) => sum + waiting, 0) },
  ]);
  addGauge("waiting_elements", "Elements of batches that wait in line, for which no caller waits", lines, (open) => [
    { value: open.reduce((sum, { elements }) => sum + elements, 0) },
  ]);
  addGauge(
    "waiting_sequences",
    "Sequences with at least one waiting issuance",
    lines,
    count(({ waiting }) => waiting > 0),
  );
  addGauge(
    "oldest_waiting_seconds",
    "Seconds that the oldest waiting issuance has waited",
    lines,
    longest(({ waitingSeconds }) => waitingSeconds),
  );
  addGauge(
    "oldest_unresolved_seconds",
    "Seconds since the oldest submission whose outcome is still unknown",
    lines,
    longest(({ unresolvedSeconds }) => unresolvedSeconds),
  );
  addGauge(
    "unconfirmed_sequences",
    "Sequences that issue nothing because the outcome of a number is unknown",
    lines,
    count(({ unconfirmed }) => unconfirmed),
  );
  addGauge(
    "sequences_needing_operator",
    `Sequences that issue nothing until the operator decides: ${adminCommand("issuance list --all --open")}`,
    lines,
    count(({ needsOperator }) => needsOperator),
  );
  addGauge(
    "sequence_waiting_seconds",
    `Seconds that the first issuance of a sequence has waited; only the ${maxLines} slowest sequences beyond ${slowLineSeconds} s`,
    lines,
    ofSlow(({ waitingSeconds }) => waitingSeconds),
  );
  addGauge(
    "sequence_waiting_issuances",
    "Issuances that wait on a sequence; only for the same sequences",
    lines,
    ofSlow(({ waiting }) => waiting),
  );
  addGauge("pdfs_due", "Vouchers that have no PDF yet", backlog, ({ pdfsDue }) => [{ value: pdfsDue }]);
  addGauge(
    "pdfs_dead_lettered",
    `PDFs that failed too often: ${adminCommand("pdf aside")}`,
    backlog,
    ({ pdfsAside }) => [{ value: pdfsAside }],
  );
  addGauge("mails_due", "E-mails that are not sent yet", backlog, ({ mailsDue }) => [{ value: mailsDue }]);
  addGauge(
    "mails_over_limit",
    "E-mails that wait for the next day, because their company used up those of this day",
    backlog,
    ({ mailsOverLimit }) => [{ value: mailsOverLimit }],
  );
  addGauge("webhooks_failing", "Webhooks whose latest attempts failed", webhooks, ({ failing }) => [
    { value: failing },
  ]);
  addGauge(
    "webhook_oldest_waiting_seconds",
    "Seconds that the oldest due delivery to a webhook that does not fail has waited",
    webhooks,
    ({ oldestSeconds }) => [{ value: oldestSeconds }],
  );
  const byEnvironment = (read: (count: ContingencyCount) => number) => (counts: ContingencyCount[]) =>
    counts.map((count) => ({ labels: { environment: environmentName(count.production) }, value: read(count) }));
  addGauge(
    "contingency_active",
    "Companies that issue under CAEA, because the authority does not answer or a person said so",
    contingencies,
    byEnvironment(({ active }) => active),
  );
  addGauge(
    "reports_rejected",
    "Vouchers under CAEA whose report the authority refused: a person mends the cause",
    contingencies,
    byEnvironment(({ rejected }) => rejected),
  );
  addGauge("certificates_expiring", "Active certificates that expire within 30 days", expiring, (certificates) => [
    { value: certificates.filter(({ expiresAt }) => expiresAt.getTime() > Date.now()).length },
  ]);
  addGauge("certificates_expired", "Active certificates that have expired, and are needed", expiring, (certificates) =>
    [false, true].map((production) => ({
      labels: { environment: environmentName(production) },
      value: certificates.filter(
        (one) => one.production === production && one.isNeeded && one.expiresAt.getTime() <= Date.now(),
      ).length,
    })),
  );
  addGauge(
    "caea_unreported",
    "Vouchers issued in a contingency of which the authority was not told yet",
    reports,
    ({ unreported }) => [{ value: unreported }],
  );
  addGauge(
    "caea_undeclared",
    "Points of sale without a voucher under a code whose declaration the authority has not taken yet",
    reports,
    ({ undeclared }) => [{ value: undeclared }],
  );
  addGauge(
    "caea_deadline_seconds",
    "Seconds until the earliest last day to report such vouchers and points of sale ends; none while nothing is open",
    reports,
    ({ secondsLeft }) => (secondsLeft === null ? [] : [{ value: secondsLeft }]),
  );
  addGauge(
    "numbers_behind",
    "Numbers that differed from the authority's in the latest reconcile --all --numbers; only companies where any did",
    numbers,
    (found) =>
      found.map(({ code, production, behind }) => ({
        labels: { company: code, environment: environmentName(production) },
        value: behind,
      })),
  );
  addGauge(
    "reconciliation_age_seconds",
    "Seconds since reconcile --all --numbers compared anything; none when it never did",
    sharedLook(() => ageOfNumberChecks(db)),
    (seconds) => (seconds === null ? [] : [{ value: seconds }]),
  );
  addGauge(
    "payments_waiting",
    `Payments that wait for the operator, by state: ${adminCommand("payment list --state STATE")}`,
    sharedLook(() => countWaitingPayments(db)),
    (found) => found.map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  addGauge(
    "unbilled_payments",
    "Payments for which the operator's own voucher was refused, or could not be issued for an hour",
    sharedLook(() => countUnbilled(db)),
    (count) => [{ value: count }],
  );
  addGauge(
    "checkout_oldest_unanswered_seconds",
    "Age of the oldest open checkout for which the payment provider gave no page to pay on",
    delays,
    ({ unansweredSeconds }) => [{ value: unansweredSeconds }],
  );
  addGauge(
    "payments_unlisted_seconds",
    "Seconds since all payments of the provider's account were listed; none while nobody was asked to pay in 30 days",
    delays,
    ({ unlistedSeconds }) => (unlistedSeconds === null ? [] : [{ value: unlistedSeconds }]),
  );
  addGauge(
    "payment_sweep_late_seconds",
    "Seconds that the checkout or notification that is due longest has waited to be asked about",
    delays,
    ({ lateSeconds }) => [{ value: lateSeconds }],
  );
  addGauge(
    "sircip_periods",
    "1 when the padrón of SIRCIP of this month, and of the next, is loaded; none while no company is an agent",
    padrones,
    ({ hasAgents, months }) =>
      hasAgents
        ? months.map(({ isNext, isLoaded }) => ({
            labels: { month: isNext ? "next" : "this" },
            value: Number(isLoaded),
          }))
        : [],
  );
  addGauge(
    "counter_left_ratio",
    "What is left of each counter of ids, as a part of 1",
    sharedLook(() => countersLeft(db)),
    (found) => found.map(({ counter, left }) => ({ labels: { counter }, value: left })),
  );
  addGauge(
    "backup_age_seconds",
    "Seconds since the file BACKUP_FILE was written; infinite while it is not there, none without the setting",
    sharedLook(async () => (backupFile === undefined ? undefined : ageOfBackup(backupFile, Date.now()))),
    (seconds) => [{ value: seconds }],
  );
  addGauge("jobs", "Jobs in a queue, by state; failed jobs only as long as they are kept", jobs, (queues) =>
    queues.flatMap(({ name, waiting, active, delayed, failed }) =>
      Object.entries({ waiting, active, delayed, failed }).map(([state, value]) => ({
        labels: { queue: name, state },
        value,
      })),
    ),
  );
}

const slowest = (open: QueueDepth[]): QueueDepth[] =>
  open
    .filter(({ waitingSeconds }) => waitingSeconds > slowLineSeconds)
    .sort((one, other) => other.waitingSeconds - one.waitingSeconds)
    .slice(0, maxLines);

/** Shares one read among callers within a second. Gives undefined when the read fails or takes too long. */
function sharedLook<Found>(look: () => Promise<Found>): () => Promise<Found | undefined> {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let found: Promise<Found | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - lookedAtMs < freshMs) return found;
    lookedAtMs = performance.now();
    found = withTimeout(timeoutMs, look()).catch(() => undefined);
    return found;
  };
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

function addGauge<Found>(
  name: string,
  help: string,
  look: () => Promise<Found | undefined>,
  read: (found: Found) => Sample[],
): void {
  new Gauge({
    name: `talonario_${name}`,
    help,
    labelNames: ["sequence", "queue", "state", "environment", "company", "counter", "month"],
    async collect() {
      const found = await look();
      this.reset();
      if (found !== undefined) for (const { labels = {}, value } of read(found)) this.set(labels, value);
    },
  });
}
