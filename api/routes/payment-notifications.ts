import { Hono } from "hono";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { paymentNotifications } from "../http/metrics.js";
import { clientAddress } from "../middleware/client-address.js";
import { createWindowLimiter } from "../middleware/window-limiter.js";
import { notificationPath, type Payments } from "../payments/payments.js";

interface NotificationDeps {
  redis: Redis;
  config: { TRUST_PROXY: number };
  now(): number;
}

/** Source: api/README.md, "The plan and its payment". */
const failuresPerMinute = 60;

/**
 * Where the provider tells that something happened to a payment. The signature is checked over the query and headers; the body is never read.
 * What is told is no fact: the payment's id is recorded, and read at the provider.
 */
export function paymentNotificationRoutes(
  payments: Pick<Payments, "isSigned" | "noteNotification" | "sweep">,
  { redis, config, now }: NotificationDeps,
): Hono {
  const failures = createWindowLimiter(redis, "failed-notifications", failuresPerMinute);
  return new Hono().post(notificationPath, async (c) => {
    const id = c.req.query("data.id");
    // The older kind, which nobody can verify.
    if (id === undefined) {
      paymentNotifications.inc({ outcome: "older" });
      return c.body(null, 200);
    }
    const sent = { id, signature: c.req.header("x-signature"), requestId: c.req.header("x-request-id") };
    if (!payments.isSigned(sent, now())) {
      paymentNotifications.inc({ outcome: "refused" });
      return c.body(null, (await isOverLimit(clientAddress(c, config.TRUST_PROXY))) ? 429 : 401);
    }
    paymentNotifications.inc({ outcome: "signed" });
    if (c.req.query("type") !== "payment" || !/^\d{1,30}$/.test(id)) return c.body(null, 200);
    try {
      await payments.noteNotification(id);
    } catch {
      return c.body(null, 503);
    }
    // Not awaited: it was recorded, so a sweep of any process reads it as well.
    payments.sweep().catch(() => undefined);
    return c.body(null, 200);
  });

  /** Counts a failure. Without Redis nobody is held back: it is refused all the same. */
  async function isOverLimit(address: string): Promise<boolean> {
    return failures.consume(address).then(
      () => false,
      (reason) => reason instanceof RateLimiterRes,
    );
  }
}
