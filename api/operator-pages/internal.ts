import { Hono } from "hono";
import type { Redis } from "ioredis";
import { register } from "prom-client";
import { findForeignKeys } from "../../shared/db/company/sealing-keys.js";
import { readMetricsPage } from "../../shared/process/metrics-page.js";
import { createReadiness } from "../../shared/process/readiness.js";
import type { ApiDeps } from "../routes/deps.js";

export interface InternalParts {
  redis: Redis;
  board: Hono | undefined;
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal;
  /** Whether the process serves more than its health by now. By default it does. */
  isOpen?: () => boolean;
}

/** Dependencies of health, and nothing more: health is told before the rest of the process is opened. */
export type HealthDeps = Pick<ApiDeps, "config" | "log" | "issuing" | "probe" | "sealer">;

/** Routes that the operators alone should reach: `/health/*`, `/metrics` and `/board`. */
export function internalRoutes(
  { issuing, probe, sealer }: HealthDeps,
  { redis, board, stopping, isOpen }: InternalParts,
): Hono {
  const checkHealth = createReadiness({
    db: issuing.ofNobody,
    probe,
    redis,
    stopping,
    isOpen,
    // Reported only: it keeps from requesting certificates, and from nothing else.
    reports: { sealingKey: async () => (await findForeignKeys(issuing.ofNobody, sealer.keyId)).length === 0 },
  });
  const routes = new Hono()
    .get("/health/live", (c) => c.json({ ok: true }))
    .get("/health/ready", async (c) => {
      const readiness = await checkHealth();
      return c.json(readiness, readiness.ok ? 200 : 503);
    })
    .get("/metrics", async (c) => c.body(await readMetricsPage(), 200, { "Content-Type": register.contentType }));
  if (board) routes.route("/board", board);
  return routes;
}
