import { Decimal, formatAmount, sum, toCents } from "../shared/domain/money.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { fiscalQrSvg } from "./fiscal-qr.js";
import { printAmount, printDate, printDecimal, printRate } from "./formats.js";
import { type Html, html } from "./html.js";
import { legalLegend } from "./labels.js";
import { currencyLabel, currencySign, isNationalIndirectTax, tributeLabel } from "./table-labels.js";
import { field } from "./voucher-header.js";

/** Notes and totals, then the authorization with its QR: kept together on one page. */
export const voucherFoot = (voucher: PrintableVoucher): Html =>
  html`<footer>
<div class="sums">
<div class="notes">${transparencyBlock(voucher)}${tributesBlock(voucher)}${currencyBlock(voucher)}${legendBlock(voucher)}${additionalBlock(voucher)}</div>
${totalsBlock(voucher)}
</div>
${authorizationBlock(voucher)}
</footer>`;

function totalsBlock(voucher: PrintableVoucher): Html {
  const sign = currencySign(voucher.body.currency.id);
  const rows = totalRows(voucher).map(
    ([label, amount]) => html`<tr><th>${label}</th><td>${sign}</td><td>${printAmount(amount)}</td></tr>\n`,
  );
  const total = html`<tr class="total"><th>Importe Total</th><td>${sign}</td><td>${printAmount(voucher.amounts.total)}</td></tr>`;
  return html`<table class="totals">${rows}${total}</table>`;
}

/** A itemizes net and VAT; B and C show what the buyer pays. Source: API.md, rule 14. */
function totalRows({ voucherType, amounts }: PrintableVoucher): [string, string][] {
  const { letter } = getVoucherType(voucherType);
  const present = (label: string, amount: string): [string, string][] =>
    Number(amount) === 0 ? [] : [[label, amount]];
  const tributes = present("Importe Otros Tributos", amounts.tributes);
  if (letter !== "A") {
    const parts = [amounts.net, amounts.vat, amounts.exempt, amounts.notTaxable];
    return [["Subtotal", formatAmount(sum(parts.map((part) => new Decimal(part))))], ...tributes];
  }
  return [
    ["Importe Neto Gravado", amounts.net],
    ...present("Importe Exento", amounts.exempt),
    ...present("Importe No Gravado", amounts.notTaxable),
    ...amounts.vatRows.map(({ rate, amount }): [string, string] => [`IVA ${printRate(rate)}`, amount]),
    ...tributes,
  ];
}

/** Source: RG 5614/2024; PROTOCOL.md, section 8.2. */
function transparencyBlock({ voucherType, amounts, body }: PrintableVoucher): Html | null {
  if (getVoucherType(voucherType).letter !== "B") return null;
  const sign = currencySign(body.currency.id);
  const indirect = body.tributes.filter(({ type }) => isNationalIndirectTax(type));
  const indirectTotal = sum(indirect.map(({ subtotal }) => new Decimal(subtotal)));
  return html`<section class="transparency"><h3>Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)</h3>
${field("IVA Contenido:", `${sign} ${printAmount(amounts.vat)}`)}
${field("Otros Impuestos Nacionales Indirectos:", `${sign} ${printAmount(formatAmount(indirectTotal))}`)}</section>`;
}

function tributesBlock({ body }: PrintableVoucher): Html | null {
  if (body.tributes.length === 0) return null;
  const amount = (value: number) => printAmount(formatAmount(toCents(new Decimal(value))));
  const rows = body.tributes.map(
    ({ type, description, baseAmount, aliquot, subtotal }) =>
      html`<tr><td>${description || tributeLabel(type)}</td><td>${amount(baseAmount)}</td><td>${printRate(new Decimal(aliquot).toFixed())}</td><td>${amount(subtotal)}</td></tr>\n`,
  );
  return html`<table class="tributes"><tr><th>Otros Tributos</th><th>Base</th><th>Alícuota</th><th>Importe</th></tr>${rows}</table>`;
}

function currencyBlock({ body, amounts }: PrintableVoucher): Html | null {
  const { id, quotation } = body.currency;
  if (id === "PES") return null;
  const rate = printDecimal(new Decimal(quotation).toFixed(), 2);
  const inPesos = printAmount(formatAmount(toCents(new Decimal(amounts.total).times(quotation))));
  const settlement = { S: "Sí", N: "No" };
  return html`<section>
${field("Moneda:", `${currencyLabel(id)} (${id})`)}
${field("Tipo de cambio:", `$ ${rate}`)}
${field("Total en pesos argentinos al tipo de cambio consignado:", `$ ${inPesos}`)}
${field("Cancela en la misma moneda extranjera:", body.cancelsInSameForeignCurrency && settlement[body.cancelsInSameForeignCurrency])}
</section>`;
}

function legendBlock({ voucherType, body }: PrintableVoucher): Html {
  const { letter } = getVoucherType(voucherType);
  const legal = legalLegend(letter, body.receiverTaxConditionId ?? body.customer.taxType);
  return html`${legal && html`<p class="legal">${legal}</p>`}${body.legend && html`<p class="legend">${body.legend}</p>`}`;
}

/** Only the keys that the point of sale defines and wants printed. Source: API.md, "Issuance request body". */
function additionalBlock({ body, pointOfSale }: PrintableVoucher): Html | null {
  const data = body.additionalData ?? {};
  const fields = pointOfSale.additionalDataKeys
    .filter(({ key, printed }) => printed && Object.hasOwn(data, key))
    .map(({ key, label }) => field(`${label}:`, printValue(data[key])))
    .filter((line) => line !== null);
  return fields.length > 0 ? html`<section>${fields}</section>` : null;
}

function printValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function authorizationBlock(voucher: PrintableVoucher): Html {
  return html`<div class="authorization">
${fiscalQrSvg(voucher)}
<div class="authority"><p class="mark">ARCA</p><p class="authorized">Comprobante Autorizado</p>
<p class="disclaimer">Esta Agencia no se responsabiliza por los datos ingresados en el detalle de la operación.</p></div>
<div class="cae">${field("CAE N°:", voucher.cae)}${field("Fecha de Vto. de CAE:", printDate(voucher.caeExpirationDate))}</div>
</div>`;
}
