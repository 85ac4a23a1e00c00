import { toFiscalDate, toProcessTime } from "../argentine-time.js";
import type { GrantedVoucher } from "../ledger.js";
import type { Finding } from "../rules/finding.js";
import type { Header } from "../rules/header-rules.js";
import { classOf } from "../voucher-class.js";
import type { OperationContext } from "../wsfe-operation.js";
import { findPoint } from "./points-of-sale.js";
import { checkReportHeader } from "./rules/header-rules.js";
import type { ReportedVoucher, ReportInput } from "./rules/report-input.js";
import { checkReport } from "./rules/report-rules.js";
import { decisiveRules } from "./rules/sequence-rules.js";

export type ReportVerdict = { voucher: ReportedVoucher; granted?: GrantedVoucher; observations: Finding[] };
export type Judgement = { processed: string; verdicts: ReportVerdict[]; errors: Finding[] };

/**
 * Judges reported vouchers in order. It records those before the first refused one and refuses all later ones unread.
 * Recorded vouchers are on disk when it returns. Source: issuer/authority/README.md, section 13.5.
 */
export function judgeReports(
  { world, environment, cuit }: OperationContext,
  header: Header,
  vouchers: ReportedVoucher[],
): Judgement {
  const { settings } = world;
  const { ledger, codes } = environment;
  const { pos, type } = header;
  const processed = toProcessTime(world.now());
  const errors = checkReportHeader(header, vouchers, settings);
  if (errors.length > 0)
    return { processed, errors, verdicts: vouchers.map((voucher) => ({ voucher, observations: [] })) };

  const verdicts: ReportVerdict[] = [];
  let last = ledger.lastOf({ cuit, pos, type });
  for (const voucher of vouchers) {
    const isAfterRefusal = verdicts.some(({ granted }) => !granted);
    const code = codes.read(voucher.CAEA);
    const input: ReportInput = {
      voucher,
      type,
      pos,
      cuit,
      settings,
      last,
      code,
      voucherClass: classOf(type),
      today: toFiscalDate(world.now()),
      granted: ledger,
      idle: code === undefined ? [] : codes.declarations(code.code),
      point: findPoint(settings, cuit, pos),
    };
    const decisive = isAfterRefusal ? [] : decisiveRules(input);
    errors.push(...decisive);
    const observations = isAfterRefusal || decisive.length > 0 ? [] : checkReport(input);
    const isRefused = isAfterRefusal || decisive.length > 0 || observations.some(({ observation }) => !observation);
    if (isRefused || code === undefined) {
      verdicts.push({ voucher, observations });
      continue;
    }
    const { CAEA, CbteFchHsGen: generated, ...declared } = voucher;
    last = {
      cuit,
      pos,
      type,
      number: voucher.CbteDesde,
      numberTo: voucher.CbteHasta,
      emission: "CAEA",
      cae: CAEA,
      caeExpiration: code.to,
      date: voucher.CbteFch ?? code.to,
      processed,
      grantedAtMs: Date.now(),
      foreign: false,
      observations,
      declared,
      generated,
    };
    verdicts.push({ voucher, granted: last, observations });
  }
  ledger.append(verdicts.flatMap(({ granted }) => granted ?? []));
  return { processed, verdicts, errors };
}
