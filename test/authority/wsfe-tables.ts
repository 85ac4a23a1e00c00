import { isFiscalDate, previousBusinessDay, toFiscalDate } from "./argentine-time.js";
import { findActivity, optionalRows } from "./further-facts.js";
import { isMonotributista } from "./registry.js";
import { activitiesOf } from "./rules/activity-rules.js";
import type { PointOfSale } from "./settings.js";
import { currencyIds, tables } from "./tables.js";
import { notFound, type Operation } from "./wsfe-operation.js";
import { textOf } from "./xml-element.js";
import { branch, leaves } from "./xml-text.js";

const listXml = (item: string, rows: Record<string, string | number>[]) =>
  branch("ResultGet", rows.map((row) => branch(item, leaves(row))).join(""));

const list = (item: string, rows: Record<string, string | number>[]): Operation => {
  const content = listXml(item, rows);
  return { open: () => ({ run: () => ({ content }) }) };
};

const concepts = [
  { Id: 1, Desc: "Producto", FchDesde: "20100917", FchHasta: "NULL" },
  { Id: 2, Desc: "Servicios", FchDesde: "20100917", FchHasta: "NULL" },
  { Id: 3, Desc: "Productos y Servicios", FchDesde: "20100917", FchHasta: "NULL" },
];

const receiverClasses: Record<string, { Id: string; Desc: string; Cmp_Clase: string }[]> = {
  A: tables.CondicionIvaReceptor_A,
  ALEY: tables.CondicionIvaReceptor_A.map((row) => ({ ...row, Cmp_Clase: "ALEY" })),
  B: tables.CondicionIvaReceptor_B,
  C: tables.CondicionIvaReceptor_C,
  "49": tables.CondicionIvaReceptor_B.filter(({ Id }) => Id === "5").map((row) => ({ ...row, Cmp_Clase: "49" })),
};

const receiverConditions: Operation = {
  open(element) {
    const voucherClass = textOf(element, "ClaseCmp");
    const rows = voucherClass ? receiverClasses[voucherClass.toUpperCase()] : tables.CondicionIvaReceptor_all;
    return {
      run: () =>
        rows
          ? { content: listXml("CondicionIvaReceptor", rows) }
          : { errors: [{ code: 10244, msg: "El campo ClaseCmp debe ser A, B, C, ALEY o 49." }] },
    };
  },
};

/** The issuer's registered points of sale. With none it answers 602, as homologation commonly does. */
const pointsOfSale: Operation = {
  open: () => ({
    run({ world, cuit }) {
      const registered = world.settings.pointsOfSale[cuit] ?? [];
      if (registered.length === 0)
        return { errors: [{ code: 602, msg: "Sin Resultados: - Metodo FEParamGetPtosVenta" }] };
      const usual = isMonotributista(cuit) ? "CAE - Monotributo" : "CAE - Ri Iva";
      const rows = registered
        .map((one) => (typeof one === "number" ? { number: one, blocked: false } : one))
        .map(({ number, type = usual, blocked, closedOn = "NULL" }: Exclude<PointOfSale, number>) => ({
          Nro: number,
          EmisionTipo: type,
          Bloqueado: blocked ? "S" : "N",
          FchBaja: closedOn,
        }));
      return { content: listXml("PtoVenta", rows) };
    },
  }),
};

/** The issuer's registered activities. The element's name is plural, unlike in all other tables. */
const activities: Operation = {
  open: () => ({
    run({ world, cuit }) {
      const rows = activitiesOf(world.settings, cuit).map((Id, index) => ({
        Id,
        Orden: index + 1,
        Desc: findActivity(Id)?.Desc ?? "OTRA ACTIVIDAD",
      }));
      return rows.length > 0
        ? { content: listXml("ActividadesTipo", rows) }
        : { errors: [{ ...notFound, msg: "Sin Resultados: - Metodo FEParamGetActividades" }] };
    },
  }),
};

/** The rate for the requested day, by default for the previous business day. */
const quotation: Operation = {
  open(element) {
    const currency = textOf(element, "MonId") ?? "";
    const date = textOf(element, "FchCotiz") || undefined;
    return {
      run({ world }) {
        if (currency === "") return { errors: [{ code: 12001, msg: "Campo MonId es obligatorio." }] };
        if (!currencyIds.has(currency))
          return { errors: [{ code: 12000, msg: "Campo MonId no es una moneda valida." }] };
        if (date !== undefined && !isFiscalDate(date))
          return { errors: [{ code: 12002, msg: "Campo FchCotiz debe tener formato yyyymmdd." }] };
        const rate = world.settings.quotations[currency];
        if (rate === undefined) {
          const msg = `Sin Resultados: - Metodo FEParamGetCotizacion.Codigo  de moneda (${currency}) inexistente o SIN cotización`;
          return { errors: [{ ...notFound, msg }] };
        }
        const FchCotiz = date ?? previousBusinessDay(toFiscalDate(world.now()));
        return { content: branch("ResultGet", leaves({ MonId: currency, MonCotiz: rate, FchCotiz })) };
      },
    };
  },
};

/** The FEParamGet operations by name. Source: issuer/authority/README.md, section 2.5. */
export const tableOperations: Record<string, Operation> = {
  FEParamGetTiposCbte: list("CbteTipo", tables.TiposCbte),
  FEParamGetTiposConcepto: list("ConceptoTipo", concepts),
  FEParamGetTiposDoc: list("DocTipo", tables.TiposDoc),
  FEParamGetTiposIva: list("IvaTipo", tables.TiposIva),
  FEParamGetTiposMonedas: list("Moneda", tables.TiposMonedas),
  FEParamGetTiposOpcional: list("OpcionalTipo", optionalRows),
  FEParamGetTiposTributos: list("TributoTipo", tables.TiposTributos),
  FEParamGetTiposPaises: list("PaisTipo", tables.TiposPaises),
  FEParamGetCondicionIvaReceptor: receiverConditions,
  FEParamGetPtosVenta: pointsOfSale,
  FEParamGetActividades: activities,
  FEParamGetCotizacion: quotation,
};
