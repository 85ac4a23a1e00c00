import type { Command } from "commander";
import { writeAudited } from "../../../shared/db/company/audit-entries.js";
import { isVoucherOf, listDeadLetters, retryDeadLetters } from "../../../shared/db/delivery/print-tries.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import type { CompanyOperator } from "../../operations/operator.js";
import { notThere } from "../not-done.js";
import { addCompanyVerb, addVerb, type CompanyOption, rowId } from "../options.js";
import { describeChange, getCompanyByCode, operatorOf, type RunCommand } from "../perform.js";
import { drawRows } from "../table.js";

const maxShown = 200;

/** `pdf aside|retry`. */
export function addPdfCommands(program: Command, perform: RunCommand): void {
  const pdf = program.command("pdf").description("PDFs that always failed and were put aside");

  addVerb(pdf, "aside", `list the PDFs that were put aside, at most ${maxShown}`)
    .option("--company <code>", "of this company only")
    .action(({ company }: Partial<CompanyOption>) =>
      perform(async (office) => {
        const companyId = company === undefined ? undefined : (await getCompanyByCode(office, company)).id;
        const aside = await listDeadLetters(office.db, companyId, maxShown);
        const pdfs = aside.map(({ production, ...each }) => ({ ...each, environment: environmentName(production) }));
        const rows = pdfs.map(({ code: company, environment, voucherId: voucher, versions: copies, tries, reason }) => {
          const failure = reason ?? "the renderer ended while it printed";
          return { company, environment, voucher, copies, tries, "the latest failure": failure };
        });
        return { json: { pdfs }, text: drawRows(rows, "No PDF is put aside.") };
      }),
    );

  addCompanyVerb(pdf, "retry", "let the service try them again, at most a few seconds from now")
    .argument("[id]", "the voucher's id in this service; without it, all of the company", rowId)
    .action((id: number | undefined, { company }: CompanyOption) =>
      perform(async (office) => {
        const operator = await operatorOf(office, company);
        const { db, companyId } = operator;
        if (id !== undefined && !(await isVoucherOf(db, companyId, id)))
          throw notThere(`The company has no voucher ${id}.`);
        const pdfs = await retryPdfs(operator, id);
        return describeChange({ json: { pdfs }, text: `${pdfs} PDFs are tried again.` }, pdfs > 0);
      }),
    );
}

/** Gives the PDFs that were put aside their tries again, of one voucher or of the whole company. Gives how many there were. */
export function retryPdfs(operator: CompanyOperator, voucherId?: number): Promise<number> {
  return writeAudited({ ...operator, production: null }, async (tx) => {
    const result = await retryDeadLetters(tx, operator.companyId, voucherId);
    const resourceId = voucherId === undefined ? "all" : `${voucherId}`;
    const record = { action: "invoice.pdf.retry", resourceId, after: { pdfs: result } };
    return { result, record: result > 0 ? record : undefined };
  });
}
