import type { Command } from "commander";
import type { IssueOptions } from "../batches/issue-file.js";
import { languageOption } from "../language.js";
import { addCompanyVerb, addTenantVerb, type CompanyOption, rowId, type TenantOption } from "../options.js";
import type { RunCommand } from "../perform.js";

/** `batch issue|list|show|cancel`. Their work is imported when it is wanted: it would slow down every other command. */
export function addBatchCommands(program: Command, perform: RunCommand): void {
  const batch = program.command("batch").description("many vouchers at once");

  addTenantVerb(batch, "issue", "issue a file of vouchers, and wait; exit code 3 when one of them was not issued")
    .argument("<file>", "CSV, or JSON when its name ends in .json; - is standard input")
    .option("--name <text>", "your own words for the batch")
    .option("--dry-run", "only check the file, and foresee what would be refused")
    .option("--out <path>", "write what became of each voucher, as CSV; - is standard output")
    .addOption(languageOption())
    .action((file: string, options: IssueOptions) =>
      perform(async (office) => (await import("../batches/issue-file.js")).issueFile(office, file, options)),
    );

  addTenantVerb(batch, "list", "list a company's batches, the latest first; at most 200").action(
    (options: TenantOption) =>
      perform(async (office) => (await import("../batches/manage-batches.js")).list(office, options)),
  );

  addCompanyVerb(batch, "show", "show a batch of either environment, and why vouchers of it were not issued")
    .argument("<id>", "the batch's id", rowId)
    .action((id: number, { company }: CompanyOption) =>
      perform(async (office) => (await import("../batches/manage-batches.js")).show(office, company, id)),
    );

  addCompanyVerb(batch, "cancel", "cancel what of a batch has no number yet")
    .argument("<id>", "the batch's id", rowId)
    .action((id: number, { company }: CompanyOption) =>
      perform(async (office) => (await import("../batches/manage-batches.js")).cancel(office, company, id)),
    );
}
