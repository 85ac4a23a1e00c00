import { addDays, isFiscalDate, toFiscalDate, toProcessTime } from "./argentine-time.js";
import { caeOf } from "./cae.js";
import type { DeclaredVoucher } from "./declared-voucher.js";
import { openFceAccounts } from "./fce-accounts.js";
import type { GrantedVoucher } from "./ledger.js";
import { checkDetail } from "./rules/detail-rules.js";
import type { Finding } from "./rules/finding.js";
import { checkHeader, type Header } from "./rules/header-rules.js";
import { numberRules } from "./rules/number-rules.js";
import { classOf } from "./voucher-class.js";
import type { OperationContext } from "./wsfe-operation.js";

export type Verdict = { voucher: DeclaredVoucher; granted?: GrantedVoucher; observations: Finding[] };
export type Authorization = { processed: string; verdicts: Verdict[]; errors: Finding[] };

const outOfOrder: Finding = {
  code: 10016,
  msg: "El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.",
};

/**
 * Judges the vouchers of one request in order. It grants those before the first refused one and refuses all later ones unread.
 * Granted vouchers are on disk when it returns. Source: issuer/authority/README.md, sections 2.6 and 2.7.
 */
export function authorize(
  { world, environment, cuit }: OperationContext,
  header: Header,
  vouchers: DeclaredVoucher[],
): Authorization {
  const { settings } = world;
  const now = world.now();
  const today = toFiscalDate(now);
  const processed = toProcessTime(now);
  const { pos, type } = header;
  const errors = checkHeader(header, vouchers.length, settings);
  if (errors.length > 0)
    return { processed, errors, verdicts: vouchers.map((voucher) => ({ voucher, observations: [] })) };

  const granted = environment.ledger;
  const accounts = openFceAccounts(environment, { today, acceptanceDays: settings.fce.acceptanceDays });
  let last = granted.lastOf({ cuit, pos, type });
  const verdicts: Verdict[] = [];
  for (const declared of vouchers) {
    const voucher = { ...declared, CbteFch: declared.CbteFch ?? today };
    if (verdicts.some(({ granted }) => !granted)) {
      verdicts.push({ voucher, observations: [] });
      continue;
    }
    const input = { voucher, pos, type, voucherClass: classOf(type), cuit, today, settings, granted, accounts };
    const misnumbered = numberRules(input);
    const isNext = voucher.CbteDesde === (last?.numberTo ?? 0) + 1;
    const isBeforeLast = last !== undefined && isFiscalDate(voucher.CbteFch) && voucher.CbteFch < last.date;
    if (misnumbered.length === 0 && (!isNext || isBeforeLast)) {
      errors.push(outOfOrder);
      verdicts.push({ voucher, observations: [] });
      continue;
    }
    const observations = [...misnumbered, ...checkDetail(input)];
    if (observations.some(({ observation }) => !observation)) {
      verdicts.push({ voucher, observations });
      continue;
    }
    const grant: GrantedVoucher = {
      cuit,
      pos,
      type,
      number: voucher.CbteDesde,
      numberTo: voucher.CbteHasta,
      cae: caeOf(today, environment.ledger.nextCaeTail()),
      caeExpiration: addDays(voucher.CbteFch, 10),
      date: voucher.CbteFch,
      processed,
      grantedAtMs: Date.now(),
      foreign: false,
      observations,
      declared: voucher,
    };
    last = grant;
    verdicts.push({ voucher, granted: grant, observations });
  }
  environment.ledger.append(verdicts.flatMap(({ granted }) => granted ?? []));
  return { processed, verdicts, errors };
}
