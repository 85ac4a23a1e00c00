import { expect, test } from "vitest";
import { readPersonA5 } from "../../../../issuer/authority/registry/person-a5.js";
import { readPersonA13 } from "../../../../issuer/authority/registry/registry.js";
import { readLookUp, registryA5 } from "../../../../issuer/authority/registry/registry-call.js";

const envelope = (body: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
const answered = (text: string, status = 200) => ({ sent: true as const, status, text });
const fault = (text: string) =>
  answered(
    envelope(`<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring></soap:Fault>`),
    500,
  );
const personIn = (operation: string, content: string) => {
  const text = envelope(
    `<ns2:${operation}Response xmlns:ns2="http://a5.soap.ws.server.puc.sr/"><personaReturn>${content}</personaReturn></ns2:${operation}Response>`,
  );
  const read = readLookUp(answered(text), registryA5, operation);
  if (read.outcome !== "found") throw new Error(`read as ${read.outcome}`);
  return read.person;
};

// The two answers recorded from the authority in 2021. Source: issuer/authority/README.md, section 6.3.
const registered =
  "<datosGenerales><apellido>VICTORIA CAROLINA</apellido><domicilioFiscal><codPostal>1030</codPostal><descripcionProvincia>CIUDAD AUTONOMA BUENOS AIRES</descripcionProvincia><direccion>LARREA 1</direccion><idProvincia>0</idProvincia><tipoDomicilio>FISCAL</tipoDomicilio></domicilioFiscal><estadoClave>ACTIVO</estadoClave><idPersona>20201797064</idPersona><mesCierre>12</mesCierre><nombre>DARIO</nombre><tipoClave>CUIT</tipoClave><tipoPersona>FISICA</tipoPersona></datosGenerales><datosRegimenGeneral><actividad><descripcionActividad>SUMINISTRO DE VAPOR Y AIRE ACONDICIONADO</descripcionActividad><idActividad>353001</idActividad><nomenclador>883</nomenclador><orden>2</orden><periodo>201311</periodo></actividad><actividad><descripcionActividad>FORMACIÓN DE POSGRADO</descripcionActividad><idActividad>853300</idActividad><nomenclador>883</nomenclador><orden>1</orden><periodo>201311</periodo></actividad><impuesto><descripcionImpuesto>GANANCIAS PERSONAS FISICAS</descripcionImpuesto><idImpuesto>11</idImpuesto><periodo>201101</periodo></impuesto><impuesto><descripcionImpuesto>IVA</descripcionImpuesto><idImpuesto>30</idImpuesto><periodo>201101</periodo></impuesto></datosRegimenGeneral><errorMonotributo><error>Datos de monotributo incompletos- no posee categoría</error><mensaje>No cumple con las condiciones para enviar datos monotributo</mensaje></errorMonotributo><metadata><fechaHora>2021-08-10T18:10:22.424-03:00</fechaHora><servidor>setiwsh2</servidor></metadata>";
const hidden =
  "<datosGenerales><apellido>ERNESTO DANIEL</apellido><domicilioFiscal><codPostal>8371</codPostal><descripcionProvincia>NEUQUEN</descripcionProvincia><direccion>LAGUNA LOS SAUCES 2</direccion><idProvincia>20</idProvincia><localidad>JUNIN DE LOS ANDES</localidad><tipoDomicilio>FISCAL</tipoDomicilio></domicilioFiscal><estadoClave>ACTIVO</estadoClave><idPersona>20000000516</idPersona><mesCierre>12</mesCierre><nombre>MARCELO NICOLAS</nombre><tipoClave>CUIT</tipoClave><tipoPersona>FISICA</tipoPersona></datosGenerales><errorRegimenGeneral><error>El contribuyente cuenta con impuestos con baja de oficio por Decreto 1299/98</error><mensaje>No cumple con las condiciones para enviar datos del regimen general</mensaje></errorRegimenGeneral>";

test("a registered taxpayer is read from A5", () => {
  expect(readPersonA5(personIn("getPersona_v2", registered), "20201797064")).toEqual({
    taxId: "20201797064",
    docType: 80,
    kind: "natural",
    name: "VICTORIA CAROLINA DARIO",
    taxCondition: 1,
    stateId: 0,
    address: "LARREA 1, CP 1030",
    isActive: true,
    activities: [
      { id: 853300, description: "FORMACIÓN DE POSGRADO" },
      { id: 353001, description: "SUMINISTRO DE VAPOR Y AIRE ACONDICIONADO" },
    ],
  });
});

test("a person whose taxes the registry withholds has no tax condition", () => {
  expect(readPersonA5(personIn("getPersona_v2", hidden), "20000000516")).toMatchObject({
    taxCondition: null,
    stateId: 20,
    address: "LAGUNA LOS SAUCES 2, JUNIN DE LOS ANDES, CP 8371",
  });
});

test("A13's fiscal address is chosen among several", () => {
  const address = (kind: string, street: string, province: number) =>
    `<domicilio><codigoPostal>2000</codigoPostal><direccion>${street}</direccion><idProvincia>${province}</idProvincia><tipoDomicilio>${kind}</tipoDomicilio></domicilio>`;
  const person = personIn(
    "getPersona",
    `<persona>${address("LEGAL/REAL", "OTRA 2", 1)}${address("FISCAL", "UNA 1", 12)}<estadoClave>INACTIVO</estadoClave><razonSocial>SUR &amp; CIA SA</razonSocial><tipoPersona>JURIDICA</tipoPersona></persona>`,
  );
  expect(readPersonA13(person, "30700000008")).toMatchObject({
    name: "SUR & CIA SA",
    kind: "legal",
    stateId: 12,
    address: "UNA 1, CP 2000",
    isActive: false,
    taxCondition: null,
  });
});

test("an unknown province code is read as null", () => {
  const read = (id: number) =>
    readPersonA5(
      personIn(
        "getPersona",
        `<datosGenerales><domicilioFiscal><idProvincia>${id}</idProvincia></domicilioFiscal></datosGenerales>`,
      ),
      "20201797064",
    ).stateId;
  expect([0, 14, 15, 24, 25].map(read)).toEqual([0, 14, null, 24, null]);
});

// Source: issuer/authority/README.md, section 6.4.
test.each([
  ["No existe persona con ese Id", "absent"],
  ["La Clave (CUIT/CUIL) consultada es inexistente", "absent"],
  ["La clave (CUIT/CUIL) consultada se encuentra INACTIVA", "inactive"],
  ["Falta token y/o sign.", "ticketRejected"],
  ["Token malformado", "ticketRejected"],
  ["No se pudo verificar que &lt;sign> contenga una firma valida de &lt;token>", "ticketRejected"],
  ["Token recibido es para el servicio [wsfe], deberia ser para servicio [ws_sr_padron_a13].", "ticketRejected"],
  ["Este token no le permite actuar en representacion de la CUIT 20111111112.", "ticketRejected"],
  ["El token no es valido: inexistente", "ticketRejected"],
  ["El Id de la persona no es valido", "unavailable"],
  ["Error interno", "unavailable"],
])("the fault %j is read as %s", (text, outcome) => {
  expect(readLookUp(fault(text), registryA5, "getPersona").outcome).toBe(outcome);
});

test("an unknown person in A5's error form is absent", () => {
  const text = envelope(
    "<a:getPersona_v2Response xmlns:a='http://a5.soap.ws.server.puc.sr/'><personaReturn><errorConstancia><error>No existe persona con ese Id</error><idPersona>20123456786</idPersona></errorConstancia></personaReturn></a:getPersona_v2Response>",
  );
  expect(readLookUp(answered(text), registryA5, "getPersona_v2").outcome).toBe("absent");
});

test("a person with a name is found, although an error calls something of hers nonexistent", () => {
  const person = personIn(
    "getPersona_v2",
    "<errorConstancia><apellido>PEREZ</apellido><error>Domicilio fiscal inexistente</error></errorConstancia>",
  );
  expect(readPersonA5(person, "20123456786")).toMatchObject({ name: "PEREZ", taxCondition: null });
});

test.each([
  ["no connection", { sent: false as const, cause: "ECONNREFUSED" }],
  ["a timeout", { sent: true as const, failed: "no answer within 30000 ms" }],
  ["HTML", answered("<html><body>Service Unavailable</body></html>", 503)],
  ["a truncated answer", answered(envelope("<x/>").slice(0, 60))],
  ["another operation's answer", answered(envelope("<getPersonaResponse><personaReturn/></getPersonaResponse>"))],
  ["nothing", answered("")],
  [
    "a person of another namespace",
    answered(
      envelope(
        `<x:getPersona_v2Response xmlns:x="urn:x"><personaReturn>${registered}</personaReturn></x:getPersona_v2Response>`,
      ),
    ),
  ],
])("%s is read as unavailable", (_, exchange) => {
  expect(readLookUp(exchange, registryA5, "getPersona_v2").outcome).toBe("unavailable");
});
