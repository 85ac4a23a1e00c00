import { argentineTimestamp } from "../argentine-time.js";
import type { Part } from "../xml.js";
import { type NumberedDeclaration, toDetail } from "./cae-request.js";

/** A voucher that was issued under CAEA. */
interface NumberedReport extends NumberedDeclaration {
  /** When it was issued, in milliseconds since 1970. */
  generatedAtMs: number;
}

/** Vouchers of one sequence and code with consecutive numbers, in their order. */
export interface ReportRun {
  posNumber: number;
  voucherType: number;
  caea: string;
  vouchers: readonly NumberedReport[];
}

/**
 * Writes the request of FECAEARegInformativo. Source: issuer/authority/README.md, section 13.3; wsfev1 WSDL, FECAEADetRequest.
 *
 * @throws RangeError when a document number is not made of digits.
 */
export const toReportRequest = ({ posNumber, voucherType, caea, vouchers }: ReportRun): Part => [
  "FeCAEARegInfReq",
  [
    [
      "FeCabReq",
      [
        ["CantReg", String(vouchers.length)],
        ["PtoVta", String(posNumber)],
        ["CbteTipo", String(voucherType)],
      ],
    ],
    ["FeDetReq", vouchers.map((voucher): Part => ["FECAEADetRequest", toReportDetail(voucher, caea)])],
  ],
];

const toReportDetail = (voucher: NumberedReport, caea: string): Part[] => [
  ...toDetail(voucher),
  ["CAEA", caea],
  ["CbteFchHsGen", argentineTimestamp(voucher.generatedAtMs)],
];
