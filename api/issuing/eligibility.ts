import type { IssuingPoint, IssuingState } from "../../shared/db/company/issuing-state.js";
import type { PosAuthorization } from "../../shared/db/company/points-of-sale.js";
import type { FurtherDefaults } from "../../shared/domain/further-data.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { hasQuotaLeft, toQuota, type Usage } from "../../shared/domain/quota.js";
import { decimal, fiscalDate } from "../../shared/domain/spanish.js";
import { ApiError, businessFault } from "../http/errors.js";
import { subscriptionExpired } from "../http/refusals.js";
import { fieldFault } from "../schemas/check-body.js";
import { expiredCertificate, noOperatorCertificate } from "../taxauth/authority-suggestions.js";

/** A snapshot of everything in our database that can block an issuance at a point of sale. */
export interface Eligibility extends Omit<IssuingState, "points"> {
  /** The Argentine day, `YYYY-MM-DD`. */
  today: string;
  posNumber: number;
  /** Null, as the two below: no such point of sale. */
  posEnabled: boolean | null;
  posAuthorization: PosAuthorization | null;
  additionalDataKeys: IssuingPoint["additionalDataKeys"] | null;
  /** Defaults that it adds to its invoices. */
  defaults: FurtherDefaults | null;
}

export function eligibilityAt({ points, ...state }: IssuingState, today: string, posNumber: number): Eligibility {
  const point = points.get(posNumber);
  const { enabled = null, authorization = null, additionalDataKeys = null } = point ?? {};
  const known = { posEnabled: enabled, posAuthorization: authorization, additionalDataKeys, defaults: point ?? null };
  return { ...state, today, posNumber, ...known };
}

/**
 * The first check that fails, in this order.
 * @param refusal the 400 for what the body and the point of sale together show
 * Source: api/README.md, "Order of the checks of POST invoices".
 */
export function findObstacle(standing: Eligibility, refusal?: ApiError): ApiError | undefined {
  const { subscription, usage, today, posNumber, posEnabled, posAuthorization, hasCertificate } = standing;
  if (!subscription || !usage || subscription.until < today) return subscriptionExpired();
  if (posEnabled === null) return businessFault(asSentence(unknownPoint(posNumber)));
  if (posAuthorization === "CAEA") return fieldFault("posNumber", withPoint(onlyStandsIn(posNumber)));
  if (!posEnabled) return businessFault(asSentence(disabledPoint(posNumber)));
  if (!hasCertificate) return businessFault(lackOfCertificate(standing));
  if (refusal) return refusal;
  return hasQuotaLeft(usage) ? undefined : quotaExceeded(usage);
}

export const unknownPoint = (posNumber: number): LocalizedText => ({
  en: `point of sale ${posNumber} does not exist in this environment; add it before issuing`,
  es: `El punto de venta ${posNumber} no existe en este ambiente: agregalo en Puntos de venta antes de emitir.`,
});

export const disabledPoint = (posNumber: number): LocalizedText => ({
  en: `point of sale ${posNumber} is disabled; enable it before issuing`,
  es: `El punto de venta ${posNumber} está deshabilitado: habilitalo en Puntos de venta antes de emitir.`,
});

/** Why nothing is issued there directly. Source: api/README.md, "Contingencies". */
export const onlyStandsIn = (posNumber: number): LocalizedText => ({
  en: `point of sale ${posNumber} is one of CAEA: vouchers get there by substitution, in a contingency. Issue at the point of sale that it stands in for`,
  es: `El punto de venta ${posNumber} es de CAEA y solo reemplaza a otro en una contingencia: emití en el punto de venta al que reemplaza.`,
});

/** Turns English words that follow a field into a sentence of their own. */
export const asSentence = ({ en, ...others }: LocalizedText): LocalizedText =>
  withPoint({ en: en.charAt(0).toUpperCase() + en.slice(1), ...others });

const withPoint = ({ en, ...others }: LocalizedText): LocalizedText => ({ en: `${en}.`, ...others });

/** Refusal for lack of a certificate. Who installs one depends on whose acts for the company. An expired one is told as in its status. */
export function lackOfCertificate({
  isDelegated,
  expired,
}: Pick<IssuingState, "isDelegated" | "expired">): LocalizedText {
  if (expired) return expiredCertificate(`it expired on ${expired.on}`, isDelegated ? expired.alias : undefined);
  return isDelegated ? noOperatorCertificate : noOwnCertificate;
}

const noOwnCertificate: LocalizedText = {
  en: "The company has no active tax-authority certificate in this environment; install one before issuing.",
  es: "No hay un certificado de ARCA activo en este ambiente: instalá uno en Certificados antes de emitir.",
};

export function quotaExceeded(usage: Usage): ApiError {
  const { granted, used, remaining, periodEnd } = toQuota(usage);
  const details = { quota: { granted, used, remaining, periodEnd } };
  return new ApiError(
    429,
    {
      en: `The month's ${granted} vouchers are used up; the quota renews on ${periodEnd}.`,
      es: `Se usaron los ${decimal(granted)} comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve el ${fiscalDate(periodEnd)}.`,
    },
    { code: "SUBSCRIPTION_QUOTA_EXCEEDED", details },
  );
}
