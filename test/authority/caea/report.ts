import { readDeclaredVoucher, readInteger } from "../declared-voucher.js";
import { headerXml } from "../wsfe-authorize.js";
import { observationsXml } from "../wsfe-envelope.js";
import type { Operation } from "../wsfe-operation.js";
import { childOf, childrenOf, textOf } from "../xml-element.js";
import { branch, leaves } from "../xml-text.js";
import { judgeReports, type ReportVerdict } from "./judge-reports.js";

function verdictXml({ voucher, granted, observations }: ReportVerdict): string {
  const { Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch, CAEA } = voucher;
  return branch(
    "FECAEADetResponse",
    leaves({ Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch, Resultado: granted ? "A" : "R" }) +
      observationsXml(observations) +
      leaves({ CAEA }),
  );
}

/** FECAEARegInformativo. Source: issuer/authority/README.md, section 13.3. */
export const reportVouchers: Operation = {
  open(element) {
    const request = childOf(element, "FeCAEARegInfReq");
    const head = childOf(request, "FeCabReq");
    const count = readInteger(head, "CantReg");
    const pos = readInteger(head, "PtoVta");
    const type = readInteger(head, "CbteTipo");
    const vouchers = childrenOf(childOf(request, "FeDetReq"), "FECAEADetRequest").map((detail) => ({
      ...readDeclaredVoucher(detail),
      CAEA: textOf(detail, "CAEA") ?? "",
      CbteFchHsGen: textOf(detail, "CbteFchHsGen") || undefined,
    }));
    return {
      pos,
      type,
      numbers: vouchers.map(({ CbteDesde }) => CbteDesde),
      totals: vouchers.map(({ ImpTotal }) => ImpTotal),
      run(context) {
        const header = { cuit: context.cuit, count, pos, type };
        const judgement = judgeReports(context, header, vouchers);
        const details = branch("FeDetResp", judgement.verdicts.map(verdictXml).join(""));
        return { content: headerXml(judgement, header) + details, errors: judgement.errors };
      },
    };
  },
};
