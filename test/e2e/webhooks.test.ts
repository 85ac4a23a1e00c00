import { expect, test } from "vitest";
import { waitFor } from "../../shared/sandbox/wait-for.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { createRandom } from "../support/samples/random.js";
import { startWebhookReceiver } from "../support/servers/webhook-receiver.js";

const killsEach: [ProcessName, number][] = [
  ["mailer", 7],
  ["mailer-2", 7],
  ["issuer", 6],
];

/** Sends the same body until it is answered with its voucher, or refused by the authority. */
const issueUntilAnswered = (system: System, body: ReturnType<typeof invoiceB>) =>
  waitFor(
    async () => {
      const { status, body: answer } = await system.request("/invoices", { method: "POST", body });
      return (answer.ok || status === 422) && status;
    },
    { message: `an answer for ${body.idempotency}`, timeoutMs: 120_000, intervalMs: 200 },
  );

test("through 20 kills of mailers and issuer and the loss of Redis each voucher is told to each endpoint under one id, and nothing else is", async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const random = createRandom(seed);
  console.log(`seed ${seed}`);
  // One request in five fails at first, and one endpoint never answers in time.
  await using receiver = await startWebhookReceiver(({ path }, attempt) => {
    if (path === "/dead") return "hang";
    return attempt === 1 && random.chance(0.2) ? 500 : 200;
  });
  await using system = await startSystem({
    processes: ["api", "issuer", "mailer", "mailer-2"],
    env: { WEBHOOK_RETRY_MS: "20" },
  });
  const paths = ["/one", "/two", "/dead"];
  const ids: number[] = [];
  for (const path of paths) {
    const body = { url: receiver.url + path, events: ["invoice.issued"] };
    ids.push((await system.request<{ id: number }>("/webhooks", { method: "POST", body })).body.result.id);
  }

  let isOver = false;
  const storm = killsEach.map(async ([name, kills]) => {
    for (let kill = 0; kill < kills; kill++) {
      const before = receiver.received.length;
      // At least one more request came, so that something is under way; or nothing is left to come.
      await waitFor(async () => isOver || receiver.received.length > before, {
        message: "a delivery",
        timeoutMs: 60_000,
      });
      await system.kill(name);
      if (random.chance(0.3)) await system.redis.flushall();
      await system.start(name);
    }
  });
  const bodies = Array.from({ length: 90 }, (_, at) =>
    // What the authority refuses is told to nobody.
    invoiceB({ posNumber: 1 + (at % 3), ...(at % 10 === 9 && { voucherDate: "20200101" }) }),
  );
  const issuing = async (part: typeof bodies) => {
    for (const body of part) await issueUntilAnswered(system, body);
  };
  await Promise.all([0, 1, 2].map((pos) => issuing(bodies.filter((_, at) => at % 3 === pos))));
  isOver = true;
  await Promise.all(storm);

  const vouchers = await system.sql<{ id: number; idempotency: string }>(
    "SELECT id, idempotency FROM voucher ORDER BY id",
  );
  expect(vouchers).toHaveLength(81);
  const tellingOf = (path: string) =>
    new Map(receiver.at(path).map(({ headers, payload }) => [headers["webhook-id"], payload.data.id]));
  for (const path of ["/one", "/two"])
    await waitFor(
      async () => {
        const [row] = await system.sql<{ left: number }>(
          "SELECT count(*)::int AS left FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.url LIKE $1 AND d.state <> 'delivered'",
          [`%${path}`],
        );
        return row?.left === 0;
      },
      { message: `all deliveries to ${path}`, timeoutMs: 120_000, intervalMs: 200 },
    );

  for (const path of ["/one", "/two"])
    expect([...tellingOf(path).values()].sort((a, b) => a - b)).toEqual(vouchers.map(({ id }) => id));
  expect(new Map([...tellingOf("/one")].sort())).toEqual(new Map([...tellingOf("/two")].sort()));
  // The one that is dead has as many recorded, and nothing of it was lost either.
  const [dead] = await system.sql<{ recorded: number }>(
    "SELECT count(*)::int AS recorded FROM webhook_delivery WHERE webhook_id = $1",
    [ids[2]],
  );
  expect(dead?.recorded).toBe(81);
  receiver.release();
}, 240_000);
