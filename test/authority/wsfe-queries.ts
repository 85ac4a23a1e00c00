import { readInteger } from "./declared-voucher.js";
import { declaredXml } from "./declared-xml.js";
import { driftedXml, lagAt } from "./drift.js";
import type { GrantedVoucher } from "./ledger.js";
import { isUnregistered, maxBatch } from "./rules/header-rules.js";
import { voucherTypeIds } from "./tables.js";
import { observationsXml } from "./wsfe-envelope.js";
import { notFound, type Operation } from "./wsfe-operation.js";
import { childOf } from "./xml-element.js";
import { branch, leaves } from "./xml-text.js";

const isPosNumber = (pos: number) => pos >= 1 && pos <= 99_998;

/** FECompUltimoAutorizado: 0 for a sequence without vouchers. It does not count one granted less than `counterLagMs` ago. */
export const lastAuthorized: Operation = {
  refusedContent: leaves({ PtoVta: 0, CbteTipo: 0, CbteNro: 0 }),
  open(element) {
    const pos = readInteger(element, "PtoVta");
    const type = readInteger(element, "CbteTipo");
    return {
      pos,
      type,
      run({ world, environment, cuit }) {
        const refused = (code: number, msg: string) => ({
          content: leaves({ PtoVta: pos, CbteTipo: type, CbteNro: 0 }),
          errors: [{ code, msg }],
        });
        if (!isPosNumber(pos)) return refused(11000, "Campo PtoVta debe estar comprendido entre 1 y 99998.");
        if (!voucherTypeIds.has(String(type)))
          return refused(11001, "Campo CbteTipo, no es un tipo de comprobante valido. Ver metodo FEParamGetTiposCbte");
        if (isUnregistered(world.settings, cuit, pos))
          return refused(11002, "El punto de venta no se encuentra habilitado a usar en el presente WS.");
        const lagMs = lagAt(world.settings.counterLagMs, pos);
        const grantedBy = lagMs === 0 ? Number.POSITIVE_INFINITY : Date.now() - lagMs;
        const last = environment.ledger.lastGrantedBy({ cuit, pos, type }, grantedBy);
        return { content: leaves({ PtoVta: pos, CbteTipo: type, CbteNro: last?.numberTo ?? 0 }) };
      },
    };
  },
};

const grantedXml = (voucher: GrantedVoucher) =>
  branch(
    "ResultGet",
    declaredXml(voucher.declared) +
      leaves({
        Resultado: "A",
        CodAutorizacion: voucher.cae,
        EmisionTipo: voucher.emission ?? "CAE",
        FchVto: voucher.caeExpiration,
        FchProceso: voucher.processed,
      }) +
      observationsXml(voucher.observations) +
      leaves({ PtoVta: voucher.pos, CbteTipo: voucher.type }),
  );

/** FECompConsultar. It does not find a voucher granted less than `visibilityLagMs` ago. */
export const lookUp: Operation = {
  open(element) {
    const query = childOf(element, "FeCompConsReq");
    const pos = readInteger(query, "PtoVta");
    const type = readInteger(query, "CbteTipo");
    const number = readInteger(query, "CbteNro");
    return {
      pos,
      type,
      numbers: [number],
      run({ world, environment, cuit }) {
        if (!isPosNumber(pos)) return { errors: [{ code: 10200, msg: "Campo PtoVta no lo ingreso o es invalido." }] };
        if (!voucherTypeIds.has(String(type)))
          return { errors: [{ code: 10201, msg: "Campo CbteTipo no lo ingreso o es invalido." }] };
        if (number < 1 || number > 99_999_999)
          return {
            errors: [
              {
                code: 10202,
                msg: "Campo CbteNro no lo ingreso o supera el tamaño permitido de 8 caracteres numericos.",
              },
            ],
          };
        if (isUnregistered(world.settings, cuit, pos))
          return { errors: [{ code: 10104, msg: "El punto de venta informado no se encuentra dado de alta." }] };
        const voucher = environment.ledger.find({ cuit, pos, type }, number);
        if (!voucher || Date.now() - voucher.grantedAtMs < lagAt(world.settings.visibilityLagMs, pos))
          return { errors: [notFound] };
        return { content: driftedXml(grantedXml(voucher), { pos, type, number }, world.settings) };
      },
    };
  },
};

/** FECompTotXRequest: the most vouchers in one request. */
export const batchLimit: Operation = {
  refusedContent: leaves({ RegXReq: 0 }),
  open: () => ({ run: () => ({ content: leaves({ RegXReq: maxBatch }) }) }),
};

export const dummy: Operation = {
  isPublic: true,
  open: () => ({ run: () => ({ content: leaves({ AppServer: "OK", DbServer: "OK", AuthServer: "OK" }) }) }),
};
