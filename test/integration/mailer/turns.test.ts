import { afterAll, beforeAll, expect, test } from "vitest";
import { sendMail } from "../../../mailer/send.js";
import { sweepDueRecipients } from "../../../mailer/sweep.js";
import { dueRecipients } from "../../../shared/db/delivery/recipients.js";
import { createLog } from "../../../shared/logging/log.js";
import { mailQueue } from "../../../shared/queues/mail.js";
import { openFairQueue } from "../../../shared/queues/open-fair-queue.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { serve } from "../../../shared/queues/serve.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type Mailing, openMailing } from "../../support/samples/mailing.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

const log = createLog("test", "silent");
let mailing: Mailing;
let server: ScriptedSmtp;
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  [mailing, server, redis] = await Promise.all([openMailing(), startScriptedSmtp(), startRedis()]);
});
afterAll(async () => {
  await mailing[Symbol.asyncDispose]();
  await server.close();
  await redis.stop();
});

test("300 due mails of one company delay another's one, and its homologation's, by one each, also after Redis lost all jobs", async () => {
  const { db, storage } = mailing.api;
  await storage.write("one.pdf", Buffer.from("%PDF-1.4"));
  await storeWaitingVouchers(db, { code: "demo", production: true, count: 300 });
  await storeWaitingVouchers(db, { code: "demo", production: false, count: 1 });
  await storeWaitingVouchers(db, { code: "mono", production: true, count: 1 });
  await db.$executeRaw`INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'one.pdf', 8 FROM voucher`;
  await db.$executeRaw`UPDATE voucher SET has_pdf = true`;
  // Those of the large company are the oldest.
  await db.$executeRaw`
    INSERT INTO recipient (company_id, voucher_id, slot, email, pdf_versions, created_at, due_at)
    SELECT v.company_id, v.id, 1, format('%s-%s-%s@example.com', c.code, v.production, v.id), '{1}', now() - interval '1 minute', now() - interval '1 minute'
    FROM voucher v JOIN company c ON c.id = v.company_id ORDER BY v.id`;

  const producer = connectRedis(redis.url, log, "worker");
  const worker = connectRedis(redis.url, log, "worker");
  const mails = openFairQueue(mailQueue, producer);
  const deps = mailing.mailer(server.url);
  const sweep = () => sweepDueRecipients({ dueRecipients: (limit) => dueRecipients(db, limit), mails, log }, 200);
  await sweep();

  const sent = () => server.received.map(({ to }) => to);
  const isSmall = (to: string) => !to.startsWith("demo-t");
  const serveMails = (concurrency: number) =>
    serve(mailQueue, { connection: worker, concurrency, log, process: (data) => sendMail(deps, data) });
  const serving = [serveMails(1)];
  await waitFor(() => sent().length >= 3, { message: "the first mails" });
  expect(sent().slice(0, 3).filter(isSmall)).toHaveLength(2);

  await waitFor(() => sent().length >= 20, { message: "some mails" });
  await producer.flushall();
  await storeWaitingVouchers(db, { code: "mono", production: true, count: 1, from: 2 });
  await db.$executeRaw`
    WITH new AS (SELECT v.company_id, v.id FROM voucher v WHERE NOT v.has_pdf), made AS (
      INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'one.pdf', 8 FROM new
    ), written AS (
      INSERT INTO recipient (company_id, voucher_id, slot, email, pdf_versions, created_at)
      SELECT company_id, id, 1, 'late@example.com', '{1}', now() - interval '1 minute' FROM new
    )
    UPDATE voucher SET has_pdf = true WHERE NOT has_pdf`;
  const before = sent().length;
  await sweep();
  await waitFor(() => sent().includes("late@example.com"), { message: "the late mail" });
  expect(sent().indexOf("late@example.com") - before).toBeLessThan(5);

  serving.push(serveMails(8));
  await waitFor(
    async () => {
      await sweep();
      return sent().length >= 303;
    },
    { message: "every mail", intervalMs: 200 },
  );
  expect(new Set(sent()).size).toBe(303);
  expect(sent()).toHaveLength(303);

  await Promise.all(serving.map((each) => each.close()));
  await mails.close();
  for (const connection of [producer, worker]) connection.disconnect();
});
