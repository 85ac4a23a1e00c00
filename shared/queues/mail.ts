import { z } from "zod";
import { defineQueue } from "./define-queue.js";
import { requestId, rowId, trace } from "./job-fields.js";

/** Sends the voucher's PDF to one recipient. `waits`: it was not its time; a sweep adds the job again. */
export const mailQueue = defineQueue({
  name: "mail",
  data: z.object({ recipientId: rowId, requestId, trace }),
  result: z.object({ outcome: z.enum(["sent", "alreadySent", "failed", "waits"]), detail: z.string().nullable() }),
});

export const mailJobId = (recipientId: number): string => `mail-${recipientId}`;
