import { Hono } from "hono";
import { findUsage } from "../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { toQuota } from "../../shared/domain/quota.js";
import type { ApiEnv } from "../http/env.js";
import { noInput } from "../parsing/no-input.js";
import type { ReadingDeps } from "../reports/deps.js";

/** `/{company_id}/quota`: of the present period, shared by both environments. Source: api/README.md, "Quota object". */
export const quota = (deps: ReadingDeps) =>
  new Hono<ApiEnv>().get("/", noInput, async (c) => {
    const caller = c.get("caller");
    const usage = await findUsage(deps.reading.of(caller), caller.companyId, argentineDay(deps.now()));

    return c.json({ ok: true, result: usage ? toQuota(usage) : null });
  });
