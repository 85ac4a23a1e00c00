import { createKeyedMutex } from "../../shared/concurrency/keyed-mutex.js";
import { createWaitGroup } from "../../shared/concurrency/wait-group.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/logging/log.js";
import { BusyError } from "../../shared/queues/errors.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { TimeSlice, TimeSlicedSemaphore } from "../issuing/time-sliced-semaphore.js";

interface ReportDueOptions {
  /** Takes up at most `limit` due sequences of an environment. They then stand behind all others. */
  claimDue(production: boolean, limit: number): Promise<SequenceKey[]>;
  /** Makes a sequence due as before: it was taken up, but found no place. */
  giveBack(key: SequenceKey): Promise<void>;
  /** Reports one sequence. */
  report(key: SequenceKey, turn: TimeSlice): Promise<unknown>;
  /** Runs a report once it has a place. */
  inSlice: TimeSlicedSemaphore;
  /** How many of one environment are reported at once. */
  places: number;
  log: Log;
}

/**
 * The round of reports. It takes up as many sequences as there are free places, and does not wait for their reports: so no sequence
 * waits for another that the authority does not answer. A place that becomes free goes to the next due sequence at once.
 */
export function createReportRound({ claimDue, giveBack, report, inSlice, places, log }: ReportDueOptions): {
  round(): Promise<void>;
  /** Resolves when no report is on its way. */
  stop(): Promise<void>;
} {
  const reporting = { test: createKeyedMutex(), production: createKeyedMutex() };
  const mutexOf = (production: boolean) => (production ? reporting.production : reporting.test);
  /** Sequences due again before they left their place. What is taken up here, no round takes up for a while. */
  const claimedAgain = new Set<string>();
  const works = createWaitGroup();
  let isStopped = false;

  async function serve(key: SequenceKey): Promise<void> {
    try {
      await inSlice(key, 1, (turn) => report(key, turn));
    } catch (error) {
      if (error instanceof BusyError) return giveBack(key);
      log.warn({ error, sequence: sequenceName(key) }, "reports failed; retrying");
    }
  }

  async function fill(production: boolean): Promise<void> {
    const free = places - mutexOf(production).size();
    if (free <= 0 || isStopped) return;
    for (const key of await claimDue(production, free)) begin(key);
  }

  function begin(key: SequenceKey): void {
    const name = sequenceName(key);
    const release = mutexOf(key.production).tryAcquire(name);
    if (!release) {
      claimedAgain.add(name);
      return;
    }
    const refill = async () => {
      if (claimedAgain.delete(name)) await giveBack(key);
      await fill(key.production);
    };
    const work = serve(key)
      .catch((error) => log.warn({ error, sequence: name }, "a report could not be given back"))
      .finally(release)
      .then(refill)
      .catch(() => undefined); // the next round tries again
    works.add(work);
  }

  return {
    async round() {
      await Promise.all([fill(true), fill(false)]);
    },
    async stop() {
      isStopped = true;
      await works.wait();
    },
  };
}
