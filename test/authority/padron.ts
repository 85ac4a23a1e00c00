import { toIsoTime } from "./argentine-time.js";
import type { HttpAnswer, OpenCall } from "./call.js";
import type { Environment } from "./environment.js";
import { padronAnswer, padronFault, type Tree, versionMismatch } from "./padron-envelope.js";
import { personA5 } from "./persona-a5.js";
import { personA13 } from "./persona-a13.js";
import { findPerson } from "./registry.js";
import { readEnvelope, type SoapRequest } from "./soap-envelope.js";
import type { World } from "./world.js";
import { keepNamespace, MalformedXmlError, textOf, type XmlElement } from "./xml-element.js";

type PadronService = {
  namespace: string;
  /** The services whose tickets open it. */
  tickets: string[];
  operations: string[];
  findPerson: (id: string, operation: string) => Tree | { fault: string };
};

export const padronA5: PadronService = {
  namespace: "http://a5.soap.ws.server.puc.sr/",
  tickets: ["ws_sr_padron_a5", "ws_sr_constancia_inscripcion"],
  operations: ["getPersona", "getPersona_v2"],
  findPerson(id) {
    const person = findPerson(id);
    return person && !person.onlyInA13 ? personA5(person) : { fault: "No existe persona con ese Id" };
  },
};

export const padronA13: PadronService = {
  namespace: "http://a13.soap.ws.server.puc.sr/",
  tickets: ["ws_sr_padron_a13"],
  operations: ["getPersona", "getPersonaV2"],
  findPerson(id, operation) {
    if (id.length > 11) return { fault: "El Id de la persona no es valido" };
    const person = findPerson(id);
    if (!person) return { fault: "La Clave (CUIT/CUIL) consultada es inexistente" };
    if (!person.active && operation === "getPersona")
      return { fault: "La clave (CUIT/CUIL) consultada se encuentra INACTIVA" };
    return { persona: personA13(person) };
  },
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

/** The fault of a bad ticket; undefined when it is good. Source: PROTOCOL.md, section 6.4. */
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

/** The registry services. Source: PROTOCOL.md, section 6. */
export const openPadronCall =
  (service: PadronService, world: World, environment: Environment): OpenCall =>
  ({ body }) => {
    const request = read(body);
    if ("status" in request) return request;
    if (!request.payload) return padronFault("Client", "Error reading XMLStreamReader.");
    const { name: operation, uri } = request.payload;
    if (uri !== service.namespace || !["dummy", ...service.operations].includes(operation))
      return padronFault(
        "Client",
        `Message part {${uri}}${operation} was not recognized.  (Does it exist in service WSDL?)`,
      );

    // Only the wrapper is qualified: the schema's elements have no namespace.
    const payload = keepNamespace(request.payload, "");
    const cuit = textOf(payload, "cuitRepresentada");
    const id = textOf(payload, "idPersona");
    const illegible = [cuit, id].find((value) => value !== undefined && !/^\d+$/.test(value));
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
        const found = service.findPerson(id ?? "", operation);
        if (typeof found.fault === "string") return padronFault("Server", found.fault, service.namespace);
        const metadata = { fechaHora: toIsoTime(world.now()), servidor: "linux11b" };
        return answer({ personaReturn: { ...found, metadata } });
      },
    };
  };
