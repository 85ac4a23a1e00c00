import type { NoteOf } from "../../shared/db/issuing/credits.js";
import {
  findCreditedPerceptions,
  findPerceivedOriginals,
  type PerceivedOriginal,
} from "../../shared/db/issuing/original-perceptions.js";
import type { PerceivedCredit } from "../../shared/db/issuing/perception-excess.js";
import type { Database } from "../../shared/db/pool/database.js";
import { findSircipStandings, type SircipQuestion } from "../../shared/db/sircip/standing.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { getProvince } from "../../shared/domain/perceptions/jurisdictions.js";
import { perceiveAsOriginal } from "../../shared/domain/perceptions/original-lines.js";
import { type SaleContent, withPerceptions } from "../../shared/domain/perceptions/perceived-tributes.js";
import { perceptionRefusals } from "../../shared/domain/perceptions/perception-notes.js";
import { deliveryOf, perceive, periodOf } from "../../shared/domain/perceptions/sircip-lines.js";
import type { LawRemark } from "../../shared/domain/remarks/law-codes.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { type ApiError, businessFault } from "../http/errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { checkTotal } from "../schemas/check-issuance.js";
import type { FindStandings } from "./standing-cache.js";

/** Sale before its perceptions are computed. */
export interface UnperceivedSale extends SaleContent {
  /** Taxed net of the caller's own numbers: what moves cents afterwards moves no perception. */
  net: string;
  noteOf?: NoteOf | undefined;
}

/** Content with its perceptions. Without any it is the sale's own. */
export interface PerceivedContent extends SaleContent {
  notes: LawRemark[];
  /** The note has the lines of its original, which bound it. */
  perceived?: PerceivedCredit | undefined;
}

interface SaleRefusal {
  field: string | null;
  message: LocalizedText;
}

type PerceivedResult = PerceivedContent | { refusal: SaleRefusal };

export const explainPerceptionRefusal = ({ field, message }: SaleRefusal): ApiError =>
  field === null ? businessFault(message) : fieldFault(field, message);

/** One sale with its perceptions, where it asks for any. */
export async function perceiveSale(
  db: Database,
  scope: Tenant,
  sale: UnperceivedSale,
  find?: FindStandings,
): Promise<PerceivedResult> {
  const [result] = await perceiveSales(db, scope, [sale], find);
  if (!result) throw new Error("a sale was lost");
  return result;
}

/**
 * Sales with their perceptions, computed anew. Those by the padrón take one look-up together, and nothing is read where none asks for
 * any. Source: api/README.md, "Perceptions".
 */
export async function perceiveSales(
  db: Database,
  scope: Tenant,
  sales: readonly UnperceivedSale[],
  find: FindStandings = findSircipStandings,
): Promise<PerceivedResult[]> {
  const bySircip = sales.filter(({ body }) => body.perceptions === "sircip");
  const standings = bySircip.length === 0 ? [] : await find(db, scope.companyId, bySircip.map(toQuestion));
  const standingOf = new Map(bySircip.map((sale, at) => [sale, standings[at]]));
  const results: PerceivedResult[] = [];
  for (const sale of sales) {
    const standing = standingOf.get(sale);
    if (standing) results.push(complete(sale, perceive(sale.body, sale.net, standing)));
    else if (sale.body.perceptions === "original") results.push(await perceiveNote(db, scope, sale));
    else results.push(creditWhole(sale));
  }
  return results;
}

function toQuestion({ body }: UnperceivedSale): SircipQuestion {
  const stateId = deliveryOf(body) ?? 0;
  const { jurisdiction } = getProvince(stateId);
  return { period: periodOf(body.voucherDate), cuit: body.customer.docNumber.trim(), stateId, jurisdiction };
}

/** A full credit has the original's perceptions as they were, and its tributes already. */
function creditWhole({ body, amounts, noteOf }: UnperceivedSale): PerceivedContent {
  const perceptions = noteOf?.isFull ? noteOf.original.payload.perceptions : undefined;
  return perceptions
    ? { body: { ...body, computedPerceptions: perceptions }, amounts, notes: [] }
    : { body, amounts, notes: [] };
}

async function perceiveNote(db: Database, scope: Tenant, sale: UnperceivedSale): Promise<PerceivedResult> {
  const { body, net, noteOf } = sale;
  const original = noteOf ? ofNote(noteOf) : await findOnly(db, scope, body);
  if (!original) return { refusal: perceptionRefusals.noOriginal };
  const note = { net, currency: body.currency.id, quotation: body.currency.quotation };
  const credits = (await findCreditedPerceptions(db, scope, original, body.idempotency)) ?? [];
  const perceived = perceiveAsOriginal(original, credits, { ...note, before: body.tributes.length });
  const completed = complete(sale, perceived);
  return "refusal" in completed
    ? completed
    : { ...completed, perceived: { original, idempotency: body.idempotency, ...note } };
}

function ofNote({ original }: NoteOf): PerceivedOriginal | undefined {
  const { id, cuit, voucherType, posNumber, voucherNumber, currency, payload } = original;
  const { perceptions } = payload;
  return (
    perceptions && {
      ...{ id, cuit, voucherType, posNumber, voucherNumber, perceptions },
      ...{ currency: currency.id, quotation: currency.quotation },
    }
  );
}

/** Undefined when several of the vouchers that it names have perceptions, too: nobody can say whose lines are meant. */
async function findOnly(db: Database, scope: Tenant, body: IssuanceRequest): Promise<PerceivedOriginal | undefined> {
  const [only, ...others] = await findPerceivedOriginals(db, scope, body.associatedVouchers);
  return others.length === 0 ? only : undefined;
}

function complete(
  sale: UnperceivedSale,
  perceived: ReturnType<typeof perceive>,
): PerceivedContent | { refusal: SaleRefusal } {
  if ("refusal" in perceived) return perceived;
  const content = withPerceptions(sale, perceived);
  const checked = checkTotal(content.body, content.amounts);
  if (checked.ok) return { ...content, notes: perceived.notes };
  const [fault] = checked.faults;
  return { refusal: { field: "items", message: fault?.message ?? perceptionRefusals.noOriginal.message } };
}
