import { readEveryVoucher } from "../../shared/db/listing/every-voucher.js";
import { readPerceivedVouchers } from "../../shared/db/reports/read-perceptions.js";
import { countVouchers, readVouchers } from "../../shared/db/reports/read-vouchers.js";
import { openSnapshots } from "../../shared/db/reports/snapshot.js";
import { csvLocales } from "../../shared/domain/reports/csv-locale.js";
import { type SircipOptions, usualSircip } from "../../shared/domain/reports/sircip-return.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { isPeriod } from "../reports/read-period.js";
import { bookZip, ivaSimpleZip, type ReportSource, readIvaSimple } from "../reports/report-files.js";
import { requireActivities } from "../reports/require-activities.js";
import { sircipZip } from "../reports/sircip-files.js";
import { crcForm } from "../reports/sircip-options.js";
import { listingOfPeriod } from "../reports/voucher-csv-query.js";
import { writeVoucherCsv } from "../reports/write-voucher-csv.js";
import { standardStream } from "./given-file.js";
import { isProduction, type TenantOption } from "./options.js";
import { type CommandContext, type CommandOutput, getCompanyByCode } from "./perform.js";
import { progressBar } from "./progress-bar.js";
import { WrongValue } from "./read-option.js";
import { writeWholeFile } from "./write-whole-file.js";

export type ReportKind = "vat-book" | "iva-simple" | "sircip" | "vouchers";

export interface ReportOptions extends TenantOption {
  period: string;
  out: string;
  /** Format of vouchers in CSV. */
  locale?: "es-AR";
  /** Ways of the return of SIRCIP. */
  notes?: SircipOptions["notes"];
  field6?: SircipOptions["field6"];
  absentCrc?: string;
  zeros?: true;
}

/** Nobody else waits for the connection, and a disk may be slow. */
const patient = { share: "reports", connections: 1, statementMs: 300_000, abandonedMs: 600_000 };

/** Writes a report with the writers of the API. @throws WrongValue for an impossible period; ApiError 400 without activities */
export async function writeReport(
  office: CommandContext,
  kind: ReportKind,
  { company, env, period, out, locale, ...style }: ReportOptions,
): Promise<CommandOutput> {
  if (!isPeriod(period)) throw new WrongValue("--period: must be a month as YYYYMM, such as 202611");
  const { id: companyId, taxType, cuit, sircip } = await getCompanyByCode(office, company);
  const tenant: Tenant = { companyId, production: isProduction({ env }) };
  const pool = openSnapshots(office.connections, patient);
  const bar = progressBar(`${kind} ${period}`);
  try {
    const snapshot = await pool.open(tenant);
    try {
      const vouchers = await countVouchers(snapshot, tenant, period);
      const show = <Voucher>(chunks: AsyncIterable<Voucher[]>) => showing(bar, vouchers, chunks);
      const source = () => show(readVouchers(snapshot, tenant, period));
      const contents = {
        "vat-book": () => bookZip(source, taxType),
        "iva-simple": () => ivaSimpleOf(source),
        sircip: () => {
          const month = { period, cuit, exempt: new Set(sircip?.exempt), options: sircipOptions(style) };
          return sircipZip(() => readPerceivedVouchers(snapshot, tenant, period), month);
        },
        vouchers: () => {
          const style = csvLocales.get(locale);
          if (!style) throw new WrongValue("--locale: must be es-AR, or left out");
          return writeVoucherCsv(show(readEveryVoucher(snapshot, tenant, listingOfPeriod(period))), style);
        },
      };
      await writeWholeFile(out, await contents[kind]());
      return {
        json: { report: { kind, period, vouchers, file: out } },
        text: `${out === standardStream ? kind : out}: ${vouchers} vouchers of ${company}, ${env}, ${period}.`,
        beside: out === standardStream,
      };
    } finally {
      await snapshot.close();
    }
  } finally {
    bar.clear();
    await pool.close();
  }
}

/** Options that the command was given, and the usual ones for the rest. */
function sircipOptions(given: Partial<SircipOptions>): SircipOptions {
  const { notes = usualSircip.notes, field6 = usualSircip.field6 } = given;
  const { absentCrc = usualSircip.absentCrc, zeros = usualSircip.zeros } = given;
  if (!crcForm.test(absentCrc)) throw new WrongValue("--absent-crc: must be at most 10 letters or digits");
  return { notes, field6, absentCrc, zeros };
}

async function ivaSimpleOf(source: ReportSource): Promise<AsyncGenerator<Buffer>> {
  const simple = await readIvaSimple(source);
  requireActivities(simple);
  return ivaSimpleZip(simple);
}

/** The vouchers, shown on the bar as they are read. */
async function* showing<Voucher>(
  bar: ReturnType<typeof progressBar>,
  vouchers: number,
  chunks: AsyncIterable<Voucher[]>,
): AsyncGenerator<Voucher[]> {
  let done = 0;
  for await (const chunk of chunks) {
    yield chunk;
    done += chunk.length;
    bar.show(done, vouchers);
  }
}
