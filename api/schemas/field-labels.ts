import { withSmallInitial } from "../../shared/domain/spanish.js";

/** The words for the fields of the API's bodies, by their paths without indexes. A part of a list names its place. */
const labels: Record<string, string> = {
  // Issuance, preview and credit note.
  idempotency: "Clave del comprobante",
  posNumber: "Punto de venta",
  voucherType: "Tipo de comprobante",
  concept: "Concepto",
  voucherDate: "Fecha",
  customer: "Receptor",
  "customer.docType": "Tipo de documento del receptor",
  "customer.docNumber": "Número de documento del receptor",
  "customer.name": "Nombre del receptor",
  "customer.taxType": "Condición de IVA del receptor",
  "customer.address": "Domicilio del receptor",
  "customer.stateId": "Provincia del receptor",
  items: "Líneas",
  "items.#": "Línea",
  "items.#.description": "Descripción",
  "items.#.quantity": "Cantidad",
  "items.#.price": "Precio",
  "items.#.taxType": "Alícuota de IVA",
  "items.#.code": "Código",
  "items.#.unitType": "Unidad de medida",
  "items.#.discount": "Descuento",
  "items.#.discountType": "Tipo de descuento",
  serviceFrom: "Servicio desde",
  serviceTo: "Servicio hasta",
  serviceExpiration: "Vencimiento del pago",
  associatedVouchers: "Comprobantes asociados",
  "associatedVouchers.#": "Comprobante asociado",
  "associatedVouchers.#.voucherType": "Tipo",
  "associatedVouchers.#.posNumber": "Punto de venta",
  "associatedVouchers.#.voucherNumber": "Número",
  "associatedVouchers.#.cuit": "CUIT",
  "associatedVouchers.#.date": "Fecha",
  associatedPeriod: "Período asociado",
  "associatedPeriod.from": "Período asociado desde",
  "associatedPeriod.to": "Período asociado hasta",
  "certificate.mode": "De quién es el certificado",
  fce: "Factura de crédito",
  "fce.cbu": "CBU",
  "fce.alias": "Alias del CBU",
  "fce.transfer": "Forma de transferencia",
  "fce.cancellation": "Anulación",
  currency: "Moneda",
  "currency.id": "Moneda",
  "currency.quotation": "Cotización",
  priceIncludesVat: "Precios con IVA",
  tributes: "Tributos",
  "tributes.#": "Tributo",
  "tributes.#.type": "Tipo",
  "tributes.#.baseAmount": "Base imponible",
  "tributes.#.aliquot": "Alícuota",
  "tributes.#.subtotal": "Importe",
  "tributes.#.description": "Descripción",
  emails: "Correos",
  "emails.#": "Correo",
  "emails.#.email": "Dirección",
  "emails.#.name": "Nombre",
  "emails.#.comments": "Mensaje",
  "emails.#.pdfVersions": "Copias del PDF",
  "emails.#.pdfVersions.#": "Copias del PDF",
  settings: "Decimales de la impresión",
  "settings.quantityPrecision": "Decimales de las cantidades",
  "settings.pricePrecision": "Decimales de los precios",
  legend: "Leyenda",
  comments: "Observaciones",
  externalReference: "Referencia propia",
  additionalData: "Datos adicionales",
  cancelsInSameForeignCurrency: "Se paga en la misma moneda extranjera",
  receiverTaxConditionId: "Condición de IVA del receptor",
  activityCode: "Actividad",
  saleCondition: "Condición de venta",
  contingency: "Contingencia",
  optionals: "Datos opcionales",
  "optionals.#": "Dato opcional",
  "optionals.#.id": "Dato opcional",
  "optionals.#.value": "Valor del dato opcional",
  activities: "Actividades informadas",
  "activities.#": "Actividad informada",
  "activities.#.id": "Actividad informada",
  buyers: "Compradores",
  "buyers.#": "Comprador",
  "buyers.#.docType": "Tipo de documento del comprador",
  "buyers.#.docNumber": "Número de documento del comprador",
  "buyers.#.share": "Parte del comprador",

  // Points of sale.
  number: "Número",
  name: "Nombre",
  address: "Domicilio",
  enabled: "Habilitado",
  printedName: "Nombre impreso",
  exclusive: "Uso exclusivo",
  activity: "Actividad",
  authorization: "Autorización",
  layout: "Qué se imprime para el cliente",
  legends: "Leyendas",
  "legends.#": "Leyenda",
  "legends.#.text": "Texto",
  "legends.#.on": "Dónde va",
  "legends.#.from": "Desde",
  contingencyPos: "Reemplazo en contingencia",
  additionalDataKeys: "Datos adicionales",
  "additionalDataKeys.#": "Dato adicional",
  "additionalDataKeys.#.key": "Clave",
  "additionalDataKeys.#.label": "Etiqueta",
  "additionalDataKeys.#.printed": "Se imprime",

  // API keys and webhooks.
  scopes: "Permisos",
  "scopes.#": "Permisos",
  expires: "Vencimiento",
  url: "Dirección",
  events: "Eventos",
  "events.#": "Eventos",
  description: "Descripción",

  // People.
  email: "Correo",
  role: "Rol",

  // Fiscal data.
  cuit: "CUIT",
  taxType: "Condición de IVA",
  stateId: "Provincia",
  grossIncome: "Ingresos brutos",
  activityStart: "Inicio de actividades",
  vatRounding: "Redondeo del IVA",
  cbuLegend: "Leyenda de pago en CBU",
  withheldA: "Clase A sujeta a retención",
  consumerComplaints: "Reclamos de consumidores",
  accentColor: "Color",
  footerText: "Texto al pie",

  // Certificates, contingencies and reports.
  alias: "Alias",
  certificate: "Certificado",
  active: "Contingencia",
  reason: "Motivo",
  period: "Mes",
  locale: "Formato",

  // Batches.
  invoices: "Comprobantes",
  "invoices.#": "Comprobante",
};

