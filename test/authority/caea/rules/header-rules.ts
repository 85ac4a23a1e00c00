import { findPerson } from "../../registry.js";
import type { Finding } from "../../rules/finding.js";
import { type Header, maxBatch } from "../../rules/header-rules.js";
import type { Settings } from "../../settings.js";
import { isCreditInvoice } from "../../voucher-class.js";
import { findPoint, isForeignToCaea } from "../points-of-sale.js";
import { refuse } from "../texts.js";
import type { ReportedVoucher } from "./report-input.js";

const reportableTypes = new Set([
  1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 51, 52, 53, 54, 63, 64, 201, 202, 203, 206, 207, 208, 211, 212, 213,
]);

export const isRefusedIssuer = (settings: Settings, cuit: string): boolean =>
  settings.refusedCuits.includes(cuit) || findPerson(cuit)?.active === false;

function isClosedTo(settings: Settings, { cuit, pos }: Header, vouchers: ReportedVoucher[]): boolean {
  if (isForeignToCaea(settings, cuit, pos)) return true;
  const { blocked, closedOn } = findPoint(settings, cuit, pos) ?? {};
  return blocked === true || vouchers.some(({ CbteFch }) => (CbteFch ?? "") > (closedOn ?? "99999999"));
}

/** All of them go to `Errors`. Source: issuer/authority/README.md, section 13.4. */
export function checkReportHeader(header: Header, vouchers: ReportedVoucher[], settings: Settings): Finding[] {
  const { cuit, count, pos, type } = header;
  const most = isCreditInvoice(type) ? 1 : maxBatch;
  const inRange = pos >= 1 && pos <= 99_998;
  return [
    ...refuse(isRefusedIssuer(settings, cuit), 10000),
    ...refuse(count < 1 || count > 9998, 10001),
    ...refuse(count !== vouchers.length, 10002, `Informado: ${count}, Enviado:${vouchers.length}`),
    ...refuse(vouchers.length > most, 10003),
    ...refuse(!reportableTypes.has(type), 700),
    ...refuse(!inRange, 1300),
    ...refuse(inRange && isClosedTo(settings, header, vouchers), 701),
  ];
}
