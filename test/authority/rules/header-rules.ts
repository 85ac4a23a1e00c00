import { isRegisteredForCaea } from "../caea/points-of-sale.js";
import { issuerOf } from "../fce-world.js";
import { isMonotributista, isVatRegistered } from "../registry.js";
import type { PointOfSale, Settings } from "../settings.js";
import { voucherTypeIds } from "../tables.js";
import { classOf, isCreditInvoice, isInvoice } from "../voucher-class.js";
import { type Finding, when } from "./finding.js";

export const maxBatch = 250;

export type Header = { cuit: string; count: number; pos: number; type: number };

/** A blocked or closed point of sale counts as unregistered. */
export function isUnregistered({ pointsOfSale }: Settings, cuit: string, pos: number): boolean {
  const registered = pointsOfSale[cuit];
  return (
    registered !== undefined && !registered.some((one) => (typeof one === "number" ? one === pos : isInUse(one, pos)))
  );
}

const isInUse = ({ number, blocked, closedOn }: Exclude<PointOfSale, number>, pos: number) =>
  number === pos && !blocked && closedOn === undefined;

/** The reason why the issuer may not issue this letter. Only checks invoices: a note follows its original. */
function mayNotIssue({ cuit, type }: Header, settings: Settings): string | undefined {
  const letter = classOf(type);
  if (settings.issuerLetters === "free" || !isInvoice(type)) return undefined;
  if (isMonotributista(cuit) && (letter === "A" || letter === "B")) return notVatRegistered;
  return isVatRegistered(cuit) && letter === "C"
    ? "NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA CORRESPONDE A UN RESPONSABLE INSCRIPTO EN EL IMPUESTO IVA."
    : undefined;
}

const notVatRegistered =
  "NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA NO CORRESPONDE A UN RESPONSABLE INSCRIPTO EN EL IMPUESTO IVA.";

const unentitled = "NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA";
const notPyme = "NO SE ENCUENTRA REGISTRADA COMO PYME SEGÚN EL REGIMEN FCE.";
const noAddress = "NO POSEE DOMICILIO FISCAL ELECTRONICO ACTIVO.";

const otherClassA = "NO SE ENCUENTRA HABILITADA A EMITIR COMPROBANTES DE ESA CLASE A: OPERACION SUJETA A RETENCION.";
const withheldTypes = [51, 52, 53, 54];
const ordinaryTypes = [1, 2, 3, 4];

/** Whether the authority gave the issuer the other class A. Source: issuer/authority/README.md, section 16.2. */
function isOtherClassA({ cuit, type }: Pick<Header, "cuit" | "type">, { classA }: Settings): boolean {
  const given = classA.find((one) => one.cuit === cuit)?.class;
  return (
    (given === "withheld" && ordinaryTypes.includes(type)) || (given === "ordinary" && withheldTypes.includes(type))
  );
}

/** Source: issuer/authority/README.md, sections 3.1 and 12.4. All of them go to `Errors`. */
export function checkHeader({ cuit, count, pos, type }: Header, details: number, settings: Settings): Finding[] {
  const most = isCreditInvoice(type) ? 1 : maxBatch;
  const wrongLetter = mayNotIssue({ cuit, count, pos, type }, settings);
  const { pyme, address } = issuerOf(settings, cuit);
  const inRange = pos >= 1 && pos <= 99_998;
  return [
    ...when(settings.refusedCuits.includes(cuit), 10000, notVatRegistered),
    ...when(wrongLetter !== undefined, 10000, wrongLetter ?? ""),
    ...when(isOtherClassA({ cuit, type }, settings), 10000, `${unentitled} ${otherClassA}`),
    ...when(isCreditInvoice(type) && !pyme, 10000, `${unentitled} ${notPyme}`),
    ...when(isCreditInvoice(type) && !address, 10000, `${unentitled} ${noAddress}`),
    ...when(count < 1 || count > 9998, 10001, "Campo CantReg debe estar comprendido entre 1 y 9998."),
    ...when(
      count !== details,
      10002,
      `Campo CantReg debe ser igual a lo informado en detalle. Informado: ${count}, Enviado:${details}`,
    ),
    ...when(
      details > most,
      10003,
      `La cantidad de registros no puede superar ${most}. Consultar metodo FECompTotXRequest.`,
    ),
    ...when(!inRange, 10004, "Campo PtoVta debe estar comprendido entre 1 y 99998."),
    ...when(
      inRange && (isUnregistered(settings, cuit, pos) || isRegisteredForCaea(settings, cuit, pos)),
      10005,
      "NO AUTORIZADO A EMITIR COMPROBANTES - EL PUNTO DE VENTA INFORMADO DEBE ESTAR DADO DE ALTA Y SER DEL TIPO RECE",
    ),
    ...when(type <= 0, 10006, "Campo CbteTipo debe ser mayor a cero (0)."),
    ...when(
      type > 0 && !voucherTypeIds.has(String(type)),
      10007,
      "Campo CbteTipo no es un tipo de comprobante valido. Ver metodo FEParamGetTiposCbte",
    ),
  ];
}
