import { readAsset } from "../shared/assets.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { embeddedFontFaces } from "./fonts.js";
import { printFullNumber, printTaxId } from "./formats.js";
import { type Html, html, trusted } from "./html.js";
import { itemsTable } from "./items-table.js";
import { copyTitle, voucherTitle } from "./labels.js";
import { voucherFoot } from "./voucher-foot.js";
import { voucherHeader } from "./voucher-header.js";

interface PageOptions {
  /** The copies in order: 1 original, 2 duplicate, 3 triplicate. */
  versions: number[];
  /** The logo as a data URI. */
  logo?: string | undefined;
  /** How many pages one copy has; needed for "page n of m" as soon as there are several copies. */
  pagesPerCopy?: number | undefined;
}

const styleSheet = readAsset("renderer/templates/voucher.css");

/** The voucher as a document that is whole by itself: it refers to nothing outside and runs nothing. */
export function voucherPage(voucher: PrintableVoucher, { versions, logo, pagesPerCopy }: PageOptions): string {
  const copies = html`${versions.map((version) => voucherCopy(voucher, version, logo))}`;
  const rules = pageRules(voucher, versions, pagesPerCopy);
  return html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<title>${voucherName(voucher)}</title>
<style>${trusted(`${embeddedFontFaces(copies.markup)}\n${styleSheet}\n${rules}`)}</style>
</head>
<body>
${copies}
</body>
</html>`.markup;
}

const voucherCopy = (voucher: PrintableVoucher, version: number, logo: string | undefined): Html =>
  html`<article class="copy copy-${version}">
${voucherHeader(voucher, copyTitle(version), logo)}
${itemsTable(voucher)}
${voucherFoot(voucher)}
</article>`;

/** "Factura B 00002-00000701". */
function voucherName({ voucherType, posNumber, voucherNumber }: PrintableVoucher): string {
  const { letter, kind } = getVoucherType(voucherType);
  return `${voucherTitle(kind)} ${letter} ${printFullNumber(posNumber, voucherNumber)}`;
}

/** What stands in the margin of every page. Each copy is a named page with a counter of its own. */
function pageRules(voucher: PrintableVoucher, versions: number[], pagesPerCopy: number | undefined): string {
  const reference = `${voucherName(voucher)}  ·  CUIT ${printTaxId(voucher.issuer.cuit)}`;
  const total = pagesPerCopy === undefined ? "counter(pages)" : `"${pagesPerCopy}"`;
  const warning = voucher.production ? "" : '@top-center{content:"SIN VALIDEZ FISCAL — HOMOLOGACIÓN"}';
  const copies = versions.map(
    (version) =>
      `.copy-${version}{page:copy-${version}}` +
      `@page copy-${version}{counter-increment:sheet-${version};` +
      `@bottom-right{content:"Página " counter(sheet-${version}) " de " ${total}}}`,
  );
  return `@page{@bottom-left{content:${cssString(reference)}}${warning}}\n${copies.join("\n")}`;
}

const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .·-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
