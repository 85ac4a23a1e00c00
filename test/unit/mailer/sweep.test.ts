import { expect, test } from "vitest";
import { sweepDueRecipients } from "../../../mailer/sweep.js";
import { createLog } from "../../../shared/log.js";

test("the sweep adds the recipient's own job and a separate one that is removed when it ends, unless a job is waiting", async () => {
  const added: unknown[] = [];
  await sweepDueRecipients(
    {
      dueRecipients: async () => [
        { recipientId: 7, requestId: "r1" },
        { recipientId: 8, requestId: "r2" },
      ],
      findEnding: async (jobId) => (jobId === "mail-8" ? undefined : { failed: "the job is gone" }),
      addMail: async (jobId, _data, options) => void added.push([jobId, options?.removeOnFail ?? "kept"]),
      log: createLog("test", "silent"),
    },
    10,
  );
  expect(added).toEqual([
    ["mail-7", "kept"],
    ["mail-7-sweep", true],
  ]);
});
