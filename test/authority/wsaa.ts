import { randomInt, X509Certificate } from "node:crypto";
import { toIsoTime } from "./argentine-time.js";
import type { HttpAnswer, OpenCall } from "./call.js";
import { verifyCms } from "./cms.js";
import { subjectCuit, subjectName } from "./distinguished-name.js";
import type { Environment } from "./environment.js";
import { readLoginRequest } from "./login-request.js";
import { readEnvelope, type SoapRequest } from "./soap-envelope.js";
import type { World } from "./world.js";
import { axisClientFault, axisEnvelope, LoginFault, loginFaultAnswer } from "./wsaa-fault.js";
import { MalformedXmlError, textOf } from "./xml-element.js";
import { escapeAxis } from "./xml-text.js";

/** The login ticket response (TA). Source: issuer/authority/README.md, section 1.1. */
function ticketDocument(
  world: World,
  { tickets }: Environment,
  destination: string,
  cuit: string,
  service: string,
): string {
  const generatedAt = world.now();
  const expiresAt = new Date(generatedAt.getTime() + world.settings.ticketSeconds * 1000);
  const others = world.settings.relations.filter(
    (relation) => relation.certificate === cuit && ["*", service].includes(relation.service),
  );
  const represents = [cuit, ...others.map((relation) => relation.represents)];
  const { token, sign } = tickets.issue({ destination, service, represents, generatedAt, expiresAt });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<loginTicketResponse version="1.0">
    <header>
        <source>${tickets.authorityName}</source>
        <destination>${escapeAxis(destination)}</destination>
        <uniqueId>${randomInt(2 ** 32)}</uniqueId>
        <generationTime>${toIsoTime(generatedAt)}</generationTime>
        <expirationTime>${toIsoTime(expiresAt)}</expirationTime>
    </header>
    <credentials>
        <token>${token}</token>
        <sign>${sign}</sign>
    </credentials>
</loginTicketResponse>
`;
}

async function checkCertificate(world: World, certificate: X509Certificate): Promise<string> {
  const now = world.now();
  if (new Date(certificate.validFrom) > now) throw new LoginFault("cms.cert.invalid");
  if (new Date(certificate.validTo) < now) throw new LoginFault("cms.cert.expired");
  if (world.settings.trust === "own") {
    const { caPem } = await world.certificates();
    if (!certificate.verify(new X509Certificate(caPem).publicKey)) throw new LoginFault("cms.cert.untrusted");
  }
  const cuit = subjectCuit(certificate);
  if (cuit === undefined) throw new LoginFault("cms.cert.untrusted");
  return cuit;
}

async function login(world: World, environment: Environment, cms: string): Promise<string> {
  const { content, certificate } = verifyCms(cms);
  const cuit = await checkCertificate(world, certificate);
  const source = subjectName(certificate);
  const names = { source, destination: environment.tickets.authorityName };
  const service = readLoginRequest(content.toString("utf8"), names, world.now());

  const { notAuthorized, alreadyAuthenticatedSeconds } = world.settings;
  if (notAuthorized.some((refused) => refused.cuit === cuit && ["*", service].includes(refused.service)))
    throw new LoginFault("coe.notAuthorized");
  const sinceLast = world.now().getTime() - (environment.tickets.lastIssued(source, service) ?? 0);
  if (sinceLast < alreadyAuthenticatedSeconds * 1000) throw new LoginFault("coe.alreadyAuthenticated");
  return ticketDocument(world, environment, source, cuit, service);
}

function read(body: string): SoapRequest | HttpAnswer {
  try {
    return readEnvelope(body);
  } catch (error) {
    if (!(error instanceof MalformedXmlError)) throw error;
    return axisClientFault("soapenv:Server.userException", `org.xml.sax.SAXParseException: ${error.message}`);
  }
}

/** The login service (WSAA). Source: issuer/authority/README.md, section 1. */
export const openLoginCall =
  (world: World, environment: Environment): OpenCall =>
  ({ body, soapAction }) => {
    const request = read(body);
    if ("status" in request) return request;
    if (soapAction === undefined && request.version === "1.1")
      return axisClientFault("ns1:Client.NoSOAPAction", "no SOAPAction header!");
    const cms = textOf(request.payload, "in0");
    const payload = request.payload;
    if (payload?.name !== "loginCms" || cms === undefined)
      return axisClientFault("soapenv:Server.userException", "javax.ejb.EJBException: java.lang.NullPointerException");

    return {
      environment: environment.name,
      operation: "loginCms",
      numbers: [],
      error: loginFaultAnswer,
      fault: loginFaultAnswer,
      async run() {
        try {
          const ticket = await login(world, environment, cms);
          const result = `<loginCmsResponse xmlns="${payload.uri}"><loginCmsReturn>${escapeAxis(ticket)}</loginCmsReturn></loginCmsResponse>`;
          return { status: 200, contentType: "text/xml;charset=utf-8", body: axisEnvelope(result) };
        } catch (error) {
          if (error instanceof LoginFault) return loginFaultAnswer(error.code, error.message);
          throw error;
        }
      },
    };
  };
