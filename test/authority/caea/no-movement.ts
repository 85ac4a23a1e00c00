import { toFiscalDate } from "../argentine-time.js";
import { readInteger } from "../declared-voucher.js";
import type { Finding } from "../rules/finding.js";
import type { Operation, OperationContext } from "../wsfe-operation.js";
import { textOf, type XmlElement } from "../xml-element.js";
import { branch, leaves } from "../xml-text.js";
import { reportedUnder } from "./code-book.js";
import { findPoint, isForeignToCaea, wasOpenDuring } from "./points-of-sale.js";
import { finding } from "./texts.js";

type Asked = { code: string; pos: number };

const readAsked = (element: XmlElement): Asked => ({
  code: textOf(element, "CAEA") ?? "",
  pos: readInteger(element, "PtoVta"),
});

const isPosNumber = (pos: number) => pos >= 1 && pos <= 99_998;
const isCodeText = (code: string) => /^\d{14}$/.test(code);

const isUsed = ({ environment }: OperationContext, { code, pos }: Asked) =>
  reportedUnder(environment.ledger, code).some((voucher) => voucher.pos === pos);

const declarationOf = ({ environment }: OperationContext, { code, pos }: Asked) =>
  environment.codes.declarations(code).find((one) => one.pos === pos);

/** The first reason against a declaration. Source: issuer/authority/README.md, section 13.4. */
function findRefusal(context: OperationContext, asked: Asked): Finding | undefined {
  const { world, environment, cuit } = context;
  const { pos } = asked;
  if (!isPosNumber(pos)) return finding(1206);
  if (!isCodeText(asked.code)) return finding(1207);
  const code = environment.codes.read(asked.code);
  if (!code) return finding(1200);
  if (code.cuit !== cuit) return finding(1201);
  if (isForeignToCaea(world.settings, cuit, pos)) return finding(1204);
  const point = findPoint(world.settings, cuit, pos);
  if (point && !wasOpenDuring(point, code.from, code.to)) return finding(1205);
  if (toFiscalDate(world.now()) <= code.from) return finding(1203);
  if (isUsed(context, asked)) return finding(1202);
  return declarationOf(context, asked) ? finding(1209) : undefined;
}

/** FECAEASinMovimientoInformar: a point of sale used this code for no voucher. */
export const declareIdle: Operation = {
  open(element) {
    const asked = readAsked(element);
    const { code, pos } = asked;
    return {
      pos,
      refusedContent: leaves({ PtoVta: pos }),
      run(context) {
        const processed = toFiscalDate(context.world.now());
        const refusal = findRefusal(context, asked);
        if (!refusal) context.environment.codes.declare({ code, pos, processed });
        const content = leaves({ CAEA: code, FchProceso: processed, PtoVta: pos, Resultado: refusal ? "R" : "A" });
        return { content, errors: refusal ? [refusal] : [] };
      },
    };
  },
};

/** FECAEASinMovimientoConsultar. */
export const findIdle: Operation = {
  open(element) {
    const asked = readAsked(element);
    const { code, pos } = asked;
    return {
      pos,
      run(context) {
        if (!isCodeText(code)) return { errors: [finding(10100)] };
        if (!isPosNumber(pos)) return { errors: [finding(10101)] };
        if (isUsed(context, asked)) return { errors: [finding(10105)] };
        const isOwn = context.environment.codes.read(code)?.cuit === context.cuit;
        const declaration = isOwn ? declarationOf(context, asked) : undefined;
        if (!declaration) return { errors: [finding(10102)] };
        const row = leaves({ CAEA: code, FchProceso: declaration.processed, PtoVta: pos });
        return { content: branch("ResultGet", branch("FECAEASinMov", row)) };
      },
    };
  },
};
