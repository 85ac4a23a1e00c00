import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { addMonths, argentineDay } from "../../../shared/domain/calendar.js";
import { localizeFor } from "../../../shared/domain/localized-text.js";
import { tenantKey } from "../../../shared/domain/tenant.js";
import { ApiError } from "../../http/errors.js";
import { isPeriod } from "../../reports/read-period.js";
import { download } from "../downloads/download.js";
import type { ApiFault } from "../frame/api-client.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import { createDeadlineCache } from "../frame/deadline-cache.js";
import type { AppDeps } from "../frame/deps.js";
import { resultOf } from "../frame/result-of.js";
import { back, show, showPartial } from "../layout/show.js";
import { errorInSpanish } from "../spanish/errors.js";
import { faultsInSpanish } from "../spanish/faults.js";
import { monthName } from "../spanish/formats.js";
import { fileQuery } from "./files.js";
import { type ReportFailure, ReportsPage } from "./reports-page.js";
import type { SummaryAnswer } from "./summary-tables.js";
import { Sums, type SumsState } from "./sums.js";

/** Vouchers at fault that the page names. */
const namedCauses = 20;

/** `/reports`: what the accountant hands in, of one month. */
export function reportPages({ now }: AppDeps) {
  const kept = createDeadlineCache<SummaryAnswer>(now);

  /** The sums of the month, as soon as they are there, or at once if they can be had at once. */
  async function readSums(c: Context<AppEnv>, period: string, wait: "readInTime" | "get"): Promise<SumsState> {
    const read = async () => resultOf(await c.get("api").get<SummaryAnswer>(`/reports/summary?period=${period}`));
    const name = `${tenantKey(tenantOf(c.get("visit")))} ${period}`;
    return kept[wait](name, read).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: localizeFor("app", error.said) };
    });
  }

  async function showReports(c: Context<AppEnv>, refused?: { fault: ApiFault; status: number }) {
    const api = c.get("api");
    const today = argentineDay(now());
    const period = readMonth(c.req.query("period"), today);
    const [sums, fiscal, points] = await Promise.all([
      readSums(c, period, "readInTime"),
      api.get<{ activityCode: string | null }>("/fiscal-data"),
      api.get<{ activity: string | null }[]>("/points-of-sale?limit=200"),
    ]);
    const lacksActivity =
      fiscal.ok && points.ok && !fiscal.result.activityCode && points.result.every(({ activity }) => !activity);
    const page = (
      <ReportsPage
        visit={c.get("visit")}
        period={period}
        months={lastMonths(today)}
        sums={sums}
        lacksActivity={lacksActivity}
        refusal={refused && toRefusal(refused.fault)}
      />
    );
    const title = `Reportes de ${monthName(period)}`;
    return show(c, { title, section: "reports" }, page, (refused?.status ?? 200) as ContentfulStatusCode);
  }

  /** A file of the API as a download; when it is refused, the page that says why. */
  async function giveFile(c: Context<AppEnv>, path: "vat-book" | "iva-simple") {
    const period = readMonth(c.req.query("period"), argentineDay(now()));
    const passed = await download(c, `/reports/${path}${fileQuery(path, period, c.req.query("part"))}`);
    return "file" in passed ? passed.file : showReports(c, passed);
  }

  return new Hono<AppEnv>()
    .get("/reports", (c) => showReports(c))
    .get("/reports/sums", async (c) => {
      const { base, isPartial } = c.get("visit");
      const period = readMonth(c.req.query("period"), argentineDay(now()));
      if (!isPartial) return back(c, `/reports?period=${period}`);
      return showPartial(c, <Sums path={`${base}/reports`} period={period} sums={await readSums(c, period, "get")} />);
    })
    .get("/reports/vat-book", (c) => giveFile(c, "vat-book"))
    .get("/reports/iva-simple", (c) => giveFile(c, "iva-simple"));
}

function toRefusal(fault: ApiFault): ReportFailure {
  const faults = faultsInSpanish(fault, () => undefined);
  const causes = faults.slice(0, namedCauses).map(({ message }) => message);
  const lacksActivities = faults.some(({ field }) => field === "activityCode");
  return {
    // Of activities the whole is told, with how many there are; the causes are the first of them.
    sentence: lacksActivities ? fault.message : errorInSpanish(fault),
    causes: faults.length > namedCauses ? [...causes, `Y ${faults.length - namedCauses} más.`] : causes,
    lacksActivities,
  };
}

/** Months that the page offers. */
const offered = 36;

/** The month that the page is of, `YYYYMM`: the one that is asked for, or else the month before today's, which is handed in now. */
export const readMonth = (asked: string | undefined, today: string): string =>
  asked !== undefined && isPeriod(asked) ? asked : (lastMonths(today)[1] ?? "");

/** The month of the day and those before it, the latest first. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: offered }, (_, before) =>
    addMonths(`${today.slice(0, 7)}-01`, -before)
      .slice(0, 7)
      .replace("-", ""),
  );
