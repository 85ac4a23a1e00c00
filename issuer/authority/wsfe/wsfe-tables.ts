import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { isFiscalDate } from "../../../shared/domain/calendar.js";
import type { ListedPoint } from "../../../shared/domain/listed-point.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { issuanceService } from "../services.js";
import { isDown } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { nothingFoundCode } from "./authority-codes.js";
import type { AuthorityOptions } from "./client.js";
import { type QueryOutcome, queryWsfe } from "./wsfe-query.js";

/** The authority's tables by our name: the operation, and the element of a row. */
const operations = {
  "voucher-types": ["FEParamGetTiposCbte", "CbteTipo"],
  "document-types": ["FEParamGetTiposDoc", "DocTipo"],
  "vat-rates": ["FEParamGetTiposIva", "IvaTipo"],
  "tax-conditions": ["FEParamGetCondicionIvaReceptor", "CondicionIvaReceptor"],
  currencies: ["FEParamGetTiposMonedas", "Moneda"],
  tributes: ["FEParamGetTiposTributos", "TributoTipo"],
  concepts: ["FEParamGetTiposConcepto", "ConceptoTipo"],
  optionals: ["FEParamGetTiposOpcional", "OpcionalTipo"],
  // The company's own. Unlike in all other tables the name is a plural.
  activities: ["FEParamGetActividades", "ActividadesTipo"],
} as const;

export type TableName = keyof typeof operations;

interface TableRow {
  id: string;
  description: string;
}

export type TableOutcome = { outcome: "table"; rows: TableRow[] } | TicketUnavailability;

/** A code table without its expired rows. Never rejects. @param today `YYYYMMDD` in Argentina */
export async function readTable(
  authority: AuthorityOptions,
  credentials: Credentials,
  name: TableName,
  today: string,
): Promise<TableOutcome> {
  const [operation, item] = operations[name];
  const answer = await queryWsfe(authority, credentials, operation);
  if (answer.outcome !== "answer") return orDown(answer);
  const rows = rowsOf(answer.result, item).flatMap((row): TableRow[] => {
    const id = findText(row, "Id");
    const until = findText(row, "FchHasta") ?? "";
    const isOver = isFiscalDate(until) && until < today;
    return id && !isOver ? [{ id, description: findText(row, "Desc") ?? "" }] : [];
  });
  // None of the authority's tables is empty, so an empty answer is an error.
  return rows.length > 0 ? { outcome: "table", rows } : isDown(issuanceService, `${operation} gave no rows`);
}

export type QuotationOutcome =
  | { outcome: "quotation"; quotation: number; date: string }
  | { outcome: "absent" }
  | TicketUnavailability;

/** The official quotation of `date`, or of the last business day. Source: issuer/authority/README.md, section 2.5. */
export async function readQuotation(
  authority: AuthorityOptions,
  credentials: Credentials,
  currency: string,
  date: string | null,
): Promise<QuotationOutcome> {
  const answer = await queryWsfe(authority, credentials, "FEParamGetCotizacion", [
    ["MonId", currency],
    ...(date === null ? [] : [["FchCotiz", date] as const]),
  ]);
  if (answer.outcome === "refused" && answer.reasons.every(isAbout(nothingFoundCode, 12000)))
    return { outcome: "absent" };
  if (answer.outcome !== "answer") return orDown(answer);
  const found = findElement(answer.result, "ResultGet");
  const quotation = Number(findText(found, "MonCotiz"));
  const quotedOn = findText(found, "FchCotiz") ?? "";
  if (findText(found, "MonId") !== currency || !(quotation > 0) || !isFiscalDate(quotedOn))
    return isDown(issuanceService, "the quotation cannot be read");
  return { outcome: "quotation", quotation, date: quotedOn };
}

export type PointsOfSaleOutcome =
  | { outcome: "pointsOfSale"; listed: ListedPoint[] }
  /** The list is empty. That proves nothing: points of sale that can issue are often missing from it. */
  | { outcome: "absent" }
  | TicketUnavailability;

/** The company's points of sale at the authority. Source: issuer/authority/README.md, section 2.5. */
export async function readPointsOfSale(
  authority: AuthorityOptions,
  credentials: Credentials,
): Promise<PointsOfSaleOutcome> {
  const answer = await queryWsfe(authority, credentials, "FEParamGetPtosVenta");
  if (answer.outcome === "refused" && answer.reasons.every(isAbout(nothingFoundCode))) return { outcome: "absent" };
  if (answer.outcome !== "answer") return orDown(answer);
  const rows = rowsOf(answer.result, "PtoVenta");
  if (rows.length === 0) return { outcome: "absent" };
  const listed = rows.flatMap((row) => {
    const number = findInteger(row, "Nro");
    const closedOn = findText(row, "FchBaja") ?? "";
    return number === undefined
      ? []
      : [
          {
            number,
            kind: findText(row, "EmisionTipo") ?? "",
            isBlocked: findText(row, "Bloqueado") === "S",
            closedOn: isFiscalDate(closedOn) ? closedOn : null,
          },
        ];
  });
  return { outcome: "pointsOfSale", listed };
}

const rowsOf = (result: XmlElement, item: string): readonly XmlElement[] =>
  findElement(result, "ResultGet")?.children.get(item) ?? [];

const isAbout =
  (...codes: number[]) =>
  ({ code }: AuthorityMessage) =>
    codes.includes(code);

/** Turns an answer without a result into "unavailable". */
function orDown(answer: Exclude<QueryOutcome, { outcome: "answer" }>): TicketUnavailability {
  if (answer.outcome === "unavailable") return answer;
  return isDown(issuanceService, answer.reasons.map(({ code, msg }) => `(${code}) ${msg}`).join("; "));
}
