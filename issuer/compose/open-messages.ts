import type { Redis } from "ioredis";
import { original } from "../../shared/domain/pdf-form.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import type { OnClose } from "../../shared/lifecycle/shutdown.js";
import type { Log } from "../../shared/logging/log.js";
import { announceSettled } from "../../shared/queues/announcements.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { issuanceQueue, wakeJobId, wakeJobOptions } from "../../shared/queues/issuance.js";
import { type LineJob, openLine } from "../../shared/queues/open-line.js";
import { openQueue } from "../../shared/queues/open-queue.js";
import { pdfJobId, pdfQueue } from "../../shared/queues/pdf.js";
import type { RedisWatch } from "../../shared/queues/redis-watch.js";
import { throughRedis } from "../../shared/queues/through-redis.js";
import { createFollowUps, type FollowUp } from "../announcements/follow-ups.js";
import { createMessages } from "../announcements/messages.js";

interface Parts {
  producer: Redis;
  watch: RedisWatch;
  /** Serves a sequence in this process, past Redis. */
  serveHere(sequence: SequenceKey, requestId: string): boolean;
  log: Log;
  onClose: OnClose;
}

/** What an issuer tells the other processes: who waits for an issuance, who serves a sequence, and who prints. */
export function openMessages({ producer, watch, serveHere, log, onClose }: Parts) {
  const wakeUps = openQueue(issuanceQueue, producer);
  onClose("wake-ups", wakeUps.close);
  const pdfs = openLine(pdfQueue, producer);
  onClose("pdfs", pdfs.close);
  const messages = createMessages(watch, log);
  onClose("messages", messages.finish);
  const followUps = createFollowUps((all) => messages.tell(() => pdfs.addAll(all.map(toPdfJob)), "PDF jobs"));
  onClose("follow-ups", followUps.flush);

  async function announce(issuanceId: number): Promise<void> {
    failpoint("before_announce");
    await announceSettled(producer, issuanceId);
  }

  return {
    messages,
    followUps,
    announce: (issuanceId: number) => messages.tell(() => announce(issuanceId), "announcement"),
    async wake(sequence: SequenceKey, requestId: string): Promise<void> {
      if (watch.isAway()) return void serveHere(sequence, requestId);
      const data = { sequence, issuance: null, requestId };
      await throughRedis(watch, () => wakeUps.add(wakeJobId(sequence), data, wakeJobOptions));
    },
  };
}

const toPdfJob = ({ voucherId, requestId, trace, ...turn }: FollowUp): LineJob<DataOf<typeof pdfQueue>> => ({
  jobId: pdfJobId(voucherId, original),
  data: { voucherId, ...original, requestId, trace: trace ?? undefined },
  turn,
});
