import { z } from "zod";
import { defineQueue } from "./define-queue.js";
import { smallId } from "./job-fields.js";

/**
 * Wakes a mailer for one endpoint. What is due, and how much of it may be under way, stands in the database. `waits`: its answers
 * take long, and no worker waits for them.
 */
export const webhookQueue = defineQueue({
  name: "webhook",
  data: z.object({ webhookId: smallId }),
  result: z.object({ outcome: z.enum(["drained", "more", "waits"]), attempts: z.int() }),
});

export const webhookJobId = (webhookId: number): string => `webhook-${webhookId}`;

export const webhookJobOptions = {
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 24 * 3_600, count: 1_000 },
};
