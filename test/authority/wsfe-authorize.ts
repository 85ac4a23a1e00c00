import { type Authorization, authorize, type Verdict } from "./authorize.js";
import { readDeclaredVoucher, readInteger } from "./declared-voucher.js";
import type { Header } from "./rules/header-rules.js";
import { observationsXml } from "./wsfe-envelope.js";
import type { Operation } from "./wsfe-operation.js";
import { childOf, childrenOf } from "./xml-element.js";
import { branch, leaves } from "./xml-text.js";

function verdictXml({ voucher, granted, observations }: Verdict): string {
  const { Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch } = voucher;
  return branch(
    "FECAEDetResponse",
    leaves({ Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch, Resultado: granted ? "A" : "R" }) +
      observationsXml(observations) +
      leaves({ CAE: granted?.cae ?? "", CAEFchVto: granted?.caeExpiration ?? "" }),
  );
}

type Judged = { processed: string; verdicts: { granted?: unknown }[] };

function resultOf({ verdicts }: Judged): "A" | "R" | "P" {
  const grants = verdicts.filter(({ granted }) => granted).length;
  if (grants === 0) return "R";
  return grants === verdicts.length ? "A" : "P";
}

/** FeCabResp of a request that was judged. */
export function headerXml(judged: Judged, { cuit, count, pos, type }: Header): string {
  const header = leaves({
    Cuit: cuit,
    PtoVta: pos,
    CbteTipo: type,
    FchProceso: judged.processed,
    CantReg: count,
    Resultado: resultOf(judged),
    Reproceso: "N",
  });
  return branch("FeCabResp", header);
}

const authorizationXml = (authorization: Authorization, header: Header): string =>
  headerXml(authorization, header) + branch("FeDetResp", authorization.verdicts.map(verdictXml).join(""));

/** FECAESolicitar. Source: issuer/authority/README.md, sections 2.5 to 2.7. */
export const requestCae: Operation = {
  open(element) {
    const request = childOf(element, "FeCAEReq");
    const head = childOf(request, "FeCabReq");
    const count = readInteger(head, "CantReg");
    const pos = readInteger(head, "PtoVta");
    const type = readInteger(head, "CbteTipo");
    const vouchers = childrenOf(childOf(request, "FeDetReq"), "FECAEDetRequest").map(readDeclaredVoucher);
    return {
      pos,
      type,
      numbers: vouchers.map(({ CbteDesde }) => CbteDesde),
      totals: vouchers.map(({ ImpTotal }) => ImpTotal),
      run(context) {
        const header = { cuit: context.cuit, count, pos, type };
        const authorization = authorize(context, header, vouchers);
        return { content: authorizationXml(authorization, header), errors: authorization.errors };
      },
    };
  },
};
