import { computeLines } from "../../../../shared/domain/amount-lines.js";
import { tributeLabel, unitLabel } from "../../../../shared/domain/code-labels.js";
import { findVoucherType } from "../../../../shared/domain/voucher-types.js";
import { Card } from "../../components/card.js";
import { Facts } from "../../components/facts.js";
import { Table } from "../../components/table.js";
import { decimal, money } from "../../spanish/formats.js";
import { vatRateName } from "../../spanish/names.js";
import type { Voucher } from "../voucher.js";

/** Items of a voucher, with its VAT, tributes and totals. */
export const AmountsPart = ({ voucher }: { voucher: Voucher }) => (
  <Card title="Detalle">
    <Items voucher={voucher} />
    <Vat voucher={voucher} />
    <Tributes voucher={voucher} />
    <Facts facts={sumsOf(voucher)} />
  </Card>
);

function Items({ voucher }: { voucher: Voucher }) {
  const { items, currency, voucherType, priceIncludesVat } = voucher;
  const isLetterC = findVoucherType(voucherType)?.letter === "C";
  const lines = items.length > 0 ? computeLines({ voucherType, items, priceIncludesVat }) : [];
  const rows = items.map((item, at) => ({ ...item, amount: lines[at]?.amount.toFixed(2) ?? "" }));
  return (
    <Table
      caption={priceIncludesVat || isLetterC ? "Líneas, con precios finales" : "Líneas, con precios sin IVA"}
      showCaption
      rows={rows}
      empty={<p>De un comprobante emitido en otro sistema no conocemos las líneas.</p>}
      columns={[
        {
          head: "Descripción",
          primary: true,
          cell: ({ code, description }) => (
            <>
              {description} {code && <span class="hint">{code}</span>}
            </>
          ),
        },
        {
          head: "Cantidad",
          align: "end",
          cell: ({ quantity, unitType }) => `${decimal(quantity)}${unitType === 7 ? "" : ` ${unitLabel(unitType)}`}`,
        },
        { head: "Precio", align: "end", cell: ({ price }) => money(price, currency) },
        {
          head: "Descuento",
          align: "end",
          cell: ({ discount, discountType }) =>
            discount === 0 ? "—" : discountType === "percentage" ? `${decimal(discount)} %` : money(discount, currency),
        },
        ...(isLetterC
          ? []
          : [
              {
                head: "IVA",
                align: "end" as const,
                cell: ({ taxType }: (typeof rows)[number]) => vatRateName(taxType),
              },
            ]),
        { head: "Importe", align: "end", cell: ({ amount }) => money(amount, currency) },
      ]}
    />
  );
}

const Vat = ({ voucher: { vat, currency } }: { voucher: Voucher }) =>
  vat.length === 0 ? null : (
    <Table
      caption="IVA por alícuota"
      showCaption
      rows={vat}
      empty={null}
      columns={[
        { head: "Alícuota", primary: true, cell: ({ rate }) => `${decimal(rate)} %` },
        { head: "Neto", align: "end", cell: ({ base }) => money(base, currency) },
        { head: "IVA", align: "end", cell: ({ amount }) => money(amount, currency) },
      ]}
    />
  );

const Tributes = ({ voucher: { tributes, currency } }: { voucher: Voucher }) =>
  tributes && tributes.length > 0 ? (
    <Table
      caption="Otros tributos"
      showCaption
      rows={tributes}
      empty={null}
      columns={[
        { head: "Tributo", primary: true, cell: ({ type, description }) => description || tributeLabel(type) },
        { head: "Base", align: "end", cell: ({ baseAmount }) => money(baseAmount, currency) },
        { head: "Alícuota", align: "end", cell: ({ aliquot }) => `${decimal(aliquot)} %` },
        { head: "Importe", align: "end", cell: ({ subtotal }) => money(subtotal, currency) },
      ]}
    />
  ) : null;

/** The sums that are not zero, and the total. */
function sumsOf(voucher: Voucher): { term: string; detail: string }[] {
  const { netAmount, vatAmount, exemptAmount, notTaxableAmount, tributesAmount, totalAmount, currency } = voucher;
  const sums = [
    ["Neto gravado", netAmount],
    ["IVA", vatAmount],
    ["Exento", exemptAmount],
    ["No gravado", notTaxableAmount],
    ["Otros tributos", tributesAmount],
  ] as const;
  const shown = sums.filter(([, amount]) => Number(amount) !== 0);
  return [...shown, ["Total", totalAmount] as const].map(([term, amount]) => ({
    term,
    detail: money(amount, currency),
  }));
}
