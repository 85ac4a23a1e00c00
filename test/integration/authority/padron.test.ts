import { expect, test } from "vitest";
import { createIdentity } from "../../authority/client-identity.js";
import { login, postSoap, soapBody, type Ticket, textsOf } from "../../authority/client-session.js";
import { startAuthority } from "../../authority/server.js";
import { openForFile } from "../../support/open-for-file.js";

const cuit = "30712345671";

const authority = await openForFile(startAuthority);
const identity = await createIdentity(authority.control, cuit);
const tickets: Record<"a5" | "a13" | "wsfe", Ticket> = {
  a5: await login(authority.url, identity, "ws_sr_constancia_inscripcion"),
  a13: await login(authority.url, identity, "ws_sr_padron_a13"),
  wsfe: await login(authority.url, identity, "wsfe"),
};

function ask(
  service: "a5" | "a13",
  operation: string,
  id: string,
  ticket: Ticket = tickets[service],
  represented = cuit,
) {
  const content = `<p:${operation} xmlns:p="http://${service}.soap.ws.server.puc.sr/"><token>${ticket.token}</token><sign>${ticket.sign}</sign><cuitRepresentada>${represented}</cuitRepresentada><idPersona>${id}</idPersona></p:${operation}>`;
  return postSoap(`${authority.url}/sr-padron/webservices/personaService${service.toUpperCase()}`, soapBody(content));
}

test("A5 gives a company's taxes and address", async () => {
  const { status, xml, text } = await ask("a5", "getPersona_v2", cuit);
  expect(status).toBe(200);
  expect(text).toContain(
    '<ns2:getPersona_v2Response xmlns:ns2="http://a5.soap.ws.server.puc.sr/"><personaReturn><datosGenerales>',
  );
  expect(textsOf(xml, "idImpuesto")).toEqual(["10", "30"]);
  expect(textsOf(xml, "idProvincia")).toEqual(["3"]);
});

test("A5 gives a monotributista's category, and only errors for a person without taxes", async () => {
  const mono = await ask("a5", "getPersona", "20111111112");
  expect(mono.text).toContain("<categoriaMonotributo>");
  expect(mono.text).not.toContain("<datosRegimenGeneral>");
  expect((await ask("a5", "getPersona", "20222222223")).text).toContain("<personaReturn><errorConstancia>");
  expect((await ask("a5", "getPersona", "20000000516")).text).toContain("<errorRegimenGeneral>");
});

test("A13 gives identity and addresses", async () => {
  const { text } = await ask("a13", "getPersona", "20201797064");
  expect(text).toContain("<persona><apellido>VICTORIA CAROLINA</apellido><descripcionActividadPrincipal>");
});

test.each([
  ["A5, unknown", () => ask("a5", "getPersona_v2", "20999999990"), "No existe persona con ese Id"],
  ["A13, unknown", () => ask("a13", "getPersona", "20999999990"), "La Clave (CUIT/CUIL) consultada es inexistente"],
  [
    "A13, inactive",
    () => ask("a13", "getPersona", "30700000008"),
    "La clave (CUIT/CUIL) consultada se encuentra INACTIVA",
  ],
  [
    "another service's ticket",
    () => ask("a13", "getPersona", cuit, tickets.wsfe),
    "Token recibido es para el servicio [wsfe], deberia ser para servicio [ws_sr_padron_a13].",
  ],
  ["no ticket", () => ask("a5", "getPersona", cuit, { token: "", sign: "" }), "Token malformado"],
  [
    "a wrong signature",
    () => ask("a5", "getPersona", cuit, { ...tickets.a5, sign: tickets.a13.sign }),
    "No se pudo verificar que <sign> contenga una firma valida de <token>",
  ],
  [
    "another CUIT",
    () => ask("a5", "getPersona", cuit, tickets.a5, "20111111112"),
    "Este token no le permite actuar en representacion de la CUIT 20111111112.",
  ],
  ["an id that is not a number", () => ask("a5", "getPersona", "XYZ"), 'Unmarshalling Error: For input string: "XYZ" '],
  [
    "an unknown operation",
    () => ask("a5", "getNothing", cuit),
    "Message part {http://a5.soap.ws.server.puc.sr/}getNothing was not recognized.  (Does it exist in service WSDL?)",
  ],
])("%s is a fault on HTTP 500", async (_, send, faultstring) => {
  const { status, xml } = await send();
  expect(status).toBe(500);
  expect(textsOf(xml, "faultstring")).toEqual([faultstring]);
});

test("A5 answers lists, in which an unknown person has only the error", async () => {
  const { status, xml, text } = await ask("a5", "getPersonaList_v2", `${cuit}</idPersona><idPersona>20999999990`);
  expect(status).toBe(200);
  expect(text).toContain("<personaListReturn><metadata>");
  expect(textsOf(xml, "idPersona")).toEqual([cuit, "20999999990"]);
  expect(text).toContain(
    "<persona><errorConstancia><error>No existe persona con ese Id</error><idPersona>20999999990</idPersona></errorConstancia></persona>",
  );
});

test("A13 finds the tax ids of a national document", async () => {
  const byDocument = (document: string) =>
    postSoap(
      `${authority.url}/sr-padron/webservices/personaServiceA13`,
      soapBody(
        `<p:getIdPersonaListByDocumento xmlns:p="http://a13.soap.ws.server.puc.sr/"><token>${tickets.a13.token}</token><sign>${tickets.a13.sign}</sign><cuitRepresentada>${cuit}</cuitRepresentada><documento>${document}</documento></p:getIdPersonaListByDocumento>`,
      ),
    );
  expect(textsOf((await byDocument("20179706")).xml, "idPersona")).toEqual(["20201797064"]);
  expect(textsOf((await byDocument("99999998")).xml, "idPersona")).toEqual([]);
  const padded = await byDocument("020179706");
  expect([padded.status, ...textsOf(padded.xml, "faultstring")]).toEqual([
    500,
    "El número de documento consultado es inválido.",
  ]);
});

test("dummy needs no ticket, and SOAP 1.2 is refused", async () => {
  const url = `${authority.url}/sr-padron/webservices/personaServiceA5`;
  const dummy = '<a:dummy xmlns:a="http://a5.soap.ws.server.puc.sr/"/>';
  expect((await postSoap(url, soapBody(dummy))).text).toContain("<return><appserver>OK</appserver>");
  const modern = await postSoap(url, soapBody(dummy, "1.2"));
  expect(modern.status).toBe(500);
  expect(modern.text).toContain("VersionMismatch");
});
