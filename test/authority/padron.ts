import { toIsoTime } from "./argentine-time.js";
import type { HttpAnswer, OpenCall } from "./call.js";
import type { Environment } from "./environment.js";
import { padronAnswer, padronFault, type Tree, versionMismatch } from "./padron-envelope.js";
import { readEnvelope, type SoapRequest } from "./soap-envelope.js";
import type { World } from "./world.js";
import { childrenOf, keepNamespace, MalformedXmlError, textOf, type XmlElement } from "./xml-element.js";

export type PadronService = {
  namespace: string;
  /** The services whose tickets it accepts. */
  tickets: string[];
  operations: Record<string, PadronOperation>;
};

export type PadronOperation = {
  /** The element of the answer that holds the result. */
  element: string;
  find: (asked: { ids: string[]; document: string }) => Tree | { fault: string };
};

function read(body: string): SoapRequest | HttpAnswer {
  try {
    const request = readEnvelope(body);
    return request.version === "1.2" ? versionMismatch : request;
  } catch (error) {
    if (error instanceof MalformedXmlError) return padronFault("Client", "Error reading XMLStreamReader.");
    throw error;
  }
}

/** The fault for a bad ticket; undefined for a good one. Source: issuer/authority/README.md, section 6.4. */
function checkTicket(
  service: PadronService,
  { tickets }: Environment,
  payload: XmlElement,
  now: Date,
): HttpAnswer | undefined {
  const token = textOf(payload, "token");
  const sign = textOf(payload, "sign");
  const represented = textOf(payload, "cuitRepresentada");
  if (token === undefined || sign === undefined)
    return padronFault("Server", "Falta token y/o sign.", service.namespace);
  const ticket = tickets.read(token, sign);
  if (!ticket) return padronFault("Server", "Token malformado");
  if (!ticket.isSigned)
    return padronFault("Server", "No se pudo verificar que <sign> contenga una firma valida de <token>");
  if (now.getTime() / 1000 > ticket.expiration) return padronFault("Server", "Token vencido", service.namespace);
  if (!service.tickets.includes(ticket.service))
    return padronFault(
      "Server",
      `Token recibido es para el servicio [${ticket.service}], deberia ser para servicio [${service.tickets.join(",")}].`,
      service.namespace,
    );
  if (represented === undefined) return padronFault("Server", "Debe enviar la CUIT representada", service.namespace);
  if (!ticket.represents.includes(represented))
    return padronFault(
      "Server",
      `Este token no le permite actuar en representacion de la CUIT ${represented}.`,
      service.namespace,
    );
  return undefined;
}

/** The registry services. Source: issuer/authority/README.md, section 6. */
export const openPadronCall =
  (service: PadronService, world: World, environment: Environment): OpenCall =>
  ({ body }) => {
    const request = read(body);
    if ("status" in request) return request;
    if (!request.payload) return padronFault("Client", "Error reading XMLStreamReader.");
    const { name: operation, uri } = request.payload;
    if (uri !== service.namespace || (operation !== "dummy" && !Object.hasOwn(service.operations, operation)))
      return padronFault(
        "Client",
        `Message part {${uri}}${operation} was not recognized.  (Does it exist in service WSDL?)`,
      );

    // Only the wrapper has a namespace: the schema's elements have none.
    const payload = keepNamespace(request.payload, "");
    const cuit = textOf(payload, "cuitRepresentada");
    const ids = childrenOf(payload, "idPersona").map(({ text }) => text.trim());
    const illegible = [cuit, ...ids].find((value) => value !== undefined && !/^\d+$/.test(value));
    if (illegible !== undefined) return padronFault("Client", `Unmarshalling Error: For input string: "${illegible}" `);

    const answer = (tree: Tree) => padronAnswer(service.namespace, operation, tree);
    return {
      environment: environment.name,
      operation,
      cuit,
      numbers: [],
      error: (_code, msg) => padronFault("Server", msg),
      fault: padronFault,
      run() {
        if (operation === "dummy") return answer({ return: { appserver: "OK", authserver: "OK", dbserver: "OK" } });
        const refusal = checkTicket(service, environment, payload, world.now());
        if (refusal) return refusal;
        const asked = service.operations[operation];
        const found = asked?.find({ ids, document: textOf(payload, "documento") ?? "" }) ?? {};
        if (typeof found.fault === "string") return padronFault("Server", found.fault, service.namespace);
        const metadata = { fechaHora: toIsoTime(world.now()), servidor: "linux11b" };
        return answer({ [asked?.element ?? ""]: { ...found, metadata } });
      },
    };
  };
