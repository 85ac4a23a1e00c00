import type { AuthorityVoucher } from "../../../shared/domain/cae-outcome.js";
import { isFiscalDate } from "../../../shared/domain/calendar.js";
import type { Period } from "../../../shared/domain/issuance-request.js";
import { Decimal } from "../../../shared/domain/money.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { VoucherContent } from "./content.js";

/** The fields that the record has a place for. Of a field in a list only the start of its path is compared: the list's name. */
const known =
  /^(?:Concepto|DocTipo|DocNro|CbteDesde|CbteHasta|CbteFch|Imp\w+|FchServDesde|FchServHasta|FchVtoPago|MonId|MonCotiz|CanMisMonExt|CondicionIVAReceptorId|(?:Iva|Tributos|CbtesAsoc|Opcionales|Compradores|Actividades)\..+|PeriodoAsoc\.(?:FchDesde|FchHasta))$/;

/**
 * Translates a voucher of the authority into our fields. Undefined when a part cannot be read: no value is invented.
 * Source: issuer/authority/README.md, section 2.5, FECompConsultar.
 */
export function toRecordedVoucher(found: AuthorityVoucher): RecordedVoucher | undefined {
  const { content, cae, caeExpirationDate, voucherDate, processedAtMs, observations } = found;
  try {
    return {
      voucherNumber: readInteger(content, "CbteDesde"),
      voucherDate,
      authorization: isCaea(content) ? "CAEA" : "CAE",
      cae,
      caeExpirationDate,
      processedAt: readInstant(processedAtMs),
      observations,
      concept: readInteger(content, "Concepto"),
      docType: readInteger(content, "DocTipo"),
      docNumber: readNumber(content, "DocNro"),
      totalAmount: readNumber(content, "ImpTotal"),
      netAmount: readNumber(content, "ImpNeto"),
      vatAmount: readNumber(content, "ImpIVA"),
      exemptAmount: readNumber(content, "ImpOpEx"),
      notTaxableAmount: readNumber(content, "ImpTotConc"),
      tributesAmount: readNumber(content, "ImpTrib"),
      serviceFrom: readDate(content, "FchServDesde"),
      serviceTo: readDate(content, "FchServHasta"),
      serviceExpiration: readDate(content, "FchVtoPago"),
      // A missing currency means pesos. Source: issuer/authority/README.md, section 4.7.
      currency: content.MonId ?? "PES",
      currencyQuotation: content.MonCotiz === undefined ? "1" : readNumber(content, "MonCotiz"),
      cancelsInSameForeignCurrency: readYesOrNo(content.CanMisMonExt),
      receiverTaxConditionId:
        content.CondicionIVAReceptorId === undefined ? null : readInteger(content, "CondicionIVAReceptorId"),
      vat: readRows(content, "Iva.AlicIva", (row) => ({
        taxType: readInteger(row, "Id"),
        base: readNumber(row, "BaseImp"),
        amount: readNumber(row, "Importe"),
      })),
      tributes: readRows(content, "Tributos.Tributo", (row) => ({
        type: readInteger(row, "Id"),
        baseAmount: readNumber(row, "BaseImp"),
        aliquot: readNumber(row, "Alic"),
        subtotal: readNumber(row, "Importe"),
        description: row.Desc ?? null,
      })),
      associatedVouchers: readRows(content, "CbtesAsoc.CbteAsoc", (row) => ({
        voucherType: readInteger(row, "Tipo"),
        posNumber: readInteger(row, "PtoVta"),
        voucherNumber: readInteger(row, "Nro"),
        cuit: row.Cuit ?? null,
        date: readDate(row, "CbteFch"),
      })),
      associatedPeriod: readPeriod(content),
      optionals: readRows(content, "Opcionales.Opcional", ({ Id = "", Valor = "" }) => ({ id: Id, value: Valor })),
      activities: readRows(content, "Actividades.Actividad", (row) => ({ id: readInteger(row, "Id") })),
      buyers: readRows(content, "Compradores.Comprador", (row) => ({
        docType: readInteger(row, "DocTipo"),
        docNumber: readNumber(row, "DocNro"),
        share: Number(readNumber(row, "Porcentaje")),
      })),
      others: toOthers(content),
    };
  } catch {
    return undefined;
  }
}

function readInstant(ms: number | null): string {
  if (ms === null) throw new RangeError("FchProceso is not a time");
  return new Date(ms).toISOString();
}

function readNumber(from: VoucherContent, name: string): string {
  const text = from[name] ?? "";
  if (!/^-?\d{1,18}(?:\.\d{1,6})?$/.test(text)) throw new RangeError(`${name} is not a number`);
  return new Decimal(text).toFixed();
}

function readInteger(from: VoucherContent, name: string): number {
  const text = from[name] ?? "";
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${name} is not a whole number`);
  return Number(text);
}

function readDate(from: VoucherContent, name: string): string | null {
  const text = from[name];
  if (text === undefined) return null;
  if (!isFiscalDate(text)) throw new RangeError(`${name} is not a date`);
  return text;
}

function readPeriod(content: VoucherContent): Period | null {
  const from = readDate(content, "PeriodoAsoc.FchDesde");
  const to = readDate(content, "PeriodoAsoc.FchHasta");
  if (from === null && to === null) return null;
  if (from === null || to === null) throw new RangeError("PeriodoAsoc is not whole");
  return { from, to };
}

function readYesOrNo(text: string | undefined): "S" | "N" | null {
  if (text === undefined || text === "S" || text === "N") return text ?? null;
  throw new RangeError("CanMisMonExt is neither S nor N");
}

/** The rows of a list. Their paths have the index in them: "Iva.AlicIva.0.Id". */
function readRows<Row>(content: VoucherContent, list: string, read: (row: VoucherContent) => Row): Row[] {
  const rows = new Map<string, VoucherContent>();
  for (const [path, text] of Object.entries(content)) {
    if (!path.startsWith(`${list}.`)) continue;
    const [index = "", field = ""] = path.slice(list.length + 1).split(".");
    rows.set(index, { ...rows.get(index), [field]: text });
  }
  return [...rows.values()].map(read);
}

const isCaea = ({ EmisionTipo }: VoucherContent): boolean => EmisionTipo === "CAEA";

/** The fields that the record has no place for. A field "Nuevo" with the value S becomes "Nuevo: S". */
const toOthers = (content: VoucherContent): string[] =>
  Object.entries(content)
    .filter(([path]) => !known.test(path) && !(path === "EmisionTipo" && isCaea(content)))
    .map(([path, text]) => `${path}: ${text}`)
    .sort();
