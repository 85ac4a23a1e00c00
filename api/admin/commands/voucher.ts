import type { Command } from "commander";
import type { z } from "zod";
import { type ExchangeRecord, listExchanges } from "../../../shared/db/issuing/exchanges.js";
import { findVoucher } from "../../../shared/db/listing/vouchers.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import type { voucherWithNotes } from "../../schemas/voucher.js";
import { notThere } from "../not-done.js";
import { addCompanyVerb, type CompanyOption, rowId } from "../options.js";
import { getCompanyByCode, type RunCommand, tenantsOf } from "../perform.js";
import { dayCell, drawFields } from "../table.js";

/** `voucher show`. */
export function addVoucherCommands(program: Command, perform: RunCommand): void {
  const voucher = program.command("voucher").description("issued vouchers");

  addCompanyVerb(voucher, "show", "show a voucher of either environment")
    .argument("<id>", "the voucher's id in this service", rowId)
    .option("--exchanges", "also show the requests to the tax authority about it, and the answers")
    .action((id: number, { company, exchanges }: CompanyOption & { exchanges?: true }) =>
      perform(async (office) => {
        const [test, production] = tenantsOf(await getCompanyByCode(office, company));
        const row = (await findVoucher(office.db, test, id)) ?? (await findVoucher(office.db, production, id));
        if (!row) throw notThere(`The company has no voucher ${id}.`);
        const found: z.output<typeof voucherWithNotes> = JSON.parse(row);
        const text = drawFields({
          id,
          environment: environmentName(found.production),
          voucher: `type ${found.voucherType}, ${found.posNumber}-${found.voucherNumber}, of ${dayCell(found.voucherDate)}`,
          cae: `${found.cae}, until ${dayCell(found.caeExpirationDate)}`,
          receiver: `${found.customer.name}, document ${found.docType} ${found.docNumber}`,
          total: `${found.totalAmount} ${found.currency}`,
          "net / VAT": `${found.netAmount} / ${found.vatAmount}`,
          "credited / debited": `${found.creditedAmount} / ${found.debitedAmount}`,
          notes: found.notes
            .map((note) => `${note.voucherType}-${note.posNumber}-${note.voucherNumber} (${note.totalAmount})`)
            .join(", "),
          key: found.idempotency,
          "external reference": found.externalReference,
          issued: found.created,
          PDF: found.hasPdf,
          "e-mails": (found.emails ?? []).map(({ email, state }) => `${email} (${state})`).join(", "),
        });
        if (!exchanges) return { json: { voucher: found }, text };
        const said = await listExchanges(office.db, id);
        return { json: { voucher: found, exchanges: said }, text: [text, ...said.map(describeExchange)].join("\n\n") };
      }),
    );
}

const describeExchange = (said: ExchangeRecord): string =>
  [
    `${said.startedAt.toISOString()} ${said.operation}: ${said.outcome}, ${said.tookMs} ms${said.failure ? `, ${said.failure}` : ""}`,
    said.request,
    ...(said.answer ? [said.answer] : []),
  ].join("\n");
