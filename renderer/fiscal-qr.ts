import QRCode from "qrcode";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { type Html, trusted } from "./html.js";

const scanner = "https://www.arca.gob.ar/fe/qr/?p=";

/**
 * The address that the fiscal QR holds. Its base64 is not URL-encoded: the authority's scanner loses fields otherwise.
 * Source: RG 4892/2020; PROTOCOL.md, section 8.1.
 */
export function fiscalQrUrl(voucher: PrintableVoucher): string {
  const { customer, currency } = voucher.body;
  const identified = /^\d{1,15}$/.test(customer.docNumber);
  const payload = {
    ver: 1,
    fecha: voucher.voucherDate.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
    cuit: Number(voucher.issuer.cuit),
    ptoVta: voucher.posNumber,
    tipoCmp: voucher.voucherType,
    nroCmp: voucher.voucherNumber,
    importe: Number(voucher.amounts.total),
    moneda: currency.id,
    ctz: currency.quotation,
    ...(identified ? { tipoDocRec: customer.docType, nroDocRec: Number(customer.docNumber) } : {}),
    tipoCodAut: "E",
    codAut: Number(voucher.cae),
  };
  return scanner + Buffer.from(JSON.stringify(payload)).toString("base64");
}

/** The QR as an SVG of one path, one unit per module. The page leaves the empty margin of 4 modules that scanners need. */
export function fiscalQrSvg(voucher: PrintableVoucher): Html {
  const { size, data } = QRCode.create(fiscalQrUrl(voucher), { errorCorrectionLevel: "M" }).modules;
  const rows = Array.from({ length: size }, (_, row) => data.subarray(row * size, (row + 1) * size).join(""));
  const runs = rows.flatMap((modules, row) =>
    [...modules.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${row}h${run.length}v1h-${run.length}z`),
  );
  return trusted(`<svg class="qr" viewBox="0 0 ${size} ${size}"><path d="${runs.join("")}"/></svg>`);
}
