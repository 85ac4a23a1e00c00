import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { printDate, printFullNumber, printPosNumber, printTaxId, printVoucherNumber } from "./formats.js";
import { type Html, html } from "./html.js";
import { referredVoucherTitle, taxConditionLabel, voucherTitle } from "./labels.js";
import { docTypeLabel } from "./table-labels.js";

/** Copy, letter, issuer, number, receiver, service period and associated vouchers. Source: PROTOCOL.md, section 8.2. */
export const voucherHeader = (voucher: PrintableVoucher, copy: string, logo: string | undefined): Html =>
  html`<div class="copy-title">${copy}</div>
<header>
${issuerBlock(voucher, logo)}
${letterBlock(voucher)}
${identityBlock(voucher)}
</header>
${receiverBlock(voucher)}
${serviceBlock(voucher)}
${associatedBlock(voucher)}`;

/** A label and its value; nothing where there is no value. */
export const field = (label: string, value: string | null | undefined): Html | null =>
  value ? html`<p class="field"><span class="label">${label}</span> <span class="value">${value}</span></p>` : null;

function issuerBlock({ issuer, pointOfSale }: PrintableVoucher, logo: string | undefined): Html {
  return html`<section class="issuer">
${logo && html`<img class="logo" src="${logo}" alt="">`}
<h2>${issuer.name}</h2>
${pointOfSale.name && html`<p class="branch">${pointOfSale.name}</p>`}
${field("Domicilio comercial:", pointOfSale.address ?? issuer.address)}
${field("Condición frente al IVA:", taxConditionLabel(issuer.taxType))}
</section>`;
}

function letterBlock({ voucherType }: PrintableVoucher): Html {
  const { letter } = getVoucherType(voucherType);
  return html`<section class="letter"><div class="box"><strong>${letter}</strong><span>COD. ${String(voucherType).padStart(3, "0")}</span></div></section>`;
}

function identityBlock({ voucherType, posNumber, voucherNumber, voucherDate, issuer }: PrintableVoucher): Html {
  const { kind } = getVoucherType(voucherType);
  return html`<section class="identity">
<h1>${voucherTitle(kind).toUpperCase()}</h1>
<p class="number"><span>Punto de Venta: <b>${printPosNumber(posNumber)}</b></span> <span>Comp. Nro: <b>${printVoucherNumber(voucherNumber)}</b></span></p>
<p class="date">Fecha de Emisión: <b>${printDate(voucherDate)}</b></p>
${field("CUIT:", printTaxId(issuer.cuit))}
${field("Ingresos Brutos:", issuer.grossIncome)}
${field("Inicio de actividades:", issuer.activityStart && printDate(issuer.activityStart))}
</section>`;
}

function receiverBlock({ body }: PrintableVoucher): Html {
  const { customer, receiverTaxConditionId } = body;
  const unidentified = customer.docType === 99 && /^0*$/.test(customer.docNumber);
  return html`<section class="receiver">
${field("Señor(es):", customer.name)}
${!unidentified && field(`${docTypeLabel(customer.docType)}:`, printDocNumber(customer.docType, customer.docNumber))}
${field("Domicilio:", customer.address)}
${field("Condición frente al IVA:", taxConditionLabel(receiverTaxConditionId ?? customer.taxType))}
</section>`;
}

const taxIdDocTypes = new Set([80, 86, 87]);

const printDocNumber = (docType: number, docNumber: string) =>
  taxIdDocTypes.has(docType) ? printTaxId(docNumber) : docNumber;

function serviceBlock({ body }: PrintableVoucher): Html | null {
  const { serviceFrom, serviceTo, serviceExpiration } = body;
  if (!serviceFrom && !serviceTo && !serviceExpiration) return null;
  return html`<section class="strip">
${field("Período facturado desde:", serviceFrom && printDate(serviceFrom))}
${field("Hasta:", serviceTo && printDate(serviceTo))}
${field("Fecha de vto. para el pago:", serviceExpiration && printDate(serviceExpiration))}
</section>`;
}

function associatedBlock({ body, issuer }: PrintableVoucher): Html | null {
  if (body.associatedVouchers.length === 0) return null;
  const references = body.associatedVouchers.map(({ voucherType, posNumber, voucherNumber, cuit }) => {
    const foreign = cuit && cuit !== issuer.cuit ? ` (CUIT ${printTaxId(cuit)})` : "";
    return `${referredVoucherTitle(voucherType)} ${printFullNumber(posNumber, voucherNumber)}${foreign}`;
  });
  return html`<section class="strip">${field("Comprobantes asociados:", references.join(" · "))}</section>`;
}
