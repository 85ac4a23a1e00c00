import { encode } from "uqr";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";

const scanner = "https://www.arca.gob.ar/fe/qr/?p=";

/**
 * The URL in the fiscal QR code. Its base64 must not be URL-encoded: the authority's scanner would lose fields.
 * Source: RG 4892/2020; issuer/authority/README.md, section 8.1.
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
    tipoCodAut: voucher.authorization === "CAEA" ? "A" : "E",
    codAut: Number(voucher.cae),
  };
  return scanner + Buffer.from(JSON.stringify(payload)).toString("base64");
}

/** A QR code with `size` modules on each side, drawn as one SVG path. */
export interface QrView {
  size: number;
  path: string;
}

/** One unit per module. The page adds the empty margin of 4 modules that scanners need. */
export function fiscalQr(voucher: PrintableVoucher): QrView {
  const { size, data } = encode(fiscalQrUrl(voucher), { ecc: "M", border: 0 });
  const runs = data.flatMap((modules, row) =>
    [...modules.map(Number).join("").matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${row}h${run.length}v1h-${run.length}z`,
    ),
  );
  return { size, path: runs.join("") };
}
