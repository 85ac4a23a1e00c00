import type { Context } from "hono";
import type { Snapshot } from "../../shared/db/reports/snapshot.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { Words } from "../../shared/domain/words.js";
import type { ApiEnv, ReadingDeps } from "../environment.js";
import { ApiError } from "../errors.js";
import type { ReportUse } from "../pools.js";

/** A report being made: one snapshot of the vouchers, which is given back by `end`. */
export interface Report {
  tenant: Tenant;
  snapshot: Snapshot;
  /** Aborted when the client is gone, the report takes longer than it may, or the process stops. */
  signal: AbortSignal;
  /** Nothing happens the second time. Never fails. */
  end(): Promise<void>;
}

/** @throws ApiError 429 when the company has one in progress, or others have too many */
export type ReportOpener = (c: Context<ApiEnv>, kind: ReportUse, longestMs: number) => Promise<Report>;

/** Source: api/README.md, "Limits". */
export function createReports({ reports, read, config }: ReadingDeps, stopping?: AbortSignal): ReportOpener {
  const tenants = new Set<string>();
  const companies: Record<ReportUse, Set<number>> = { files: new Set(), answers: new Set() };
  // A process that stops waits no longer for a report than for any other request.
  const stopped = new AbortController();
  const stop = () => setTimeout(() => stopped.abort(new Error("the process stops")), config.REQUEST_TIMEOUT_MS).unref();
  stopping?.addEventListener("abort", stop, { once: true });

  return async (c, kind, longestMs) => {
    const { companyId, production } = c.get("caller");
    const tenant = { companyId, production };
    const key = tenantKey(tenant);
    const places = companies[kind];
    // Of one company only one place, whatever the environment: two companies leave a place to a third.
    if (tenants.has(key) || places.has(companyId)) throw tooMany(ofCompany, 2);
    const { most } = reports[kind];
    if (places.size >= most) throw tooMany(ofOthers(most), 10);
    tenants.add(key);
    places.add(companyId);
    const leave = () => {
      tenants.delete(key);
      places.delete(companyId);
    };
    const opened = read(tenant, ({ openReport }) => openReport(kind, tenant));
    const snapshot = await opened.catch((error) => {
      leave();
      throw error;
    });
    const signal = AbortSignal.any([c.req.raw.signal, stopped.signal, AbortSignal.timeout(longestMs)]);
    let ended: Promise<void> | undefined;
    const end = async () => {
      await snapshot.close();
      leave();
    };
    return {
      tenant,
      snapshot,
      signal,
      end() {
        ended ??= end();
        return ended;
      },
    };
  };
}

const ofCompany: Words = {
  en: "Too many reports at once: this company has a report in progress. Ask again when it is done.",
  es: "La empresa ya está bajando un archivo: esperá a que termine y volvé a intentar.",
};

const ofOthers = (count: number): Words => ({
  en: `Too many reports at once: the service makes ${count} reports for others. Ask again when it is done.`,
  es: "El servicio está haciendo archivos para otros: volvé a intentar en unos segundos.",
});

const tooMany = (words: Words, seconds: number) =>
  new ApiError(429, words, { headers: { "Retry-After": `${seconds}` } });
