import { Hono } from "hono";
import { findSubscription } from "../../../shared/db/company/subscriptions.js";
import { findDaysOfMonth } from "../../../shared/db/overview/month-figures.js";
import { countDoubts, findFailedMails } from "../../../shared/db/overview/troubles.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { isMonotributo } from "../../../shared/domain/issuer-conditions.js";
import type { MonotributoStanding } from "../../../shared/domain/monotributo/standing.js";
import { type MonthFigures, sumUpMonth } from "../../../shared/domain/month-figures.js";
import type { Quota } from "../../../shared/domain/quota.js";
import { type Tenant, tenantKey } from "../../../shared/domain/tenant.js";
import { isInFirstHour } from "../first-steps/find.js";
import type { FiscalData } from "../fiscal-data/fiscal-data.js";
import type { ApiClient } from "../frame/api-client.js";
import { type AppEnv, type PageContext, tenantOf } from "../frame/app-env.js";
import { createDeadlineCache } from "../frame/deadline-cache.js";
import type { AppDeps } from "../frame/deps.js";
import { resultOf } from "../frame/result-of.js";
import type { Voucher } from "../invoices/voucher.js";
import { back, show, showPartial } from "../layout/show.js";
import { mayAs } from "../sign-in/enter-company.js";
import { Month, NotCounted } from "./month.js";
import type { CompanyStatus } from "./needs.js";
import { Overview } from "./overview.js";

const mailsTold = 3;
const batchesLookedAt = 20;

/** A company's first page, and its part that may take long to count. */
export const overviewPages = ({ read, now, log }: AppDeps) => {
  const figures = createDeadlineCache<MonthFigures>(now);
  const standings = createDeadlineCache<MonotributoStanding>(now);
  /** Key and read function for the cache. */
  const countOf = (tenant: Tenant, today: string) =>
    [
      `${tenantKey(tenant)} ${today}`,
      async () =>
        sumUpMonth(await read(tenant, ({ reading }) => findDaysOfMonth(reading.of(tenant), tenant, today)), today),
    ] as const;

  /** Standing against the caps; null when it could not be added up: the page comes all the same. One that takes long is kept a minute. */
  async function findMonotributo(api: ApiClient, tenant: Tenant, today: string): Promise<MonotributoStanding | null> {
    const read = async () => resultOf(await api.get<MonotributoStanding>("/reports/monotributo"));
    return standings.get(`${tenantKey(tenant)} ${today}`, read).then(
      ({ value }) => value,
      () => null,
    );
  }

  async function findCompanyStatus(
    api: ApiClient,
    tenant: Tenant,
    today: string,
    { role, company: { taxType } }: PageContext,
  ): Promise<CompanyStatus> {
    const isOwner = mayAs(role, "owner");
    const get = async <T,>(path: string): Promise<T> => resultOf(await api.get<T>(path));
    const find = <T,>(query: (db: Database) => Promise<T>) => read(tenant, ({ reading }) => query(reading.of(tenant)));
    const [
      fiscalData,
      certificates,
      quota,
      contingency,
      webhooks,
      batches,
      notices,
      subscription,
      failedMails,
      doubts,
      monotributo,
    ] = await Promise.all([
      get<FiscalData>("/fiscal-data"),
      get<CompanyStatus["certificates"]>("/certificates?limit=200"),
      get<Quota | null>("/quota"),
      get<CompanyStatus["contingency"]>("/contingency"),
      get<CompanyStatus["webhooks"]>("/webhooks"),
      get<CompanyStatus["batches"]>(`/batches?limit=${batchesLookedAt}`),
      isOwner ? get<CompanyStatus["notices"]>("/taxauth/notices") : [],
      find((db) => findSubscription(db, tenant.companyId)),
      find((db) => findFailedMails(db, tenant, mailsTold)),
      find((db) => countDoubts(db, tenant)),
      tenant.production && isMonotributo(taxType) ? findMonotributo(api, tenant, today) : undefined,
    ]);
    const until = subscription?.until;
    const { certificate: acting } = fiscalData;
    const standing = { today, acting, certificates, quota, until, contingency, webhooks, batches, notices };
    return { ...standing, failedMails, doubts, ...(monotributo !== undefined && { monotributo }) };
  }

  return new Hono<AppEnv>()
    .get("/", async (c) => {
      const [visit, api] = [c.get("visit"), c.get("api")];
      const [tenant, today] = [tenantOf(visit), argentineDay(now())];
      const [standing, vouchers, counted, hasFirstSteps] = await Promise.all([
        findCompanyStatus(api, tenant, today, visit),
        api.get<Voucher[]>("/invoices?limit=5").then(resultOf),
        figures.readInTime(...countOf(tenant, today)).catch(() => undefined),
        isInFirstHour(c.get("apiOf")(true)),
      ]);
      const mayIssue = mayAs(visit.role, "issuer");
      const isNew = hasFirstSteps && vouchers.length === 0 && mayAs(visit.role, "owner");
      if (isNew && c.req.query("overview") === undefined) return back(c, "/first-steps");
      const page = <Overview {...{ visit, mayIssue, hasFirstSteps, standing, vouchers }} figures={counted} />;
      return show(c, { title: "Resumen", section: "overview" }, page);
    })

    .get("/figures", async (c) => {
      const visit = c.get("visit");
      if (!visit.isPartial) return c.redirect(visit.base, 303);
      const today = argentineDay(now());
      const place = { base: visit.base, today };
      try {
        return showPartial(c, <Month {...place} figures={await figures.get(...countOf(tenantOf(visit), today))} />);
      } catch (error) {
        log.warn({ error, requestId: c.get("requestId") }, "the figures of a month could not be counted");
        return showPartial(c, <NotCounted {...place} />);
      }
    });
};
