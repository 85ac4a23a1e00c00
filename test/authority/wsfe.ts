import { caeaOperations } from "./caea/operations.js";
import type { HttpAnswer, OpenCall } from "./call.js";
import { RequestFormatError, readInteger } from "./declared-voucher.js";
import type { Environment } from "./environment.js";
import { readEnvelope, type SoapRequest } from "./soap-envelope.js";
import type { World } from "./world.js";
import { checkAuth } from "./wsfe-auth.js";
import { requestCae } from "./wsfe-authorize.js";
import { errorsXml, eventsXml, wsfeAnswer, wsfeFault, wsfeNamespace } from "./wsfe-envelope.js";
import type { Operation, OperationResult } from "./wsfe-operation.js";
import { batchLimit, dummy, lastAuthorized, lookUp } from "./wsfe-queries.js";
import { tableOperations } from "./wsfe-tables.js";
import { childOf, keepNamespace, MalformedXmlError, type XmlElement } from "./xml-element.js";

const operations: Record<string, Operation> = {
  FECAESolicitar: requestCae,
  FECompUltimoAutorizado: lastAuthorized,
  FECompConsultar: lookUp,
  FECompTotXRequest: batchLimit,
  FEDummy: dummy,
  ...tableOperations,
  ...caeaOperations,
};

const emptyElement: XmlElement = { name: "", uri: wsfeNamespace, text: "", attributes: {}, children: [] };

/** The operation that the SOAP action names, or without an action the body. Source: issuer/authority/README.md, section 2.2. */
function nameOperation({ payload }: SoapRequest, action: string): string | undefined {
  const name = action === "" ? payload?.name : action.slice(wsfeNamespace.length);
  if (name === undefined || !Object.hasOwn(operations, name)) return undefined;
  return action === ""
    ? payload?.uri === wsfeNamespace
      ? name
      : undefined
    : action.startsWith(wsfeNamespace)
      ? name
      : undefined;
}

const actionOf = (soapAction: string | undefined, contentType: string) =>
  (soapAction ?? /action="?([^";]*)"?/i.exec(contentType)?.[1] ?? "").replaceAll('"', "").trim();

const eventsFirst = new Set(["FECAESolicitar", "FECAEARegInformativo"]);

/** The parts of a WSFEv1 answer. Two operations put Events before Errors. */
function resultXml(world: World, operation: string, { content = "", errors = [] }: OperationResult): string {
  const tail = [errorsXml(errors), operation === "FEDummy" ? "" : eventsXml(world.settings.events)];
  return content + (eventsFirst.has(operation) ? tail.reverse() : tail).join("");
}

const formatFault = (position: number) =>
  `Server was unable to read request. ---> System.InvalidOperationException: There is an error in XML document (1, ${position}). ---> System.FormatException: Input string was not in a correct format.`;

function read(body: string): SoapRequest | HttpAnswer {
  try {
    return readEnvelope(body);
  } catch (error) {
    if (error instanceof MalformedXmlError) return { status: 400, contentType: "text/plain", body: "" };
    throw error;
  }
}

/** The invoicing service (WSFEv1). Source: issuer/authority/README.md, section 2. */
export const openWsfeCall =
  (world: World, environment: Environment): OpenCall =>
  ({ body, soapAction, contentType }) => {
    const request = read(body);
    if ("status" in request) return request;
    const { version } = request;
    const action = actionOf(soapAction, contentType);
    const name = nameOperation(request, action);
    const operation = name === undefined ? undefined : operations[name];
    if (name === undefined || operation === undefined)
      return wsfeFault(
        version,
        "Client",
        `System.Web.Services.Protocols.SoapException: Server did not recognize the value of HTTP Header SOAPAction: ${action}.`,
      );

    const element = request.payload ? keepNamespace(request.payload, wsfeNamespace) : emptyElement;
    const auth = childOf(element, "Auth");
    const answer = (result: OperationResult) =>
      wsfeAnswer(version, environment.name, world.now(), name, resultXml(world, name, result));
    let { refusedContent = "" } = operation;
    const refuse = (code: number | string, msg: string) =>
      answer({ content: refusedContent, errors: [{ code: Number(code), msg }] });
    try {
      const { run, refusedContent: ownContent = refusedContent, ...keys } = operation.open(element);
      refusedContent = ownContent;
      const cuit = String(readInteger(auth, "Cuit"));
      return {
        environment: environment.name,
        operation: name,
        cuit: operation.isPublic ? undefined : cuit,
        numbers: [],
        ...keys,
        error: refuse,
        fault: (code, msg) => wsfeFault(version, code, msg),
        run() {
          const refusal = operation.isPublic ? undefined : checkAuth(auth, cuit, environment, world.now());
          return refusal ? refuse(refusal.code, refusal.msg) : answer(run({ world, environment, cuit }));
        },
      };
    } catch (error) {
      if (error instanceof RequestFormatError) return wsfeFault(version, "Client", formatFault(body.length));
      throw error;
    }
  };
