import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import type { Declaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { readDeclaredVoucher } from "../../../authority/declared-voucher.js";
import { checkDetail } from "../../../authority/rules/detail-rules.js";
import { defaultSettings } from "../../../authority/settings.js";
import { classOf } from "../../../authority/voucher-class.js";
import { parseXml } from "../../../authority/xml-element.js";

/** The codes with which the simulated authority, to the letter of the manual, refuses what is declared of a body. */
export function judgeDeclared(
  { voucherType: type }: Pick<IssuanceRequest, "voucherType">,
  declared: Declaration,
  { cuit, today }: { cuit: string; today: string },
): number[] {
  const detail = toDetail({ number: 1, declared });
  const voucher = readDeclaredVoucher(parseXml(`<FECAEDetRequest>${writeXml(detail)}</FECAEDetRequest>`));
  const settings = { ...defaultSettings, vatCheck: "strict" as const };
  return checkDetail({ voucher, pos: 1, type, voucherClass: classOf(type), cuit, today, settings })
    .filter(({ observation }) => !observation)
    .map(({ code }) => code);
}
