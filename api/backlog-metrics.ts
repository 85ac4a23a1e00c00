import type { Redis } from "ioredis";
import { Gauge } from "prom-client";
import { listExpiring } from "../shared/db/company/setup-report.js";
import type { Database } from "../shared/db/database.js";
import { countBacklog } from "../shared/db/issuing/backlog.js";
import { listWaitingLines, type WaitingLine } from "../shared/db/issuing/waiting-lines.js";
import { countJobs } from "../shared/queues/count-jobs.js";
import { sequenceName } from "../shared/queues/issuance.js";
import { within } from "../shared/within.js";

/** A sequence has a series of its own only while its first has waited this long, and at most so many have one. */
const slowLineSeconds = 5;
const maxLines = 10;

const patienceMs = 3_000;
/** Gauges that are asked together look once. */
const freshMs = 1_000;
const expiresWithinMs = 30 * 86_400_000;

/**
 * What is still to be done, by the database and the queues, looked at when `/metrics` is asked for. Every API process tells
 * the same. What does not answer has no samples, rather than wrong ones.
 */
export function exposeBacklogMetrics(db: Database, redis: Redis): void {
  const lines = sharedLook(() => listWaitingLines(db));
  const backlog = sharedLook(() => countBacklog(db));
  const expiring = sharedLook(() => listExpiring(db, new Date(Date.now() + expiresWithinMs)));
  const jobs = sharedLook(() => countJobs(redis));
  const count = (read: (line: WaitingLine) => boolean) => (open: WaitingLine[]) => [
    { value: open.filter(read).length },
  ];
  const longest = (read: (line: WaitingLine) => number) => (open: WaitingLine[]) => [
    { value: Math.max(0, ...open.map(read)) },
  ];
  const ofSlow = (read: (line: WaitingLine) => number) => (open: WaitingLine[]) =>
    slowest(open).map((line) => ({ labels: { sequence: sequenceName(line) }, value: read(line) }));

  tell("waiting_issuances", "Issuances whose turn has not come", lines, (open) => [
    { value: open.reduce((sum, { waiting }) => sum + waiting, 0) },
  ]);
  tell(
    "waiting_sequences",
    "Sequences on which somebody waits",
    lines,
    count(({ waiting }) => waiting > 0),
  );
  tell(
    "oldest_waiting_seconds",
    "How long the issuance that waits longest has waited",
    lines,
    longest(({ waitingSeconds }) => waitingSeconds),
  );
  tell(
    "oldest_unresolved_seconds",
    "How long the oldest number that was asked for is without an answer",
    lines,
    longest(({ unresolvedSeconds }) => unresolvedSeconds),
  );
  tell(
    "unconfirmed_sequences",
    "Sequences that issue nothing because nobody can tell what became of a number",
    lines,
    count(({ unconfirmed }) => unconfirmed),
  );
  tell(
    "operator_sequences",
    "Sequences that issue nothing until a person decides: npm run admin -- issuance list --open",
    lines,
    count(({ needsOperator }) => needsOperator),
  );
  tell(
    "sequence_waiting_seconds",
    `How long the first of a sequence has waited; only the ${maxLines} slowest, and only beyond ${slowLineSeconds} s`,
    lines,
    ofSlow(({ waitingSeconds }) => waitingSeconds),
  );
  tell(
    "sequence_waiting_issuances",
    "Issuances that wait on a sequence; of the same sequences only",
    lines,
    ofSlow(({ waiting }) => waiting),
  );
  tell("pdfs_due", "Vouchers that have no PDF yet", backlog, ({ pdfsDue }) => [{ value: pdfsDue }]);
  tell("mails_due", "E-mails that are not sent yet", backlog, ({ mailsDue }) => [{ value: mailsDue }]);
  tell("certificates_expiring", "Active certificates that expire within 30 days", expiring, (certificates) => [
    { value: certificates.length },
  ]);
  tell("jobs", "Jobs that a queue holds, by state; failed ones as far as they are kept", jobs, (queues) =>
    queues.flatMap(({ name, waiting, active, delayed, failed }) =>
      Object.entries({ waiting, active, delayed, failed }).map(([state, value]) => ({
        labels: { queue: name, state },
        value,
      })),
    ),
  );
}

const slowest = (open: WaitingLine[]): WaitingLine[] =>
  open
    .filter(({ waitingSeconds }) => waitingSeconds > slowLineSeconds)
    .sort((one, other) => other.waitingSeconds - one.waitingSeconds)
    .slice(0, maxLines);

/** One look for all who ask at about the same time; undefined when it fails or takes too long. */
function sharedLook<Found>(look: () => Promise<Found>): () => Promise<Found | undefined> {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let found: Promise<Found | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - lookedAtMs < freshMs) return found;
    lookedAtMs = performance.now();
    found = within(patienceMs, look()).catch(() => undefined);
    return found;
  };
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

function tell<Found>(
  name: string,
  help: string,
  look: () => Promise<Found | undefined>,
  read: (found: Found) => Sample[],
): void {
  new Gauge({
    name: `talonario_${name}`,
    help,
    labelNames: ["sequence", "queue", "state"],
    async collect() {
      const found = await look();
      this.reset();
      if (found !== undefined) for (const { labels = {}, value } of read(found)) this.set(labels, value);
    },
  });
}
