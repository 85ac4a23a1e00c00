import { type Command, Option } from "commander";
import { addCompanyVerb, environmentOption } from "../options.js";
import type { RunCommand } from "../perform.js";
import type { ReportKind, ReportOptions } from "../write-report.js";

const kinds: Record<ReportKind, string> = {
  "vat-book": "write the sales book (Libro IVA Digital) of a month, as a ZIP",
  "iva-simple": "write the files for the return IVA Simple of a month, as a ZIP",
  sircip: "write the monthly return of SIRCIP, as a ZIP",
  vouchers: "write the vouchers of a month as CSV",
};

/** `report vat-book|iva-simple|sircip|vouchers`. Their work is imported when it is wanted: it would slow down every other command. */
export function addReportCommands(program: Command, perform: RunCommand): void {
  const report = program.command("report").description("the accountant's files");

  for (const [kind, description] of Object.entries(kinds) as [ReportKind, string][]) {
    const verb = addCompanyVerb(report, kind, description);
    if (kind === "vouchers")
      verb.addOption(new Option("--locale <name>", "for a spreadsheet with Argentine settings").choices(["es-AR"]));
    if (kind === "sircip")
      verb
        .addOption(new Option("--notes <how>", "how credit notes are written").choices(["same", "annulled"]))
        .addOption(new Option("--field6 <value>", "field 6").choices(["0", "blank"]))
        .option("--absent-crc <text>", "CRC of who is not in the padrón; default: none")
        .option("--zeros", "points of sale and numbers with zeros in front of them");
    verb
      .addOption(environmentOption())
      .requiredOption("--period <YYYYMM>", "the month")
      .requiredOption("--out <path>", "the file to write; it appears when it is whole; - is standard output")
      .action((options: ReportOptions) =>
        perform(async (office) => (await import("../write-report.js")).writeReport(office, kind, options)),
      );
  }
}
