import type { z } from "@hono/zod-openapi";
import { printFullNumber } from "../../../shared/domain/formats.js";
import { Decimal } from "../../../shared/domain/money.js";
import { typeName } from "../../../shared/domain/spanish.js";
import type { reportSummary } from "../../schemas/report-summary.js";
import { Figure } from "../components/figure.js";
import { Table } from "../components/table.js";
import { counted, decimal, money } from "../spanish/formats.js";
import { vatRateName } from "../spanish/names.js";

export type SummaryAnswer = z.infer<typeof reportSummary>;

/** Missing numbers that the page names; the others are counted. */
const namedMissing = 20;

/** A month in sums. In pesos; credit notes subtract. */
export const SummaryTables = ({ summary: { vouchers, byType, byRate, numbering } }: { summary: SummaryAnswer }) => (
  <>
    <div class="figures">
      <Figure
        label="Total"
        value={money(sumOf(byType, "total"))}
        hint={counted(vouchers, "comprobante", "comprobantes")}
      />
      <Figure label="Neto gravado" value={money(sumOf(byType, "net"))} />
      <Figure label="IVA débito fiscal" value={money(sumOf(byType, "vat"))} />
    </div>
    <Table
      caption="Por tipo de comprobante"
      showCaption
      rows={byType}
      empty={null}
      columns={[
        { head: "Tipo", primary: true, cell: ({ voucherType }) => typeName(voucherType) },
        { head: "Cantidad", align: "end", cell: ({ count }) => decimal(count) },
        { head: "Neto", align: "end", cell: ({ net }) => money(net) },
        { head: "IVA", align: "end", cell: ({ vat }) => money(vat) },
        { head: "Exento y no gravado", align: "end", cell: (row) => money(sumOf([row], "exempt", "notTaxable")) },
        { head: "Tributos", align: "end", cell: ({ tributes }) => money(tributes) },
        { head: "Total", align: "end", cell: ({ total }) => money(total) },
      ]}
    />
    <Table
      caption="IVA por alícuota"
      showCaption
      rows={byRate}
      empty={null}
      columns={[
        { head: "Alícuota", primary: true, cell: ({ taxType }) => vatRateName(taxType) },
        { head: "Neto", align: "end", cell: ({ net }) => money(net) },
        { head: "IVA", align: "end", cell: ({ vat }) => money(vat) },
      ]}
    />
    <Table
      caption="Numeración"
      showCaption
      rows={numbering}
      empty={null}
      columns={[
        { head: "Tipo", primary: true, cell: ({ type }) => typeName(type) },
        { head: "Desde", align: "end", cell: ({ pos, from }) => printFullNumber(pos, from) },
        { head: "Hasta", align: "end", cell: ({ pos, to }) => printFullNumber(pos, to) },
        { head: "Faltan", cell: (row) => missingOf(row) },
      ]}
    />
  </>
);

function missingOf({ missing, missingCount }: SummaryAnswer["numbering"][number]): string {
  if (missingCount === 0) return "Ninguno";
  const named = missing.slice(0, namedMissing).join(", ");
  const others = missingCount - Math.min(missing.length, namedMissing);
  return others > 0 ? `${named} y ${decimal(others)} más` : named;
}

/** The sum of these fields of all rows, with two decimals. Each is an amount as the API gives it. */
export const sumOf = <Name extends string>(rows: readonly Record<Name, string>[], ...names: Name[]): string =>
  rows.reduce((sum, row) => names.reduce((part, name) => part.plus(row[name]), sum), new Decimal(0)).toFixed(2);
