import { instant, cuit as taxIdOf } from "../formats.js";
import { fill, say } from "../sentence.js";

/** "wsfe", "wsfe y wsfecred" of `the service "wsfe"`, `the services "wsfe" and "wsfecred"`. */
const servicesOf = (named: string) => [...named.matchAll(/"([^"]*)"/g)].map(([, name]) => name).join(" y ");

const noRetry = "Reintentar no sirve.";
const install = "instalá uno en Certificados";

/** What is wrong with the connection to ARCA: api/taxauth/authority-suggestions.ts, delegation-hint.ts and ask-authority.ts. */
const problems = [
  say(
    "The company has no active tax-authority certificate in this environment; install one.",
    `No hay un certificado de ARCA activo en este ambiente: ${install}.`,
  ),
  say(
    "The operator of this service has no active tax-authority certificate in this environment, and it acts for the company: tell the operator. Nothing can be issued before it is installed.",
    "Quien opera el servicio no tiene un certificado de ARCA activo en este ambiente, y es el que emite por la empresa: avisale. Hasta que lo instale no se puede emitir.",
  ),
  say(
    `The operator's certificate "{alias}" has expired ({detail}): tell the operator, who installs a new one. Retrying does not help.`,
    `El certificado {alias} de quien opera el servicio venció ({detail}): avisale, para que instale otro. ${noRetry}`,
  ),
  say(
    `The tax authority does not accept the operator's certificate "{alias}" ({detail}): tell the operator. Retrying does not help.`,
    `ARCA no acepta el certificado {alias} de quien opera el servicio ({detail}): avisale. ${noRetry}`,
  ),
  say(
    `The operator's certificate "{alias}" of {operator} is not authorized for {services} of the tax authority: the operator associates its alias with that service in the authority's portal, and the company has nothing to do. Retrying does not help.`,
    ({ alias, services }) =>
      `El certificado ${alias} de quien opera el servicio no está autorizado para ${servicesOf(services)}: avisale. La empresa no tiene nada que hacer en ARCA. ${noRetry}`,
  ),
  say(
    `The operator's certificate "{alias}" of {operator} may not act for {taxId} in {services} of the tax authority. In the authority's portal the company opens "Administrador de Relaciones de Clave Fiscal", "Nueva Relación", and names {representative} as its representative for "{name}"; then the operator accepts that, and passes it on to "{computer}" as Computador Fiscal. Retrying does not help. Once it is done, the next access ticket shows it, at {instant} at the earliest.`,
    ({ services, representative, name, instant: at }) =>
      `Falta delegar ${servicesOf(services)}: en ARCA, abrí Administrador de Relaciones de Clave Fiscal, Nueva Relación, y en ${name} poné como representante a ${taxIdOf(representative)}. Después la acepta quien opera el servicio. Reintentar no sirve hasta entonces; se va a ver desde el ${instant(at)}.`,
  ),
  say(
    `The operator's certificate "{alias}" of {operator} may not act for {taxId} in {services} of the tax authority. In WSASS the operator chooses "Crear autorización a servicio", with {represented} as the represented tax id; the company has nothing to do. Retrying does not help. Once it is done, the next access ticket shows it, at {instant} at the earliest.`,
    ({ services, represented, instant: at }) =>
      `Quien opera el servicio todavía no se autorizó en ARCA (WSASS) para ${servicesOf(services)} de ${taxIdOf(represented)}: avisale. La empresa no tiene nada que hacer. Reintentar no sirve hasta entonces; se va a ver desde el ${instant(at)}.`,
  ),
  say(
    "The certificate has expired ({detail}): request a new one, have it signed in the authority's portal and install it. Retrying does not help.",
    `El certificado venció ({detail}): pedí uno nuevo en Certificados, generalo en ARCA e instalalo. ${noRetry}`,
  ),
  say(
    "The tax authority does not accept the certificate ({detail}): install one that it signed for this environment, production or homologation. Retrying does not help.",
    `ARCA no acepta el certificado ({detail}): ${install} que sea de este ambiente. ${noRetry}`,
  ),
  say(
    "The certificate is not authorized for {services} of the tax authority: in the authority's portal, associate the certificate's alias with {those}. Retrying does not help.",
    ({ services }) =>
      `El certificado no está autorizado para ${servicesOf(services)}: en ARCA, asociá el alias del certificado a ese servicio. ${noRetry}`,
  ),
  say(
    "The tax authority refuses the time of the login ({detail}): this server's clock is off; synchronise it. Retrying helps only after that.",
    "ARCA rechaza la hora del ingreso ({detail}): el reloj del servidor está mal y lo tiene que corregir quien opera el servicio.",
  ),
  say(
    "The tax authority does not let {points} issue through web services: in the authority's portal, register one of web-service type under that number, or disable it here. Retrying does not help.",
    ({ points }) =>
      `ARCA no deja emitir por web services en ${points.replace("points of sale", "los puntos de venta").replace("point of sale", "el punto de venta")}: dalo de alta en ARCA como de web services con ese número, o deshabilitalo acá. ${noRetry}`,
  ),
  say(
    "The tax authority refuses the request ({detail}). Retrying does not help.",
    `ARCA rechaza el pedido ({detail}): avisale a quien opera el servicio. ${noRetry}`,
  ),
  say(
    "The tax authority does not tell the last number of this point of sale and voucher type ({detail}), and without it nothing is numbered. Try again in a few minutes. If it stays so, look in the authority's portal whether the point of sale exists and is of web-service type.",
    "ARCA no dice el último número de este punto de venta y tipo ({detail}), y sin eso no se puede numerar: volvé a intentar en unos minutos y, si sigue igual, fijate en ARCA que el punto de venta exista y sea de web services.",
  ),
  say(
    "The tax authority does not answer for {services} ({detail}). It is usually back soon: try again in a few minutes.",
    ({ services, detail }) =>
      `ARCA no responde (${[servicesOf(services), detail].filter(Boolean).join(": ")}): suele volver pronto, volvé a intentar en unos minutos.`,
  ),
];

/** The same problem as a suggestion, and as the reason why a voucher was not issued. */
export const authoritySentences = [
  ...problems,
  ...problems.map((problem) => ({
    english: `The voucher was not issued. ${problem.english}`,
    spanish: (slots: Readonly<Record<string, string>>) => `El comprobante no se emitió. ${fill(problem, slots)}`,
  })),
  say("The tax authority took too long to answer. Try again.", "ARCA tardó demasiado en responder: volvé a intentar."),
  say(
    "No issuer takes questions to the tax authority: start one (npm run issuer), on the same Redis.",
    "El servicio no puede consultar a ARCA ahora: avisale a quien lo opera.",
  ),
];
