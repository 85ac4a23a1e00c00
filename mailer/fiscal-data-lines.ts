import { argentineClock, argentineDay } from "../shared/domain/calendar.js";
import type { CompanyMail } from "../shared/domain/company-mail.js";
import { printDate } from "../shared/domain/formats.js";
import type { Legend } from "../shared/domain/legends.js";
import { provinceName } from "../shared/domain/perceptions/jurisdictions.js";
import type { SircipAgent } from "../shared/domain/perceptions.js";
import type { FiscalDataChange, FiscalFields } from "../shared/domain/warnings.js";
import { oneLine } from "./message.js";

/** The changes, in Spanish: for each one line with time and key, and one for each field. */
export function fiscalDataLines({ changes, more }: { changes: FiscalDataChange[]; more: number }): string {
  const lines = changes.flatMap(({ at, key, before, after }) => {
    const atMs = Date.parse(at);
    return [
      `El ${printDate(argentineDay(atMs))} a las ${argentineClock(atMs)}, la clave «${oneLine(key.name)}» (${key.prefix}…, número ${key.id}):`,
      ...Object.keys(after).map(
        (field) => `${names[field] ?? field}: ${printValue(field, before[field])} → ${printValue(field, after[field])}`,
      ),
    ];
  });
  const others = more === 0 ? [] : [`Y ${more} ${more === 1 ? "cambio" : "cambios"} más.`];
  return [...lines, ...others].join("\n");
}

const names: Record<string, string> = {
  name: "Nombre",
  taxType: "Condición frente al IVA",
  address: "Domicilio",
  stateId: "Provincia (código)",
  grossIncome: "Ingresos brutos",
  activityStart: "Inicio de actividades",
  vatRounding: "Redondeo del IVA",
  fce: "Cobro de las facturas de crédito MiPyMEs",
  activityCode: "Actividad (código)",
  cbuLegend: "Leyenda «PAGO EN CBU INFORMADA»",
  consumerComplaints: "Reclamos de consumidores (al pie)",
  accentColor: "Color de los comprobantes",
  footerText: "Texto al pie",
  withheldA: "Clase A sujeta a retención (51, 52, 53)",
  monotributoCategory: "Categoría del monotributo",
  legends: "Leyendas",
  mail: "Correos de los comprobantes",
  sircip: "Agente de SIRCIP",
};

const taxTypes: Record<number, string> = {
  1: "responsable inscripto",
  4: "exento",
  6: "monotributo",
  13: "monotributo social",
  15: "no alcanzado",
  16: "monotributo de trabajador independiente promovido",
};

const isLegends = (value: FiscalFields[string]): value is readonly Legend[] => Array.isArray(value);

function printValue(field: string, value: FiscalFields[string]): string {
  if (value === null || value === undefined) return "sin dato";
  if (typeof value === "boolean") return value ? "sí" : "no";
  if (typeof value === "number") return (field === "taxType" && taxTypes[value]) || String(value);
  if (isLegends(value))
    return value.length === 0 ? "ninguna" : value.map(({ text }) => `«${oneLine(text)}»`).join(", ");
  if (typeof value === "object" && "replyTo" in value) return printMail(value);
  if (typeof value === "object" && "exempt" in value) return printAgent(value);
  if (typeof value === "object") return [`CBU ${value.cbu}`, value.alias ?? [], value.transfer].flat().join(", ");
  return field === "activityStart" ? printDate(value) : `«${oneLine(value)}»`;
}

const printMail = ({ replyTo, senderName }: CompanyMail): string =>
  [
    senderName === null ? [] : `de «${oneLine(senderName)}»`,
    replyTo === null ? [] : `con respuesta a ${oneLine(replyTo)}`,
  ]
    .flat()
    .join(", ") || "sin dato";

const printAgent = ({ from, ownPerceptions, exempt }: SircipAgent): string =>
  [
    `desde el ${printDate(from)}`,
    ownPerceptions.length > 0 ? `percepción propia de ${ownPerceptions.map(provinceName).join(", ")}` : [],
    exempt.length > 0 ? `${exempt.length} con certificado de exclusión` : [],
  ]
    .flat()
    .join("; ");
