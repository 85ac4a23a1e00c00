import type { Redis } from "ioredis";
import { original } from "../../shared/domain/pdf-form.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import { closing, type OnClose } from "../../shared/lifecycle/shutdown.js";
import type { Log } from "../../shared/logging/log.js";
import { publishSettled } from "../../shared/queues/announcements.js";
import { callRedis } from "../../shared/queues/call-redis.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { issuanceQueue, wakeJobId, wakeJobOptions } from "../../shared/queues/issuance.js";
import { type FairJob, openFairQueue } from "../../shared/queues/open-fair-queue.js";
import { openQueue } from "../../shared/queues/open-queue.js";
import { pdfJobId, pdfQueue } from "../../shared/queues/pdf.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import { type AfterCommitJob, createAfterCommitJobs } from "../announcements/after-commit-jobs.js";
import { createBestEffort } from "../announcements/best-effort.js";

interface BestEffortDeps {
  producer: Redis;
  watch: RedisBreaker;
  /** Serves a sequence in this process, past Redis. */
  serveLocally(sequence: SequenceKey, requestId: string): boolean;
  log: Log;
  onClose: OnClose;
}

/** Messages of an issuer to the other processes: who waits for an issuance, who serves a sequence, and who prints. */
export function openBestEffort({ producer, watch, serveLocally, log, onClose }: BestEffortDeps) {
  const wakeUps = closing(onClose, "wake-ups", openQueue(issuanceQueue, producer));
  const pdfs = closing(onClose, "pdfs", openFairQueue(pdfQueue, producer));
  const messages = createBestEffort(watch, log);
  onClose("messages", messages.finish);
  const followUps = createAfterCommitJobs((all) => messages.tell(() => pdfs.addAll(all.map(toPdfJob)), "PDF jobs"));
  onClose("follow-ups", followUps.flush);

  async function announce(issuanceId: number): Promise<void> {
    failpoint("before_announce");
    await publishSettled(producer, issuanceId);
  }

  return {
    messages,
    followUps,
    announce: (issuanceId: number) => messages.tell(() => announce(issuanceId), "announcement"),
    async wake(sequence: SequenceKey, requestId: string): Promise<void> {
      if (watch.isTripped()) return void serveLocally(sequence, requestId);
      const data = { sequence, issuance: null, requestId };
      await callRedis(watch, () => wakeUps.add(wakeJobId(sequence), data, wakeJobOptions));
    },
  };
}

const toPdfJob = ({ voucherId, requestId, trace, ...turn }: AfterCommitJob): FairJob<DataOf<typeof pdfQueue>> => ({
  jobId: pdfJobId(voucherId, original),
  data: { voucherId, ...original, requestId, trace: trace ?? undefined },
  turn,
});
