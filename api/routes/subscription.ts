import { Hono } from "hono";
import { findUsage } from "../../shared/db/company/subscriptions.js";
import { countPayments, listPayments } from "../../shared/db/payments/list-payments.js";
import { findPaidSubscription } from "../../shared/db/payments/plans.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { toQuota } from "../../shared/domain/quota.js";
import type { ApiEnv } from "../http/env.js";
import { noInput } from "../parsing/no-input.js";
import { ignoredInPage, readPage } from "../parsing/read-page.js";
import { readQuery } from "../parsing/read-query.js";
import type { ReadingDeps } from "../reports/deps.js";

/** With the plan. All of them are at `/payments`. */
const newest = 50;

/** `/{company_id}/subscription`: the same in both environments. Source: api/README.md, "The plan and its payment". */
export const subscription = (deps: ReadingDeps) =>
  new Hono<ApiEnv>()
    .get("/", noInput, async (c) => {
      const caller = c.get("caller");
      const db = deps.reading.of(caller);
      const today = argentineDay(deps.now());
      const paid = await findPaidSubscription(db, caller.companyId, today);
      if (!paid) return c.json({ ok: true, result: null });
      const { until, plan: priced, monthly } = paid;
      const plan = priced && {
        code: priced.code,
        name: priced.name,
        monthly,
        price: priced.price,
        months: priced.months,
      };
      const payments = await listPayments(db, caller.companyId, { limit: newest, offset: 0 });
      return c.json({ ok: true, result: { plan, active: until >= today, until, payments } });
    })

    .get("/payments", async (c) => {
      const caller = c.get("caller");
      const db = deps.reading.of(caller);
      const page = readPage(readQuery(c, ignoredInPage));
      const [payments, total] = await Promise.all([
        listPayments(db, caller.companyId, page),
        countPayments(db, caller.companyId),
      ]);
      return c.json({ ok: true, result: payments, total });
    });

/** `/{company_id}/quota`: of the present period, shared by both environments. Source: api/README.md, "Quota object". */
export const quota = (deps: ReadingDeps) =>
  new Hono<ApiEnv>().get("/", noInput, async (c) => {
    const caller = c.get("caller");
    const usage = await findUsage(deps.reading.of(caller), caller.companyId, argentineDay(deps.now()));

    return c.json({ ok: true, result: usage ? toQuota(usage) : null });
  });
