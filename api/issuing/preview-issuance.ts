import type { Caller } from "../../shared/db/company/caller.js";
import { findIssuanceByKey, type IssuanceView } from "../../shared/db/issuing/issuances.js";
import { getIssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { findLastDate } from "../../shared/db/issuing/sequences.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { withDefaults } from "../../shared/domain/further-data.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { whyOfLine } from "../../shared/domain/perceptions/perception-words.js";
import type { PerceptionLine, Perceptions } from "../../shared/domain/perceptions.js";
import { hasQuotaLeft } from "../../shared/domain/quota.js";
import { lineWithName, nameOfVoucher, typeName, voucherWithName } from "../../shared/domain/spanish.js";
import { findRefusal, type Handling, ignore } from "../http/handling.js";
import { inTurns } from "../parsing/in-turns.js";
import { foreseeCreditExcess } from "./credit-exceeds.js";
import type { IssuingDeps } from "./deps.js";
import { type Eligibility, lackOfCertificate, onlyStandsIn } from "./eligibility.js";
import { foreseeContent, foreseeingRounding, type Remark } from "./foresee.js";
import { foreseeLaw } from "./foresee-law.js";
import { type IssuingRequest, isOfSequence, isOpen } from "./issuing-request.js";
import { findCreditInvoiceNeed } from "./must-be-credit-invoice.js";
import { perceiveSale } from "./perceive-sale.js";
import { findUndefinedKeys } from "./undefined-keys.js";

export interface IssuancePreview {
  totals: Record<string, string>;
  vat: Amounts["vatRows"];
  /** Null where nobody asks for any. */
  perceptions: PreviewedPerceptions | null;
  /** The reasons why it would fail, and what issuing it would rule out for others. */
  problems: Remark[];
  /** Remarks on what would happen otherwise than a caller may expect, although nothing fails. */
  notes: Remark[];
}

interface PreviewedPerceptions extends Omit<Perceptions, "lines"> {
  lines: (PerceptionLine & { why: LocalizedText })[];
}

interface PreviewRequest extends Pick<IssuingRequest, "body" | "amounts" | "noteOf"> {
  requestId: string;
}

/**
 * Computes the amounts that would be issued, and the reasons why an issuance would fail. Records, sends and consumes nothing.
 * @throws ApiError 400 for undefined keys of additionalData when handling is strict
 */
export async function previewIssuance(
  deps: IssuingDeps,
  caller: Caller,
  handling: Handling,
  { noteOf, requestId, ...sale }: PreviewRequest,
): Promise<IssuancePreview> {
  const { companyId, production } = caller;
  const perceived = await perceiveSale(deps.issuing.of(caller), caller, { ...sale, net: sale.amounts.net, noteOf });
  const { body, amounts: literal } = "refusal" in perceived ? sale : perceived;
  const { posNumber, voucherType } = body;
  const rounded = await inTurns(foreseeingRounding(caller.vatRounding, { body, amounts: literal }));
  const { amounts } = rounded;
  const day = argentineDay(deps.now());
  const db = deps.reading.of(caller);
  const [issuer, lastDate, standing, need, excess, remarksOf] = await Promise.all([
    getIssuingProfile(db, companyId, production),
    findLastDate(db, { companyId, production, posNumber, voucherType }),
    deps.eligibility.read(caller, body),
    findCreditInvoiceNeed(deps, caller, requestId, body, amounts),
    foreseeCreditExcess(deps, { caller, noteOf, body, amounts: literal }),
    foreseeLaw(db, caller, [body]),
  ]);
  ignore(handling, findUndefinedKeys(body, standing));
  const refusal = findRefusal(handling);
  if (refusal) throw refusal;

  const existing = standing.knowsKey ? await findIssuanceByKey(db, caller, body.idempotency) : undefined;
  const ofKey = existing && remarkOnKey(existing, body);
  const today = toFiscalDate(day);
  const completed = withDefaults(body, standing.defaults);
  const subject = { body: completed, amounts, issuer, today, lastDate, ruleMoves: issuer.ruleMoves };
  const foreseen = foreseeContent(subject, rounded);
  const { net, vat, exempt, notTaxable, tributes, total, vatRows } = amounts;
  return {
    totals: { net, vat, exempt, notTaxable, tributes, total },
    vat: vatRows,
    perceptions: body.computedPerceptions ? explainPerceptions(body.computedPerceptions) : null,
    problems: [
      ...(ofKey?.problems ?? []),
      ...findOwnProblems(standing),
      ...("refusal" in perceived ? [{ ...perceived.refusal, code: "VALIDATION_ERROR" }] : []),
      ...(excess === undefined ? [] : [{ field: null, code: "VALIDATION_ERROR", message: excess.said }]),
      ...(need === undefined ? [] : [{ field: "voucherType", code: "FCE_REQUIRED", message: need }]),
      ...foreseen.problems,
    ],
    notes: [
      ...(ofKey?.notes ?? []),
      ...foreseen.notes,
      ...("notes" in perceived ? perceived.notes : []),
      ...remarksOf(body),
    ],
  };
}

const explainPerceptions = (perceptions: Perceptions): PreviewedPerceptions => ({
  ...perceptions,
  lines: perceptions.lines.map((line) => ({ ...line, why: whyOfLine(perceptions, line) })),
});

/** The key is taken: by a voucher, which answers the request, or by another request. A key that made no voucher is free. */
export function remarkOnKey(
  existing: IssuanceView,
  body: IssuanceRequest,
): Partial<Pick<IssuancePreview, "problems" | "notes">> {
  const { voucher } = existing;
  const remark = (code: string, message: LocalizedText): Remark => ({ field: "idempotency", code, message });
  if (voucher && !isOfSequence(existing, body))
    return {
      problems: [
        remark("VALIDATION_ERROR", {
          en: `already belongs to voucher ${nameOf(voucher)}`,
          es: `Con esta clave ya se emitió ${voucherWithName(voucher)}: para emitir otro, usá una clave nueva.`,
          app: `Con este formulario ya se emitió ${nameOfVoucher(voucher)}: para emitir otro, empezá uno nuevo.`,
        }),
      ],
    };
  if (voucher)
    return {
      notes: [
        remark("IDEMPOTENCY_HIT", {
          en: `already belongs to voucher ${nameOf(voucher)}, which is answered; nothing is issued`,
          es: `Con esta clave ya se emitió ${voucherWithName(voucher)}: se responde con ese, y no se emite nada más.`,
          app: `Con este formulario ya se emitió ${nameOfVoucher(voucher)}: no se emite nada más.`,
        }),
      ],
    };
  if (!isOpen(existing)) return {};
  const { posNumber, voucherType } = existing;
  return {
    notes: [
      remark("IDEMPOTENCY_IN_USE", {
        en: `is in use: another request issues with it on point of sale ${posNumber} and type ${voucherType}`,
        es: `Con esta clave ya se está emitiendo otro pedido, para ${lineWithName(existing)}: esperá unos segundos.`,
        app: `Este formulario ya se está emitiendo (${typeName(voucherType)}, punto de venta ${posNumber}): esperá unos segundos.`,
      }),
    ],
  };
}

const nameOf = ({ posNumber, voucherType, voucherNumber }: NonNullable<IssuanceView["voucher"]>) =>
  `${posNumber}-${voucherType}-${voucherNumber}`;

/** The reasons for which this service would refuse, before it asks the authority. */
function findOwnProblems(standing: Eligibility): Remark[] {
  const { subscription, usage, today, posNumber, posEnabled, posAuthorization, hasCertificate, isDelegated, expired } =
    standing;
  const isPaid = subscription !== null && subscription.until >= today;
  const isUsedUp = usage !== null && !hasQuotaLeft(usage);

  const problems: Remark[] = [];
  const add = (field: string | null, code: string, message: LocalizedText) => problems.push({ field, code, message });
  if (!isPaid) problems.push(lapsed);
  if (posEnabled === null) add("posNumber", "VALIDATION_ERROR", said.unknownPoint);
  if (posAuthorization === "CAEA") add("posNumber", "VALIDATION_ERROR", onlyStandsIn(posNumber));
  if (posEnabled === false) add("posNumber", "VALIDATION_ERROR", said.disabledPoint);
  if (expired) add(null, "VALIDATION_ERROR", lackOfCertificate(standing));
  else if (!hasCertificate)
    add(null, "VALIDATION_ERROR", isDelegated ? said.noOperatorCertificate : said.noCertificate);
  if (isUsedUp) problems.push(usedUp);
  return problems;
}

export const usedUp: Remark = {
  field: null,
  code: "SUBSCRIPTION_QUOTA_EXCEEDED",
  message: {
    en: "the month's vouchers are used up",
    es: "Se usaron los comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve.",
  },
};

export const lapsed: Remark = {
  field: null,
  code: "SUBSCRIPTION_EXPIRED",
  message: { en: "the subscription has expired", es: "La suscripción venció: renovala para volver a emitir." },
};

const said = {
  unknownPoint: {
    en: "does not exist in this environment",
    es: "No existe en este ambiente: agregalo en Puntos de venta antes de emitir.",
  },
  disabledPoint: {
    en: "is disabled",
    es: "Está deshabilitado: habilitalo en Puntos de venta antes de emitir.",
  },
  noOperatorCertificate: {
    en: "the operator of this service has no active tax-authority certificate in this environment: tell the operator",
    es: "Quien opera el servicio no tiene un certificado de ARCA activo en este ambiente: avisale.",
  },
  noCertificate: {
    en: "the company has no active tax-authority certificate in this environment",
    es: "No hay un certificado de ARCA activo en este ambiente: instalá uno en Certificados antes de emitir.",
  },
};
