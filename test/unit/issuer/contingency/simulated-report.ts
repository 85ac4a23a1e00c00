import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { judgeFailover } from "../../../../issuer/contingency/judge-failover.js";
import type { ContingencyLine, Move } from "../../../../shared/db/contingency/fail-over-issuances.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { type Declaration, toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { findReportRefusals } from "../../../../shared/domain/predictions/report/find-report-refusals.js";
import { checkReport } from "../../../authority/caea/rules/report-rules.js";
import { readDeclaredVoucher } from "../../../authority/declared-voucher.js";
import type { GrantedVoucher } from "../../../authority/ledger.js";
import { defaultSettings, type Settings } from "../../../authority/settings.js";
import { classOf } from "../../../authority/voucher-class.js";
import { parseXml } from "../../../authority/xml-element.js";

const nowMs = Date.parse("2026-11-20T12:00:00-03:00");
export const today = "20261120";
const code = { id: 1, code: "26463476341977", validFrom: "20261116", validTo: "20261130" };
const substitute = 9;
export const registered: ContingencyLine["issuer"] = { cuit: "30712345671", taxType: 1 };
export const monotributista: ContingencyLine["issuer"] = { cuit: "20111111112", taxType: 6 };

/** An attempt to issue a body under CAEA. */
export interface Attempt {
  body: IssuanceRequest;
  issuer?: ContingencyLine["issuer"];
  /** Of the last voucher there. */
  lastDate?: string;
  /** Of the simulated authority. */
  settings?: Partial<Settings>;
}

/** What moves; undefined when it stays with CAE. */
export function judge({ body, issuer = registered, lastDate = "20261116" }: Attempt): Move | undefined {
  const amounts = computeAmounts(body);
  const movable = { id: 1, revision: 1, recordedAtMs: 0, requestId: "r", body, amounts, vatRounding: "auto" as const };
  const standing = { lastNumber: 4, lastDate };
  return judgeFailover(movable, { substitute, standing, codes: [code], issuer, ruleMoves: {} }, nowMs);
}

/** The codes that the product foresees. */
export function foresee({ body, issuer = registered, lastDate = "20261116" }: Attempt): number[] {
  const declared = toDeclaration(body, computeAmounts(body));
  return findReportRefusals({ voucherType: body.voucherType, declared, issuer, lastDate });
}

/** The codes with which the simulated authority refuses its report. */
export function refusalsOf(attempt: Attempt, declared?: Declaration): number[] {
  const { body, issuer = registered, lastDate = "20261116", settings } = attempt;
  const detail = toDetail({ number: 5, declared: declared ?? toDeclaration(body, computeAmounts(body)) });
  const read = readDeclaredVoucher(parseXml(`<FECAEDetRequest>${writeXml(detail)}</FECAEDetRequest>`));
  const kind = issuer.taxType === 1 ? "Ri Iva" : "Monotributo";
  const findings = checkReport({
    voucher: { ...read, CAEA: code.code, CbteFchHsGen: `${today}120000` },
    type: body.voucherType,
    pos: substitute,
    cuit: issuer.cuit,
    settings: { ...defaultSettings, ...settings },
    last: { numberTo: 4, date: lastDate } as GrantedVoucher,
    code: {
      ...{ cuit: issuer.cuit, period: 202611, order: 2, code: code.code, from: code.validFrom, to: code.validTo },
      ...{ reportBy: "20261208", processed: "", observations: [] },
    },
    voucherClass: classOf(body.voucherType),
    today: "20261121",
    idle: [],
    point: { number: substitute, type: `CAEA - ${kind} CONTINGENCIA` },
  });
  return findings.filter(({ observation }) => !observation).map((finding) => finding.code);
}
