import { cuitType } from "../document-type.js";
import type { IssuanceRequest } from "../issuance-request.js";
import type { PerceptionRecord, PerceptionRefusal, SircipAgent } from "../perceptions.js";
import { receiverConditionOf } from "../predictions/receiver-condition.js";
import { type PerceivedSale, perceptionType, toLine, writeTributes } from "./perceived-tributes.js";
import { perceptionNotes, perceptionRefusals } from "./perception-notes.js";
import { type Adhesion, meaningOf, recordsOfAbsent } from "./province-digit.js";
import { ratesOn } from "./sircip-rates.js";

/** State of SIRCIP for one sale: the company, the padrón of its month, the province of delivery. */
export interface SircipStanding {
  /** Null: the company is no agent. */
  agent: Pick<SircipAgent, "from" | "ownPerceptions"> | null;
  /** The receiver gave a certificate of exclusion. */
  isExempt: boolean;
  hasPeriod: boolean;
  /** Receiver's row. Null: it is not in the padrón of that month. */
  entry: { letter: string; digit: number; crc: number } | null;
  /** Day on which the province begins, `YYYYMMDD`. Null: it has none. */
  begins: string | null;
  /** Adhesion of the province by the digits of the newest padrón. */
  adhesion: Adhesion;
}

export const periodOf = (voucherDate: string): string => voucherDate.slice(0, 6);

/** Province of delivery of a body that was checked: it has one, or its receiver has. */
export const deliveryOf = ({ deliveryStateId, customer }: IssuanceRequest): number | null =>
  deliveryStateId ?? customer.stateId;

/**
 * Perceptions of SIRCIP on a sale. Source: api/README.md, "Perceptions"; issuer/authority/README.md, section 19.
 * @param net the taxed net, of the caller's own numbers
 */
export function perceive(
  body: IssuanceRequest,
  net: string,
  standing: SircipStanding,
): PerceivedSale | { refusal: PerceptionRefusal } {
  const { agent, isExempt, hasPeriod, entry, begins, adhesion } = standing;
  const stateId = deliveryOf(body);
  if (!agent) return { refusal: perceptionRefusals.noAgent };
  if (body.voucherDate < agent.from) return { refusal: perceptionRefusals.beforeAgent(agent.from) };
  if (stateId === null) throw new RangeError("a sale with perceptions is delivered in a province");
  const period = periodOf(body.voucherDate);
  const notes = body.deliveryStateId === undefined ? [perceptionNotes.delivery(stateId)] : [];
  const place = { regime: "sircip", period, deliveryStateId: stateId } as const;
  if (!isPerceived(body) || isExempt)
    return { perceptions: { ...place, letter: null, digit: null, crc: null, lines: [] }, tributes: [], notes };
  if (!hasPeriod) return { refusal: perceptionRefusals.noPeriod(period) };

  const meaning = entry && meaningOf(entry.digit);
  if (entry && !meaning) return { refusal: perceptionRefusals.unknownDigit(entry.digit, period, stateId) };
  const hasBegun = begins !== null && begins <= body.voucherDate;
  const isDue = meaning?.adhered === false || hasBegun;
  const given = body.tributes.findIndex(({ type }) => type === perceptionType);
  if (meaning?.own && given < 0) {
    if (agent.ownPerceptions.includes(stateId)) return { refusal: perceptionRefusals.ownMissing(stateId) };
    notes.push(perceptionNotes.own(stateId));
  }
  if (!isDue && adhesion !== "not adhered") notes.push(perceptionNotes.notYet(stateId));
  if (hasBegun && given >= 0) notes.push(perceptionNotes.twice(given, stateId));

  const due = meaning?.records ?? recordsOfAbsent;
  const records = entry?.letter === "A" ? ofLetterA(isDue ? due : []) : isDue ? due : [];
  const lines = records.map((record) => toLine(record, net, rateOf(record, entry?.letter, body.voucherDate)));
  const { letter = null, digit = null, crc = null } = entry ?? {};
  const written = writeTributes(lines, stateId, body.tributes.length);
  return { perceptions: { ...place, letter, digit, crc, lines: written.lines }, tributes: written.tributes, notes };
}

/** Letter A has the rate 0: in place of its perception it has an informative record, wherever it is delivered. */
const ofLetterA = (due: readonly PerceptionRecord[]): PerceptionRecord[] => [
  2,
  ...due.filter((record) => record !== 1),
];

function rateOf(record: PerceptionRecord, letter: string | undefined, day: string): string {
  const rates = ratesOn(day);
  if (record === 4) return rates.notRegistered;
  if (record === 5) return rates.surcharge;
  return rates.letters[letter ?? ""] ?? "0";
}

/** VAT conditions of receivers who may be subjects of the gross income tax. Source: issuer/authority/README.md, section 19.4. */
const conditions: readonly number[] = [1, 4, 6, 13, 15, 16];

/** First digits of the CUITs that stand for a country: a person, another entity, a company there. */
const ofCountries: readonly string[] = ["500", "516", "550"];

/** Whether SIRCIP looks at the receiver at all: nothing is added for any other. */
function isPerceived(body: IssuanceRequest): boolean {
  const { docType, docNumber } = body.customer;
  return (
    docType === cuitType &&
    conditions.includes(receiverConditionOf(body).condition) &&
    !ofCountries.some((digits) => docNumber.trim().startsWith(digits))
  );
}
