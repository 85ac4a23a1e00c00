import { type Context, Hono } from "hono";
import { getCompany } from "../../shared/db/company/companies.js";
import { readEveryVoucher } from "../../shared/db/listing/every-voucher.js";
import { readPerceivedVouchers } from "../../shared/db/reports/read-perceptions.js";
import { findCuit, readVouchers } from "../../shared/db/reports/read-vouchers.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { asFile } from "../http/as-file.js";
import type { ApiEnv } from "../http/env.js";
import { ignore } from "../http/handling.js";
import { streamFile } from "../http/stream-file.js";
import { timedOut } from "../http/timed-out.js";
import { noInput } from "../parsing/no-input.js";
import { type FindIgnored, ignoredParameter, readQuery, unknownBut } from "../parsing/read-query.js";
import type { ReadingDeps } from "../reports/deps.js";
import { createReports, type RunningReport } from "../reports/open-reports.js";
import { readMonotributo } from "../reports/read-monotributo.js";
import { readPeriod } from "../reports/read-period.js";
import {
  bookFile,
  bookZip,
  ivaSimpleZip,
  type ReportSource,
  readIvaSimple,
  readSummary,
} from "../reports/report-files.js";
import { reportName } from "../reports/report-names.js";
import { requireActivities } from "../reports/require-activities.js";
import { type PerceivedSource, sircipZip } from "../reports/sircip-files.js";
import { ignoredInSircip, readSircipOptions } from "../reports/sircip-options.js";
import { readVoucherCsvQuery } from "../reports/voucher-csv-query.js";
import { writeVoucherCsv } from "../reports/write-voucher-csv.js";
import { oneOf } from "../schemas/faults.js";

/** How long a client may take to read a report. */
const longestMs = 600_000;

/** `/{company_id}/reports`. Source: api/README.md, "Reports". */
export function reports(deps: ReadingDeps, stopping?: AbortSignal) {
  const open = createReports(deps, stopping);

  /** Answers with what is known once all vouchers were read. */
  async function readWhole<T>(c: Context<ApiEnv>, period: string, read: (source: ReportSource) => Promise<T>) {
    const report = await open(c, "answers", deps.config.REQUEST_TIMEOUT_MS);
    try {
      return { result: await read(sourceOf(report, period)), named: await nameOf(report, period) };
    } catch (error) {
      throw report.signal.aborted ? timedOut("GET", "/reports") : error;
    } finally {
      await report.end();
    }
  }

  /** Answers with a file while its vouchers are read. */
  async function stream(
    c: Context<ApiEnv>,
    period: string,
    describe: (source: ReportSource, report: RunningReport) => ReportDownload,
  ) {
    const report = await open(c, "files", longestMs);
    const { what, ending, contentType, content } = describe(sourceOf(report, period), report);
    const name = await nameOf(report, period).catch(async (error) => {
      await report.end();
      throw error;
    });
    return streamFile(c, report, { name: reportName(what, name, ending), contentType, content }, (error) =>
      deps.log.warn({ error, requestId: c.get("requestId") }, "a report was cut off"),
    );
  }

  return new Hono<ApiEnv>()
    .get("/vat-book", async (c) => {
      const query = readQuery(c, ignoredBeside(bookParts));
      const period = readPeriod(query);
      const part = bookParts.find((known) => known === query.getAll("part").at(-1));

      return stream(c, period, (source) =>
        part
          ? {
              what: `libro-iva-ventas-${part === "vouchers" ? "comprobantes" : "alicuotas"}`,
              ending: "txt",
              contentType: "text/plain; charset=iso-8859-1",
              content: bookFile(source, part),
            }
          : {
              what: "libro-iva-ventas",
              ending: "zip",
              contentType: "application/zip",
              content: bookZip(source, c.get("caller").taxType),
            },
      );
    })

    .get("/iva-simple", async (c) => {
      const query = readQuery(c, ignoredBeside(ivaSimpleParts));
      const period = readPeriod(query);
      const part = ivaSimpleParts.find((known) => known === query.getAll("part").at(-1));
      const { result, named } = await readWhole(c, period, readIvaSimple);
      requireActivities(result);

      if (part) {
        const name = reportName(`iva-simple-${part === "debit" ? "debito" : "restitucion"}`, named, "csv");
        return c.body(result[part](), 200, asFile("text/csv; charset=utf-8", name));
      }
      const pieces: Buffer[] = [];
      for await (const piece of ivaSimpleZip(result)) pieces.push(piece);
      const name = reportName("iva-simple", named, "zip");
      return c.body(new Uint8Array(Buffer.concat(pieces)), 200, asFile("application/zip", name));
    })

    .get("/vouchers.csv", async (c) => {
      const { listing, locale } = readVoucherCsvQuery(c);
      const today = toFiscalDate(argentineDay(deps.now()));

      return stream(c, today, (_source, { snapshot, tenant }) => ({
        what: "comprobantes",
        ending: "csv",
        contentType: "text/csv; charset=utf-8; header=present",
        content: writeVoucherCsv(readEveryVoucher(snapshot, tenant, listing), locale),
      }));
    })

    .get("/sircip", async (c) => {
      const query = readQuery(c, ignoredInSircip);
      const period = readPeriod(query);
      const options = readSircipOptions(query);
      const { sircip, cuit } = await getCompany(deps.reading.of(c.get("caller")), c.get("caller").companyId);

      return stream(c, period, (_source, report) => ({
        what: "sircip",
        ending: "zip",
        contentType: "application/zip",
        content: sircipZip(perceivedOf(report, period), {
          period,
          cuit,
          exempt: new Set(sircip?.exempt),
          options,
        }),
      }));
    })

    .get("/monotributo", noInput, async (c) => {
      const { standing, lack } = await readMonotributo(deps, c.get("caller"));
      // A warning of the answer, and no input: strict handling has refused that before.
      if (lack) ignore(c.get("handling"), [{ field: "caps", message: lack }]);

      return c.json({ ok: true, result: standing });
    })

    .get("/summary", async (c) => {
      const period = readPeriod(readQuery(c, unknownBut("period")));
      const { result } = await readWhole(c, period, readSummary);

      return c.json({ ok: true, result });
    });
}

interface ReportDownload {
  what: string;
  ending: string;
  contentType: string;
  content: AsyncGenerator<Buffer>;
}

export const bookParts = ["vouchers", "rates"] as const;
export const ivaSimpleParts = ["debit", "restitution"] as const;

/** Finder of ignored input. Of a repeated `part` the last counts; one that does not exist is ignored: the answer then has all parts. */
const ignoredBeside =
  (parts: readonly string[]): FindIgnored =>
  (query) => [
    ...unknownBut("period", "part")(query),
    ...(query.getAll("part").every((part) => parts.includes(part)) ? [] : [ignoredParameter("part", oneOf(parts))]),
  ];

/** Gives the chunks of a report. @throws Error when the report ended before its time */
const untilEnded = <Chunk>({ signal }: RunningReport, read: () => AsyncIterable<Chunk>) =>
  async function* () {
    for await (const chunk of read()) {
      signal.throwIfAborted();
      yield chunk;
    }
  };

const sourceOf = (report: RunningReport, period: string): ReportSource =>
  untilEnded(report, () => readVouchers(report.snapshot, report.tenant, period));

const perceivedOf = (report: RunningReport, period: string): PerceivedSource =>
  untilEnded(report, () => readPerceivedVouchers(report.snapshot, report.tenant, period));

const nameOf = async ({ snapshot, tenant }: RunningReport, period: string) => ({
  cuit: await findCuit(snapshot, tenant),
  production: tenant.production,
  period,
});
