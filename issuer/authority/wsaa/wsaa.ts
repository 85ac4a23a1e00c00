import type { StoredTicket } from "../../../shared/db/company/tickets.js";
import type { AnswerKind } from "../../../shared/domain/cae-outcome.js";
import { formatArgentineTime, readInstant } from "../argentine-time.js";
import { findElement, findText, readXml, setApart, type XmlElement } from "../read-xml.js";
import type { Exchange, Transport } from "../transport.js";
import { escapeXml, writeXml } from "../xml.js";

/** An access ticket of one certificate for one service. */
export type Ticket = StoredTicket;

/** Why the authority refuses this certificate's login until an operator fixes the cause. */
export type DenialKind = "notDelegated" | "certificate" | "clock" | "request";

export type LoginOutcome =
  | { outcome: "ticket"; ticket: Ticket }
  | { outcome: "alreadyAuthenticated" }
  /** `isOurs`: nobody was asked. */
  | { outcome: "denied"; permanent: true; kind: DenialKind; faultCode: string; message: string; isOurs?: true }
  /** Without `heard` there was no answer. */
  | { outcome: "unavailable"; cause: string; heard?: AnswerKind };

export interface LoginRequest {
  service: string;
  certificatePem: string;
  privateKeyPem: string;
  now: Date;
}

/** Requests an access ticket. Never rejects. Source: issuer/authority/README.md, sections 1.1 to 1.5. */
export async function login(
  transport: Pick<Transport, "post">,
  url: string,
  { service, certificatePem, privateKeyPem, now }: LoginRequest,
): Promise<LoginOutcome> {
  let cms: string;
  try {
    // Loaded at the first login: a ticket lasts twelve hours, and most processes find one.
    const { signTra } = await import("./cms.js");
    cms = await signTra(writeTra(service, now), { certificatePem, privateKeyPem }, now);
  } catch (error) {
    const message = `the certificate or its key cannot be used: ${error instanceof Error ? error.message : error}`;
    return { outcome: "denied", permanent: true, kind: "certificate", faultCode: "", message, isOurs: true };
  }
  const headers = { "content-type": "text/xml; charset=utf-8", SOAPAction: '""' };
  return readLoginReply(await transport.post(url, { operation: "loginCms", body: writeEnvelope(cms), headers }));
}

/** A margin of ten minutes on both sides tolerates a wrong clock. Source: issuer/authority/README.md, section 1.2. */
const traMarginMs = 10 * 60 * 1000;

export function writeTra(service: string, now: Date): string {
  const nowMs = now.getTime();
  const request = writeXml([
    [
      "header",
      [
        ["uniqueId", String(Math.floor(nowMs / 1000))],
        ["generationTime", formatArgentineTime(nowMs - traMarginMs)],
        ["expirationTime", formatArgentineTime(nowMs + traMarginMs)],
      ],
    ],
    ["service", service],
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0">${request}</loginTicketRequest>`;
}

const writeEnvelope = (cms: string): string =>
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
  ' xmlns:wsaa="http://wsaa.view.sua.dvadac.desein.afip.gov"><soapenv:Body><wsaa:loginCms>' +
  `<wsaa:in0>${escapeXml(cms)}</wsaa:in0></wsaa:loginCms></soapenv:Body></soapenv:Envelope>`;

function readLoginReply(exchange: Exchange): LoginOutcome {
  if (!exchange.sent) return { outcome: "unavailable", cause: exchange.cause, heard: "nothing" };
  if (exchange.failed !== undefined) return { outcome: "unavailable", cause: exchange.failed, heard: "nothing" };

  const body = findElement(readXml(exchange.text), "Envelope", "Body");
  const fault = findElement(body, "Fault");
  if (fault) return readFault(fault);

  const response = findElement(body, "loginCmsResponse");
  const own = response && setApart(new Set([response.namespace]), response);
  const ticket = exchange.status === 200 ? readTicket(findText(own, "loginCmsReturn")) : undefined;
  if (ticket) return { outcome: "ticket", ticket };
  return { outcome: "unavailable", cause: `HTTP ${exchange.status} without a ticket`, heard: "failure" };
}

/** The ticket has no namespace. The answer around it has the one that was asked in. */
const withoutName: ReadonlySet<string> = new Set([""]);

function readTicket(text: string | undefined): Ticket | undefined {
  const document = text === undefined ? undefined : readXml(text);
  const response = document && findElement(setApart(withoutName, document), "loginTicketResponse");
  const token = findText(response, "credentials", "token");
  const sign = findText(response, "credentials", "sign");
  const generatedMs = readInstant(findText(response, "header", "generationTime") ?? "");
  const expiresMs = readInstant(findText(response, "header", "expirationTime") ?? "");
  if (!token || !sign || generatedMs === undefined || expiresMs === undefined) return undefined;
  return { token, sign, generatedAt: new Date(generatedMs), expiresAt: new Date(expiresMs) };
}

/** Maps fault codes by the first prefix that fits. Texts are ignored. Source: issuer/authority/README.md, section 1.5. */
const denials: [prefix: string, kind: DenialKind][] = [
  ["coe.notAuthorized", "notDelegated"],
  ["cms.cert.", "certificate"],
  ["cms.sign.invalid", "certificate"],
  ["cms.", "request"],
  ["xml.generationTime.", "clock"],
  ["xml.expirationTime.", "clock"],
  ["xml.", "request"],
  ["wsn.notFound", "request"],
];

/** The faults of an outage, and those of a server that failed. Source: issuer/authority/README.md, section 1.5. */
const failures = ["wsaa.", "wsn.unavailable", "Server"];

function readFault(fault: XmlElement): LoginOutcome {
  const faultCode = (findText(fault, "faultcode") ?? "").replace(/^[^:]*:/, "");
  const message = findText(fault, "faultstring") ?? "";
  if (faultCode === "coe.alreadyAuthenticated") return { outcome: "alreadyAuthenticated" };
  const denial = denials.find(([prefix]) => faultCode.startsWith(prefix));
  if (denial) return { outcome: "denied", permanent: true, kind: denial[1], faultCode, message };
  const heard = failures.some((prefix) => faultCode.startsWith(prefix)) ? "failure" : "answer";
  return { outcome: "unavailable", cause: `fault ${faultCode}: ${message}`, heard };
}
