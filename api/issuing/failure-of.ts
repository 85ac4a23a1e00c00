import { computeAmounts, cureAmounts } from "../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { sayObstacle } from "../../shared/domain/issuing-obstacle.js";
import { asLocalized, inOne, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";
import { predictProblems } from "../../shared/domain/predictions/predict-problems.js";
import type { PredictionSubject } from "../../shared/domain/predictions/problem.js";
import type { Usage } from "../../shared/domain/quota.js";
import { typeName } from "../../shared/domain/spanish.js";
import { findVatBreaches } from "../../shared/domain/tolerance.js";
import { ApiError, businessFault } from "../http/errors.js";
import { patienceUntilDecidedMs, retryAfter } from "../http/retry-after.js";
import { headersFor, suggestionFor } from "../taxauth/authority-suggestions.js";
import { quotaExceeded } from "./eligibility.js";
import { explainRefusal } from "./explain-refusal.js";
import type { UnconfirmedIssuance } from "./issuance-result.js";
import { adviceOnceRefused, explainBreach } from "./vat-rounding.js";

/** Context of a preview: what a voucher is judged by beside its content. */
export type PreviewContext = Pick<PredictionSubject, "issuer" | "today" | "lastDate" | "ruleMoves">;

/** Details of a failed issuance that an answer tells beside its outcome. */
interface FailureDetails {
  posNumber: number;
  voucherType: number;
  /** Null when it is not kept any more. */
  body: IssuanceRequest | null;
  /** Context of a preview. Null when it is not asked for: then a refusal is explained by its codes alone. */
  standing: PreviewContext | null;
  /** Usage of the month that it was for; null when it is not known. */
  usage: Usage | null;
  retryAfterMs?: number;
  turn?: WaitReason;
}

/**
 * Why the turn did not come: another issuance of its sequence has it, or waits for an operator; an operator must say whether the database
 * went back; or no issuer gives a sign of life.
 */
export type WaitReason = "busy" | "needsOperator" | "databaseHeld" | "nobodyServes" | "unknown";

export const isForOperator = (turn: WaitReason): boolean => turn === "needsOperator" || turn === "databaseHeld";

/** The answer for an issuance that made no voucher. Source: api/README.md, "Errors". */
export function failureOf(outcome: Exclude<NoVoucher, { code: "CANCELLED" }>, failed: FailureDetails): ApiError {
  switch (outcome.code) {
    case "TAXAUTH_ERROR":
      return rejected(outcome.reasons, failed);
    case "TAXAUTH_CONNECTION_ERROR":
      return new ApiError(502, inOne([notIssued, suggestionFor(outcome.problem)]), {
        code: outcome.code,
        headers: headersFor(outcome.problem),
      });
    case "SUBSCRIPTION_QUOTA_EXCEEDED":
      if (failed.usage) return quotaExceeded(failed.usage);
      return new ApiError(429, usedUp, { code: outcome.code });
    case "TAXAUTH_UNCONFIRMED":
      return unconfirmed();
    case "VALIDATION_ERROR":
      return businessFault(sayObstacle(outcome.obstacle));
    case "VOUCHER_LOCK_TIMEOUT": {
      const { details, headers } = retryAfter(failed.retryAfterMs ?? 0);
      return new ApiError(429, explainTurn(failed), { code: outcome.code, details, headers });
    }
  }
}

export const notIssued: LocalizedText = { en: "The voucher was not issued.", es: "El comprobante no se emitió." };

const usedUp: LocalizedText = {
  en: "The month's vouchers are used up.",
  es: "Se usaron los comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve.",
};

function explainTurn({ posNumber, voucherType, turn }: FailureDetails): LocalizedText {
  const type = typeName(voucherType);
  const line = `el punto de venta ${posNumber} y el tipo ${voucherType} (${type})`;
  if (turn === "busy")
    return {
      en: `Another issuance on point of sale ${posNumber} and type ${voucherType} is still running. The voucher was not issued; send it again with the same idempotency key.`,
      es: `Se está emitiendo otro comprobante en ${line}, y este no se emitió: volvé a enviarlo en unos segundos con la misma clave.`,
      app: `Se está emitiendo otro comprobante (${type}) en el punto de venta ${posNumber} y este no se emitió: volvé a enviarlo en unos segundos desde el mismo formulario.`,
    };
  if (turn === "needsOperator")
    return {
      en: `It is not known whether an earlier voucher on point of sale ${posNumber} and type ${voucherType} was issued, and somebody must decide it: the service's operator. This one was not issued. Once that is decided, send it again with the same idempotency key; it does not help before.`,
      es: `Todavía no se sabe si se emitió un comprobante anterior en ${line}, y lo tiene que resolver quien opera el servicio. Este no se emitió: cuando esté resuelto, volvé a enviarlo con la misma clave; antes no sirve.`,
      app: `Todavía no se sabe si se emitió un comprobante anterior (${type}, punto de venta ${posNumber}), y lo tiene que resolver quien opera el servicio. Este no se emitió: cuando esté resuelto, volvé a enviarlo desde el mismo formulario; antes no sirve.`,
    };
  if (turn === "databaseHeld") return databaseHeld;
  if (turn === "nobodyServes")
    return {
      en: `No issuer gives a sign of life, so the turn on point of sale ${posNumber} and type ${voucherType} did not come. The voucher was not issued; send it again with the same idempotency key.`,
      es: `No hay ningún emisor funcionando, así que no le llegó el turno en ${line}. El comprobante no se emitió: volvé a enviarlo más tarde con la misma clave.`,
      app: `No hay ningún emisor funcionando, así que no se emitió (${type}, punto de venta ${posNumber}): volvé a enviarlo más tarde desde el mismo formulario.`,
    };
  return {
    en: `The turn on point of sale ${posNumber} and type ${voucherType} did not come in time. The voucher was not issued; send it again with the same idempotency key.`,
    es: `No llegó a tiempo el turno en ${line}. El comprobante no se emitió: volvé a enviarlo en unos segundos con la misma clave.`,
    app: `No le llegó el turno a tiempo (${type}, punto de venta ${posNumber}) y no se emitió: volvé a enviarlo en unos segundos desde el mismo formulario.`,
  };
}

const databaseHeld: LocalizedText = {
  en: "Nothing is issued before somebody has decided whether the service's database went back: its operator. The voucher was not issued. Once that is decided, send it again with the same idempotency key; it does not help before.",
  es: "No se emite nada hasta que quien opera el servicio resuelva si su base de datos volvió atrás. El comprobante no se emitió: cuando esté resuelto, volvé a enviarlo con la misma clave; antes no sirve.",
  app: "No se emite nada hasta que quien opera el servicio resuelva si su base de datos volvió atrás. El comprobante no se emitió: cuando esté resuelto, volvé a enviarlo desde el mismo formulario; antes no sirve.",
};

/** To a person who waits for what is unconfirmed. */
export const lookLater =
  "Fijate en unos minutos en Comprobantes: volver a enviarlo desde el mismo formulario no lo duplica.";

/**
 * Unknown outcome. With a problem, nobody can look before somebody has mended it. Where an operator decides, nobody looks any more.
 * @param isHeld an operator must say first whether the database went back: it may have forgotten that this was sent
 */
export function unconfirmed({
  problem,
  needsOperator,
  isHeld,
}: Partial<Omit<UnconfirmedIssuance, "kind">> & { isHeld?: boolean } = {}): ApiError {
  if (problem) return notKnown(inOne([shutOut, suggestionFor(problem), onceMended]), headersFor(problem));
  if (needsOperator || isHeld)
    return notKnown(needsOperator ? undecided : forgotten, retryAfter(patienceUntilDecidedMs).headers);
  return notKnown(notConfirmed, retryAfter(5_000).headers);
}

/** The 409 of an outcome that is not known. */
export const notKnown = (said: LocalizedText, headers: Record<string, string>) =>
  new ApiError(409, said, { code: "TAXAUTH_UNCONFIRMED", headers });

const notConfirmed: LocalizedText = {
  en: "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
  es: "Todavía no se sabe si ARCA autorizó el comprobante: volvé a enviarlo con la misma clave, nunca con otra.",
  app: `Todavía no se sabe si ARCA autorizó el comprobante: no cargues otro. ${lookLater}`,
};

const undecided: LocalizedText = {
  en: "It could not be confirmed whether the tax authority authorized the voucher, and somebody must decide it: the service's operator. Once that is decided, send it again with the same idempotency key, never with another; it does not help before.",
  es: "No se sabe si ARCA autorizó el comprobante, y lo tiene que resolver quien opera el servicio. Cuando esté resuelto, volvé a enviarlo con la misma clave, nunca con otra; antes no sirve.",
  app: "No se sabe si ARCA autorizó el comprobante, y lo tiene que resolver quien opera el servicio: no cargues otro. Cuando esté resuelto, lo vas a ver en Comprobantes si se emitió; antes no sirve volver a enviarlo.",
};

const forgotten: LocalizedText = {
  en: "It could not be confirmed whether the tax authority authorized the voucher, and nothing is issued before somebody has decided whether the service's database went back: its operator. Once that is decided, send it again with the same idempotency key, never with another; it does not help before.",
  es: "No se sabe si ARCA autorizó el comprobante, y no se emite nada hasta que quien opera el servicio resuelva si su base de datos volvió atrás. Cuando esté resuelto, volvé a enviarlo con la misma clave, nunca con otra; antes no sirve.",
  app: "No se sabe si ARCA autorizó el comprobante, y no se emite nada hasta que quien opera el servicio resuelva si su base de datos volvió atrás: no cargues otro. Cuando esté resuelto, volvé a enviarlo desde el mismo formulario, que no lo duplica; antes no sirve.",
};

const shutOut: LocalizedText = {
  en: "It could not be confirmed whether the tax authority authorized the voucher, because it does not let the company in.",
  es: "Todavía no se sabe si ARCA autorizó el comprobante, porque no deja entrar a la empresa.",
  app: "Todavía no se sabe si ARCA autorizó el comprobante, porque no deja entrar a la empresa: no cargues otro.",
};

const onceMended: LocalizedText = {
  en: "Once that is mended, send it again with the same idempotency key, never with another. Before, it does not help.",
  es: "Cuando esté resuelto, volvé a enviarlo con la misma clave, nunca con otra. Antes no sirve.",
  app: "Cuando esté resuelto, volvé a enviarlo desde el mismo formulario, que no lo duplica. Antes no sirve.",
};

/** The authority's own messages, and what can be done: what a preview says of these codes, or what is known of them. */
function rejected(reasons: AuthorityMessage[], { body, standing }: FailureDetails): ApiError {
  const refused = reasons.map(({ code, msg }) => asLocalized(`(${code}) ${msg}`));
  const amounts = body && computeAmounts(body);
  const problems = body && amounts && standing ? predictProblems({ body, amounts, ...standing }) : [];
  const foreseen = body && amounts ? findVatBreaches(amounts, body.voucherType) : [];
  const breaches = foreseen.filter((breach) => reasons.some(({ code }) => code === breach.code));
  // Of no VAT at all a preview has its own words.
  const far = breaches.filter(({ code }) => code === toleranceCode);
  const ofRounding = [
    ...far.map(explainBreach),
    ...(body && breaches.length > 0 && cureAmounts(body) ? [adviceOnceRefused] : []),
  ];
  const others = reasons.filter(({ code }) => code !== toleranceCode || far.length === 0);
  const advice = [...explainRefusal(others, problems), ...ofRounding];
  const words =
    advice.length > 0
      ? inOne([...refused, ...advice])
      : { en: inOne(refused).en, es: inOne([...refused, asLocalized(mendIt)]).es };
  // A caller of the API reads the code first, in either language. A person is told whose words these are.
  return new ApiError(
    422,
    { ...words, app: `ARCA lo rechazó: ${localizeFor("app", words)}` },
    {
      code: "TAXAUTH_ERROR",
      details: reasons,
    },
  );
}

/** Where nothing more is known than the authority's own words, which are Spanish: an answer in English has them alone. */
const mendIt = "Corregí lo que dice y volvé a emitir.";

/** Source: issuer/authority/README.md, section 4.3. */
const toleranceCode = 10051;
