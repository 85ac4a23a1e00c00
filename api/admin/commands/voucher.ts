import type { Command } from "commander";
import { type ExchangeRecord, listExchanges } from "../../../shared/db/exchanges.js";
import { findVoucher } from "../../../shared/db/vouchers.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import { notFound } from "../../errors.js";
import { toListingRow } from "../../voucher-row.js";
import { addCompanyVerb, type CompanyOption, wholeNumber } from "../options.js";
import { getCompanyByCode, type Perform, tenantsOf } from "../perform.js";
import { drawFields } from "../table.js";

/** `voucher show`. */
export function addVoucherCommands(program: Command, perform: Perform): void {
  const voucher = program.command("voucher").description("issued vouchers");

  addCompanyVerb(voucher, "show", "one voucher, of either environment")
    .argument("<id>", "its number in the service", wholeNumber)
    .option("--exchanges", "what was said to the tax authority about it, and its answers")
    .action((id: number, { company, exchanges }: CompanyOption & { exchanges?: true }) =>
      perform(async (office) => {
        const [test, production] = tenantsOf(await getCompanyByCode(office, company));
        const found = (await findVoucher(office.db, test, id)) ?? (await findVoucher(office.db, production, id));
        if (!found) throw notFound(`The company has no voucher ${id}.`);
        const text = drawFields({
          id,
          environment: environmentName(found.production),
          voucher: `type ${found.voucherType}, ${found.posNumber}-${found.voucherNumber}, of ${found.voucherDate}`,
          cae: `${found.cae}, until ${found.caeExpirationDate}`,
          receiver: `${found.body.customer.name}, document ${found.docType} ${found.docNumber}`,
          total: `${found.totalAmount} ${found.currency}`,
          "net / VAT": `${found.netAmount} / ${found.vatAmount}`,
          key: found.idempotency,
          "external reference": found.externalReference,
          issued: found.created,
          PDF: found.hasPdf,
          "e-mails": found.emails.map(({ email, state }) => `${email} (${state})`).join(", "),
        });
        const voucher = toListingRow(found);
        if (!exchanges) return { json: { voucher }, text };
        const said = await listExchanges(office.db, id);
        return { json: { voucher, exchanges: said }, text: [text, ...said.map(describeExchange)].join("\n\n") };
      }),
    );
}

const describeExchange = (said: ExchangeRecord): string =>
  [
    `${said.startedAt.toISOString()} ${said.operation}: ${said.outcome}, ${said.tookMs} ms${said.failure ? `, ${said.failure}` : ""}`,
    said.request,
    ...(said.answer ? [said.answer] : []),
  ].join("\n");
