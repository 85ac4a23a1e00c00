import { expect, test } from "vitest";
import { sweepDueRecipients } from "../../../mailer/sweep.js";
import { createLog } from "../../../shared/logging/log.js";

test("the sweep adds the job of each due mail in its company's turn", async () => {
  const added: unknown[] = [];
  await sweepDueRecipients(
    {
      dueRecipients: async () => [
        { recipientId: 7, requestId: "r1", companyId: 3, production: true },
        { recipientId: 8, requestId: "r2", companyId: 4, production: false },
      ],
      mails: { requeue: async (...job) => added.push(job) > 0 },
      log: createLog("test", "silent"),
    },
    10,
  );
  expect(added).toEqual([
    ["mail-7", { recipientId: 7, requestId: "r1" }, { companyId: 3, production: true }],
    ["mail-8", { recipientId: 8, requestId: "r2" }, { companyId: 4, production: false }],
  ]);
});