/** What an element of each list is called with its place: "Precio de la línea 1". */
const places: Record<string, (place: number) => string> = {
  items: (place) => `de la línea ${place}`,
  tributes: (place) => `del tributo ${place}`,
  associatedVouchers: (place) => `del comprobante asociado ${place}`,
  emails: (place) => `del correo ${place}`,
  additionalDataKeys: (place) => `del dato adicional ${place}`,
};

/**
 * The words for a field of a fault: "Precio de la línea 1" of `items.0.price`, "Comprobante 4: precio de la línea 1" of
 * `invoices.3.items.0.price`, "Línea 7 del archivo: precio" of `line 7: items.price`. A name that nobody knows stays as it is.
 */
export function labelOf(field: string): string {
  const [, line, column] = /^line (\d+)(?:: (.*))?$/s.exec(field) ?? [];
  if (line !== undefined) return inside(`Línea ${line} del archivo`, column && labelOfColumn(column));
  const [, index, inner] = /^invoices\.(\d+)(?:\.(.*))?$/s.exec(field) ?? [];
  if (index !== undefined) return inside(`Comprobante ${Number(index) + 1}`, inner && labelOf(inner));
  if (field.startsWith("?")) return labelOf(field.slice(1));
  const [, data] = /^additionalData\.(.+)$/s.exec(field) ?? [];
  if (data !== undefined) return `Dato adicional ${data}`;
  return labelOfPath(field) ?? field;
}

const inside = (place: string, label: string | undefined): string =>
  label ? `${place}: ${withSmallInitial(label)}` : place;

function labelOfPath(field: string): string | undefined {
  const label = find(field.replace(/(?<=^|\.)\d+(?=\.|$)/g, "#"));
  const [, list = "", index, rest] = /^(\w+)\.(\d+)(\..+)?$/.exec(field) ?? [];
  if (label === undefined || index === undefined) return label;
  const place = Number(index) + 1;
  if (rest === undefined) return Object.hasOwn(places, list) ? `${label} ${place}` : label;
  return Object.hasOwn(places, list) ? `${label} ${places[list]?.(place)}` : label;
}

/** A column of a file is named without an index, because its line says which: `items.price`. */
export const labelOfColumn = (column: string): string =>
  find(column) ?? find(column.replace(".", ".#.")) ?? labelOf(column);

const find = (path: string): string | undefined => (Object.hasOwn(labels, path) ? labels[path] : undefined);
