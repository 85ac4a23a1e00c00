import { type Amounts, computingAmounts, type VatRounding } from "../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { inOne, type LocalizedText } from "../../shared/domain/localized-text.js";
import { predictProblems } from "../../shared/domain/predictions/predict-problems.js";
import { predictRemarks } from "../../shared/domain/predictions/predict-remarks.js";
import type { PredictionSubject } from "../../shared/domain/predictions/problem.js";
import { fiscalDate } from "../../shared/domain/spanish.js";
import { atOnce, type Steps } from "../../shared/domain/steps.js";
import { findVatBreaches, type VatBreach } from "../../shared/domain/tolerance.js";
import { explainBreach, handlingOf } from "./vat-rounding.js";

/** Remark on an issuance: `code` is the authority's number, or a word of ours. */
export interface Remark {
  field: string | null;
  code: number | string;
  message: LocalizedText;
}

/** The amounts that would be declared, and what the authority would say of their VAT. */
export interface RoundedAmounts {
  amounts: Amounts;
  /** The authority's own split is sent in place of a refused one. */
  isCured: boolean;
  remarks: Remark[];
}

interface Literal {
  body: IssuanceRequest;
  amounts: Amounts;
}

export const foreseeRounding = (vatRounding: VatRounding, literal: Literal): RoundedAmounts =>
  atOnce(foreseeingRounding(vatRounding, literal));

/** Foresees the rounding in steps: a voucher may have a thousand lines. */
export function* foreseeingRounding(vatRounding: VatRounding, { body, amounts }: Literal): Steps<RoundedAmounts> {
  const breaches = findVatBreaches(amounts, body.voucherType);
  const split = breaches.length > 0 && vatRounding !== "line" ? yield* computingAmounts(body, "authority") : amounts;
  const isCured = split !== amounts && findVatBreaches(split, body.voucherType).length === 0;
  return {
    amounts: isCured ? split : amounts,
    isCured,
    remarks: breaches.map((breach) => toRemark(breach, vatRounding)),
  };
}

/** Foresees what the authority would refuse, what issuing would rule out for others, and what it would remark on. */
export function foreseeContent(
  subject: PredictionSubject,
  { isCured, remarks }: RoundedAmounts,
): { problems: Remark[]; notes: Remark[] } {
  const { body, today, amounts } = subject;
  return {
    problems: [
      ...predictProblems(subject),
      ...(body.voucherDate > today ? [closesNumbering(body.voucherDate)] : []),
      // Of no VAT at all the predictions have their own.
      ...(isCured ? [] : remarks.filter(({ code }) => code !== 10018)),
    ],
    notes: [
      ...predictRemarks(subject),
      ...(isCured ? remarks : []),
      ...(Number(amounts.total) === 0 ? [zeroTotal] : []),
    ],
  };
}

const toRemark = (breach: VatBreach, vatRounding: VatRounding): Remark => ({
  field: "items",
  code: breach.code,
  message: inOne([explainBreach(breach), handlingOf[vatRounding]]),
});

/** Whether a problem is a refusal: nothing is issued. */
export const isRefusal = ({ code }: Remark): boolean => code !== closing;

const closing = "CLOSES_NUMBERING";

/** Nothing is refused: but who dates ahead by mistake cannot issue with the days in between. */
const closesNumbering = (date: string): Remark => ({
  field: "voucherDate",
  code: closing,
  message: {
    en: `is ahead: once it is issued, nothing dated before ${date} can be issued at this point of sale and type any more`,
    es: `Es posterior a hoy: si lo emitís así, ya no vas a poder emitir nada con fecha anterior al ${fiscalDate(date)} en este punto de venta y tipo.`,
  },
});

/** Source: issuer/authority/README.md, section 4.2. */
const zeroTotal: Remark = {
  field: "items",
  code: "ZERO_TOTAL",
  message: {
    en: "the total is 0.00: the authority authorizes it all the same, and it is a voucher like any other",
    es: "El total es 0,00: ARCA lo autoriza igual, y es un comprobante como cualquier otro.",
  },
};
