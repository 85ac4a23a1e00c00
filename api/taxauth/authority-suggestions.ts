import { sayDetail } from "../../shared/domain/authority-detail.js";
import { type AuthorityProblem, isLasting } from "../../shared/domain/authority-problem.js";
import { inOne, type LocalizedText } from "../../shared/domain/localized-text.js";
import { ApiError, businessFault } from "../http/errors.js";
import { retryAfterSeconds } from "../http/explain-unavailable.js";
import { delegationHint, named, noRetry } from "./delegation-hint.js";

/**
 * Tells the company's administrator what to do about a problem with the authority, and whether retrying helps. The same words for a
 * failed check, look-up or issuance. Source: api/README.md, "Errors", note 4.
 */
export function suggestionFor(problem: AuthorityProblem): LocalizedText {
  const { kind, services, detail, posNumbers = [], delegation } = problem;
  const alias = delegation?.operator?.alias;
  const { es } = sayDetail(detail);
  switch (kind) {
    case "noCertificate":
      if (delegation) return noOperatorCertificate;
      return {
        en: "The company has no active tax-authority certificate in this environment; install one.",
        es: "No hay un certificado de ARCA activo en este ambiente: instalá uno en Certificados.",
      };
    case "expiredCertificate":
      return expiredCertificate(detail, alias);
    case "certificate":
      if (alias !== undefined)
        return inVain({
          en: `The tax authority does not accept the operator's certificate "${alias}" (${detail}): tell the operator.`,
          es: `ARCA no acepta el certificado ${alias} de quien opera el servicio (${es}): avisale.`,
        });
      return inVain({
        en: `The tax authority does not accept the certificate (${detail}): install one that it signed for this environment, production or homologation.`,
        es: `ARCA no acepta el certificado (${es}): instalá uno en Certificados que sea de este ambiente.`,
      });
    case "notDelegated":
      return delegationHint(problem);
    case "clock":
      return {
        en: `The tax authority refuses the time of the login (${detail}): this server's clock is off; synchronise it. Retrying helps only after that.`,
        es: `ARCA rechaza la hora del ingreso (${es}): el reloj del servidor está mal y lo tiene que corregir quien opera el servicio.`,
      };
    case "pointOfSale":
      return inVain({
        en: `The tax authority does not let ${points(posNumbers)} issue through web services: in the authority's portal, register one of web-service type under that number, or disable it here.`,
        es: `ARCA no deja emitir por web services en ${pointsInSpanish(posNumbers)}: dalo de alta en ARCA como de web services con ese número, o deshabilitalo acá.`,
      });
    case "request":
      return inVain({
        en: `The tax authority refuses the request (${detail}).`,
        es: `ARCA rechaza el pedido (${es}): avisale a quien opera el servicio.`,
      });
    case "numbering":
      return {
        en: `The tax authority does not tell the last number of this point of sale and voucher type (${detail}), and without it nothing is numbered. Try again in a few minutes. If it stays so, look in the authority's portal whether the point of sale exists and is of web-service type.`,
        es: `ARCA no dice el último número de este punto de venta y tipo (${es}), y sin eso no se puede numerar: volvé a intentar en unos minutos y, si sigue igual, fijate en ARCA que el punto de venta exista y sea de web services.`,
      };
    case "down":
      return {
        en: `The tax authority does not answer for ${named(services)} (${detail}). It is usually back soon: try again in a few minutes.`,
        es: `ARCA no responde (${[services.join(" y "), es].filter(Boolean).join(": ")}): suele volver pronto, volvé a intentar en unos minutos.`,
      };
  }
}

/** Lack of the operator's certificate, told to a company for which it acts. */
export const noOperatorCertificate: LocalizedText = {
  en: "The operator of this service has no active tax-authority certificate in this environment, and it acts for the company: tell the operator. Nothing can be issued before it is installed.",
  es: "Quien opera el servicio no tiene un certificado de ARCA activo en este ambiente, y es el que emite por la empresa: avisale. Hasta que lo instale no se puede emitir.",
};

/** @param alias of the operator's, where that acts for the company */
export function expiredCertificate(detail: string, alias?: string): LocalizedText {
  const { es } = sayDetail(detail);
  if (alias !== undefined)
    return inVain({
      en: `The operator's certificate "${alias}" has expired (${detail}): tell the operator, who installs a new one.`,
      es: `El certificado ${alias} de quien opera el servicio venció (${es}): avisale, para que instale otro.`,
    });
  return inVain({
    en: `The certificate has expired (${detail}): request a new one, have it signed in the authority's portal and install it.`,
    es: `El certificado venció (${es}): pedí uno nuevo en Certificados, generalo en ARCA e instalalo.`,
  });
}

/** Adds that no retrying helps. */
const inVain = (words: LocalizedText): LocalizedText => inOne([words, noRetry]);

const points = (numbers: number[]) =>
  `${numbers.length === 1 ? "point of sale" : "points of sale"} ${numbers.join(", ")}`;

const pointsInSpanish = (numbers: number[]) =>
  `${numbers.length === 1 ? "el punto de venta" : "los puntos de venta"} ${numbers.join(", ")}`;

/** Headers of a 502: with `Retry-After` where retrying can help, and without it where it cannot. */
export const headersFor = (problem: AuthorityProblem): Record<string, string> =>
  isLasting(problem) ? {} : { "Retry-After": retryAfterSeconds };

/** Error about a problem with the authority, to answer a request with. */
export const unavailable = (problem: AuthorityProblem): ApiError =>
  problem.kind === "noCertificate"
    ? businessFault(suggestionFor(problem))
    : new ApiError(502, suggestionFor(problem), {
        code: "TAXAUTH_CONNECTION_ERROR",
        headers: headersFor(problem),
      });
