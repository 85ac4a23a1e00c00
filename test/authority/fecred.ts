import type { HttpAnswer, OpenCall } from "./call.js";
import type { Environment } from "./environment.js";
import { obligationOf } from "./fce-world.js";
import {
  businessErrors,
  fecredAnswer,
  fecredFault,
  fecredNamespace,
  firewallPage,
  formatErrors,
  maskedAnswer,
} from "./fecred-envelope.js";
import { checkFormat } from "./fecred-format.js";
import { findPerson } from "./registry.js";
import { readEnvelope, type SoapRequest } from "./soap-envelope.js";
import { isTaxId } from "./tax-id.js";
import type { World } from "./world.js";
import { childOf, MalformedXmlError, textOf, type XmlElement } from "./xml-element.js";
import { leaf } from "./xml-text.js";

const ticketService = "wsfecred";
const question = "consultarMontoObligadoRecepcion";

/** Undefined for a document that nobody can read. */
function read(body: string): SoapRequest | undefined {
  try {
    return readEnvelope(body);
  } catch (error) {
    if (error instanceof MalformedXmlError) return undefined;
    throw error;
  }
}

/** Who asks, which comes before everything else. Undefined when the ticket lets them. */
function checkTicket({ tickets }: Environment, request: XmlElement, now: Date): HttpAnswer | undefined {
  const auth = childOf(request, "authRequest");
  const ticket = tickets.read(textOf(auth, "token") ?? "", textOf(auth, "sign") ?? "");
  if (!ticket?.isSigned || ticket.service !== ticketService || now.getTime() / 1000 > ticket.expiration)
    return maskedAnswer(now);
  const represented = textOf(auth, "cuitRepresentada") ?? "";
  if (!/^\d{11}$/.test(represented)) return undefined;
  if (!ticket.represents.includes(represented))
    return fecredFault("wscommon_009", `La CUIT ${represented} no se encuentra entre los representados del token.`);
  if (!isTaxId(represented))
    return fecredFault("common_business_014", `No se encontraron datos de la CUIT ${represented}.`);
  return undefined;
}

/** Source: issuer/authority/README.md, section 12.5. */
function judge({ settings }: World, request: XmlElement): string {
  const faults = checkFormat(request);
  if (faults.length > 0) return formatErrors(faults);
  const represented = textOf(childOf(request, "authRequest"), "cuitRepresentada") ?? "";
  if (findPerson(represented)?.active === false)
    return businessErrors({ code: "1000", text: "LA CUIT NO SE ENCUENTRA ACTIVA EN EL PUC" });
  const day = (textOf(request, "fechaEmision") ?? "").replaceAll("-", "");
  const { obliged, minimum } = obligationOf(settings, textOf(request, "cuitConsultada") ?? "", day);
  return leaf("obligado", obliged ? "S" : "N") + leaf("montoDesde", minimum ?? undefined);
}

/** The registry of credit invoices, as far as a seller asks it: must this receiver get one, and from which amount on? */
export const openFecredCall =
  (world: World, environment: Environment): OpenCall =>
  ({ body, soapAction = "" }) => {
    const request = read(body);
    if (request?.version === "1.2") return firewallPage;
    const { payload } = request ?? {};
    // Only the action names an operation whose body is empty.
    const isDummy = request && !payload && soapAction.replaceAll('"', "") === `${fecredNamespace}dummy`;
    const isQuestion = payload?.uri === fecredNamespace && payload.name === `${question}Request`;
    if (!isDummy && !isQuestion) return maskedAnswer(world.now());

    const operation = isDummy ? "dummy" : question;
    const answer = (result: string) => fecredAnswer(environment.name, world.now(), operation, result);
    return {
      environment: environment.name,
      operation,
      cuit: textOf(childOf(payload, "authRequest"), "cuitRepresentada"),
      numbers: [],
      error: (code, text) => answer(businessErrors({ code, text })),
      fault: fecredFault,
      run() {
        if (!payload) return answer(["appserver", "authserver", "dbserver"].map((part) => leaf(part, "OK")).join(""));
        return checkTicket(environment, payload, world.now()) ?? answer(judge(world, payload));
      },
    };
  };
