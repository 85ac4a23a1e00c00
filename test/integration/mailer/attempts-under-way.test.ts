import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { claimDeliveries, markDelivered } from "../../../shared/db/webhooks/sending.js";
import { sayFailure } from "../../../shared/domain/delivery-failure.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { publicCase } from "../../support/public-case.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { asProcess } from "../../support/servers/process-roles.js";

interface Attempt {
  at: string;
  status: number | null;
  ms: number | null;
  error: string | null;
}

let api: AdminApp;
/** As the mailer has it. No mailer runs here: each test takes deliveries in hand itself. */
let db: Database;
let close: () => Promise<void>;
let webhookId: number;
beforeAll(async () => {
  api = await openAdminApp({ WEBHOOK_ALLOW_PRIVATE: "1" });
  ({ db, close } = openDatabase(asProcess(api.deps.config.DATABASE_URL, "mailer")));
});
afterAll(async () => {
  await close();
  await api[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhook.deleteMany();
  webhookId = (await api.call("POST", "/webhooks", { body: { url: "http://127.0.0.1:4000/hook" } })).body.result.id;
});

const newDelivery = async (): Promise<number> =>
  (await api.call("POST", `/webhooks/${webhookId}/test`)).body.result.deliveryId;

/** What the list and the delivery's own path say of its attempts: they never differ. */
async function attemptsOf(id: number): Promise<Attempt[]> {
  const { body } = await api.call("GET", `/webhooks/${webhookId}/deliveries/${id}`);
  const listed = await api.call("GET", `/webhooks/${webhookId}/deliveries?id=${id}`);
  const own = body.result.attempts.map(({ answer: _, ...attempt }: Attempt & { answer: string | null }) => attempt);
  expect(listed.body.result[0].attempts).toEqual(own);
  return own;
}

async function claim() {
  const [claimed] = await claimDeliveries(db, webhookId);
  if (!claimed) throw new Error("nothing was due");
  return claimed;
}

const kind = "A delivery says what is known of it";
const rule = "EXTENSIONS.md, section 4";
const once = { at: "2026-11-26T09:00:00.000Z", status: 500, ms: 7 };
const failedOnce = { ...once, error: { why: "cutOff" } as const };

publicCase(
  {
    kind,
    sent: "the second attempt under way, after one that failed",
    right: "the first as it ended, the second since when, with no error",
    rule,
  },
  async () => {
    const id = await newDelivery();
    await api.db
      .$executeRaw`UPDATE webhook_delivery SET attempts = ${JSON.stringify([failedOnce])}::jsonb, attempt_count = 1`;
    await claim();
    const [first, second] = await attemptsOf(id);
    expect(first).toEqual({ ...once, error: "the connection was closed before the answer" });
    expect(second).toEqual({ at: expect.stringMatching(/^20.*Z$/), status: null, ms: null, error: null });
  },
);

publicCase(
  { kind, sent: "an attempt whose mailer died", right: "nobody saw how it ended, once its time is over", rule },
  async () => {
    const id = await newDelivery();
    await claim();
    await api.db.$executeRaw`UPDATE webhook_delivery SET due_at = now() - interval '1 second'`;
    expect(await attemptsOf(id)).toMatchObject([{ error: "nobody saw how it ended" }]);
    // The next mailer takes it in hand: one attempt is under way, and of the other nothing more is known.
    await claim();
    expect(await attemptsOf(id)).toMatchObject([
      { error: "nobody saw how it ended" },
      { status: null, ms: null, error: null },
    ]);
  },
);

publicCase(
  {
    kind,
    sent: "an attempt that was delivered after its lease, beside another under way",
    right: "each in its place",
    rule,
  },
  async () => {
    const id = await newDelivery();
    const late = await claim();
    await api.db.$executeRaw`UPDATE webhook_delivery SET due_at = now() - interval '1 second'`;
    await claim();
    await markDelivered(db, late, { ...failedOnce, status: 200, error: null, answer: "ok" });
    const [first, second] = await attemptsOf(id);
    expect(first).toMatchObject({ status: 200, error: null });
    // It is settled: what the other one was to find out does not matter.
    expect(second?.error).toBe("nobody saw how it ended");
  },
);

publicCase(
  { kind, sent: "two deliveries, one of them under way", right: "the other has no attempt, and its time", rule },
  async () => {
    const [taken, waiting] = [await newDelivery(), await newDelivery()];
    await api.db.$executeRaw`UPDATE webhook_delivery SET due_at = now() + interval '1 hour' WHERE id = ${waiting}`;
    await claim();
    expect(await attemptsOf(taken)).toMatchObject([{ status: null, ms: null, error: null }]);
    expect(await attemptsOf(waiting)).toEqual([]);
    const { body } = await api.call("GET", `/webhooks/${webhookId}/deliveries/${waiting}`);
    expect(Date.parse(body.result.nextAttempt)).toBeGreaterThan(Date.now());
  },
);

test("an attempt is under way exactly while a mailer has its delivery in hand, and never one that has ended", async () => {
  const id = await newDelivery();
  const ended = fc.record({
    ms: fc.nat({ max: 15_000 }),
    error: fc.constantFrom(null, { why: "cutOff" } as const, { why: "noTls" } as const),
  });
  const attempt = fc.oneof(ended, fc.constant({ ms: null, error: { why: "unseen" } as const }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(attempt, { maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom("pending", "delivered", "failed"),
      fc.constantFrom(-60, -1, 20, 3_600),
      async (drawn, inHand, state, dueInSeconds) => {
        const attempts = drawn.map((one, at) => ({ at: `2026-11-26T09:00:0${at}.000Z`, status: null, ...one }));
        await api.db.$executeRaw`
          UPDATE webhook_delivery SET attempts = ${JSON.stringify(attempts)}::jsonb, attempt_count = ${attempts.length},
            is_claimed = ${inHand}, state = ${state}, due_at = now() + ${dueInSeconds} * interval '1 second'
          WHERE id = ${id}`;
        const isHeld = inHand && state === "pending" && dueInSeconds > 0;
        expect((await attemptsOf(id)).map(({ error }) => error)).toEqual(
          attempts.map(({ ms, error }, place) =>
            isHeld && ms === null && place === attempts.length - 1 ? null : error && sayFailure(error).en,
          ),
        );
      },
    ),
    propertyRuns(60),
  );
}, 60_000);
