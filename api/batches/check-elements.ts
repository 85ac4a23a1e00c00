import type { IssuingPoint } from "../../shared/db/company/issuing-state.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { FurtherDefaults } from "../../shared/domain/further-data.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { PlacedFault } from "../http/errors.js";
import { type FieldPath, writeField } from "../http/field.js";
import { type Handling, type IgnoredInput, ignore } from "../http/handling.js";
import { disabledPoint, onlyStandsIn, unknownPoint } from "../issuing/eligibility.js";
import type { PerceivedContent } from "../issuing/perceive-sale.js";
import { findUndefinedKeys } from "../issuing/undefined-keys.js";
import { addFault } from "../parsing/fault-list.js";
import type { SentBatch } from "../parsing/sent-batch.js";
import { createYielder } from "../parsing/yielder.js";
import { type Issuer, selectFce } from "../schemas/asked-fce.js";
import { checkIssuance } from "../schemas/check-issuance.js";
import { issuanceRequestShape } from "../schemas/issuance-request.js";
import { findOddRates } from "../schemas/odd-rates.js";
import { findUnknownProperties } from "../schemas/unknown-properties.js";

/** An element that may be issued. */
export interface CheckedElement {
  /** Index of the element in the batch, from 0. */
  index: number;
  body: IssuanceRequest;
  amounts: Amounts;
  /** Optional fields and activities that its point of sale adds. */
  defaults: FurtherDefaults;
}

/** An element with its perceptions, and what is said of them. */
export interface PerceivedElement extends CheckedElement {
  content: PerceivedContent;
}

/** Finds the optional fields and activities of a body that no table has. */
export type FindUnlisted = (body: unknown) => IgnoredInput[];

/** The most that POST invoices takes, so that no element keeps the process for longer than a request of its own would. */
const maxElementChars = 1_048_576;

/**
 * Checks every element as POST invoices checks its body, and against the points of sale. What is ignored of them is said.
 * Other requests go on in between.
 * @param points those that the elements name, by number
 * @returns the faults of all, and the elements without any, with their places in the batch
 */
export async function checkElements(
  sent: SentBatch,
  points: ReadonlyMap<number, IssuingPoint>,
  issuer: Issuer,
  handling: Handling,
  unlisted: FindUnlisted,
): Promise<{ faults: PlacedFault[]; elements: CheckedElement[] }> {
  const { invoices, placeOf } = sent;
  const faults = [...sent.faults];
  const told = new Set(faults.map(({ field }) => field && writeField(field)));
  const elements: CheckedElement[] = [];
  const firstOfKey = new Map<unknown, number>();
  const breathe = createYielder();
  ignore(handling, sent.ignored);

  for (const [index, raw] of invoices.entries()) {
    await breathe();
    const refuse = (field: FieldPath | null, message: LocalizedText): void => {
      const place = placeOf(index, field);
      const written = writeField(place);
      if (told.has(written)) return;
      told.add(written);
      addFault(faults, { field: place, message });
    };
    const before = faults.length;
    if ((JSON.stringify(raw)?.length ?? 0) > maxElementChars) {
      refuse(null, tooLarge);
      continue;
    }
    const { body, ignored } = selectFce(raw);
    const checked = checkIssuance(body, issuer);
    if (!checked.ok) for (const { field, message } of checked.faults) refuse(field, message);
    const { idempotency, posNumber } = Object(raw) as { idempotency?: unknown; posNumber?: unknown };
    const point = isPosNumber(posNumber) ? points.get(posNumber) : undefined;
    if (isPosNumber(posNumber) && !point) refuse("posNumber", unknownPoint(posNumber));
    else if (point?.authorization === "CAEA") refuse("posNumber", onlyStandsIn(Number(posNumber)));
    else if (point && !point.enabled) refuse("posNumber", disabledPoint(Number(posNumber)));
    const first = firstOfKey.get(idempotency);
    if (first !== undefined)
      refuse(
        "idempotency",
        keyOf(writeField(placeOf(first, null)), sent.lineOf?.(first) ?? first + 1, sent.lineOf !== undefined),
      );
    else if (typeof idempotency === "string") firstOfKey.set(idempotency, index);

    const placed = function* (found: Iterable<IgnoredInput>) {
      for (const { field, message } of found) yield { field: placeOf(index, field), message };
    };
    ignore(
      handling,
      placed([
        ...ignored,
        ...findOddRates(body),
        ...unlisted(body),
        ...findUnknownProperties(issuanceRequestShape, body),
      ]),
    );
    if (checked.ok && point) ignore(handling, placed(findUndefinedKeys(checked.body, point)));
    if (checked.ok && point && faults.length === before)
      elements.push({ index, body: checked.body, amounts: checked.amounts, defaults: point });
  }
  return { faults, elements };
}

const tooLarge: LocalizedText = {
  en: "is larger than 1 MB, the most that one issuance may be",
  es: "El comprobante ocupa más de 1 MB: acortalo.",
};

/** @param at the line of a file, or the place in a list, from 1 */
const keyOf = (place: string, at: number, isLine: boolean): LocalizedText => ({
  en: `is the key of ${place} as well: each voucher needs its own`,
  es: `La clave es la misma que la de ${isLine ? "la línea" : "el comprobante"} ${at}: cada comprobante lleva la suya.`,
});

const isPosNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 99_999;

/** The points of sale that the elements name. */
export const posNumbersOf = ({ invoices }: SentBatch): number[] => [
  ...new Set(invoices.map((raw) => (Object(raw) as { posNumber?: unknown }).posNumber).filter(isPosNumber)),
];
