import { argentineTimestamp } from "../argentine-time.js";
import type { Part } from "../xml.js";
import { type NumberedDeclaration, toDetail, toHeader, type VoucherRun } from "./cae-request.js";

/** A voucher that was issued under CAEA. */
interface NumberedReport extends NumberedDeclaration {
  /** When it was issued, in milliseconds since 1970. */
  generatedAtMs: number;
}

/** Vouchers of one sequence and code. */
export interface ReportRun extends VoucherRun<NumberedReport> {
  caea: string;
}

/**
 * Writes the request of FECAEARegInformativo. Source: issuer/authority/README.md, section 13.3; wsfev1 WSDL, FECAEADetRequest.
 *
 * @throws RangeError when a document number is not made of digits.
 */
export const toReportRequest = (run: ReportRun): Part => [
  "FeCAEARegInfReq",
  [
    toHeader(run),
    ["FeDetReq", run.vouchers.map((voucher): Part => ["FECAEADetRequest", toReportDetail(voucher, run.caea)])],
  ],
];

const toReportDetail = (voucher: NumberedReport, caea: string): Part[] => [
  ...toDetail(voucher),
  ["CAEA", caea],
  ["CbteFchHsGen", argentineTimestamp(voucher.generatedAtMs)],
];
