import type { Context } from "hono";
import { createFairSemaphore, createHistory, type FairSemaphore } from "../../shared/concurrency/fair-semaphore.js";
import type { Snapshot } from "../../shared/db/reports/snapshot.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { ReportUse } from "../databases/pools.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import type { Reading } from "../http/reading.js";
import { callerKey, takeReadingPlace } from "../http/reading-place.js";
import type { ReadingDeps } from "./deps.js";

/** A report being made: one snapshot of the vouchers, which is given back by `end`. */
export interface RunningReport {
  tenant: Tenant;
  snapshot: Snapshot;
  reading: Reading;
  /** Aborted when the client is gone, the report takes longer than it may, its place is another's, or the process stops. */
  signal: AbortSignal;
  /** Nothing happens the second time. Never fails. */
  end(): Promise<void>;
}

/** @throws ApiError 429 when the caller's company has one in progress, or others have too many, and none of them gave way */
export type ReportOpener = (c: Context<ApiEnv>, kind: ReportUse, longestMs: number) => Promise<RunningReport>;

/** A company has one place, and its people and keys share it. Who comes waits a second before who reads slowly gives way. */
const ofOne = { ofGroup: 1, line: 64, timeoutMs: 1_000 };

/**
 * For so long who reads enough keeps the place beside who comes again: a usual line at home reads tens of thousands of vouchers in it. Who comes
 * for the first time does not wait for that.
 */
const kept = { firstMs: 2_000, againMs: 20_000 };

/** Source: api/README.md, "Limits". */
export function createReports({ reports, read, config }: ReadingDeps, stopping?: AbortSignal): ReportOpener {
  // Who gave way at their company's door is not new at the next.
  const bounds = { ...ofOne, history: createHistory() };
  const ofTenants = createFairSemaphore({ ...bounds, places: Number.POSITIVE_INFINITY, longestMs: 10_000 });
  const inProcess: Record<ReportUse, FairSemaphore> = {
    files: createFairSemaphore({ ...bounds, places: reports.files.most, longestMs: kept.againMs + 5_000 }),
    // Nobody else can end them: they take as long as this process needs.
    answers: createFairSemaphore({ ...bounds, places: reports.answers.most, longestMs: 10_000 }),
  };
  // A process that stops waits no longer for a report than for any other request.
  const stopped = new AbortController();
  const stop = () => setTimeout(() => stopped.abort(new Error("the process stops")), config.REQUEST_TIMEOUT_MS).unref();
  stopping?.addEventListener("abort", stop, { once: true });

  return async (c, kind, longestMs) => {
    const caller = c.get("caller");
    const { companyId, production } = caller;
    const tenant = { companyId, production };
    const key = callerKey(caller);
    const ofCompany = { places: ofTenants, groups: [tenantKey(tenant), key], full: () => tooMany(ofOwn, 2) } as const;
    // Of one company only one place, whatever the environment: two companies leave a place to a third.
    const ofAll = {
      places: inProcess[kind],
      groups: [`company ${companyId}`, tenantKey(tenant), key],
      full: () => tooMany(ofOthers(reports[kind].most), 10),
    } as const;
    const { reading, gaveWay, leave } = await takeReadingPlace([ofCompany, ofAll], kept, c.req.raw.signal);
    const opened = read(tenant, ({ openReport }) => openReport(kind, tenant));
    const snapshot = await opened.catch((error) => {
      leave();
      throw error;
    });
    const signal = AbortSignal.any([c.req.raw.signal, gaveWay, stopped.signal, AbortSignal.timeout(longestMs)]);
    let ended: Promise<void> | undefined;
    const end = async () => {
      await snapshot.close();
      leave();
    };
    return {
      tenant,
      snapshot,
      reading,
      signal,
      end() {
        ended ??= end();
        return ended;
      },
    };
  };
}

const ofOwn: LocalizedText = {
  en: "Too many reports at once: this company has a report in progress. Ask again when it is done.",
  es: "La empresa ya está bajando un archivo: esperá a que termine y volvé a intentar.",
};

const ofOthers = (count: number): LocalizedText => ({
  en: `Too many reports at once: the service makes ${count} reports for others. Ask again when it is done.`,
  es: "El servicio está haciendo archivos para otros: volvé a intentar en unos segundos.",
});

const tooMany = (words: LocalizedText, seconds: number) =>
  new ApiError(429, words, { headers: { "Retry-After": `${seconds}` } });
