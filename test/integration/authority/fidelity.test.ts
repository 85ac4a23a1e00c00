import { beforeEach, expect, test } from "vitest";
import { createIdentity } from "../../authority/client-identity.js";
import { login, postSoap, readVerdict, soapBody, textsOf } from "../../authority/client-session.js";
import { openSchemaCheck } from "../../authority/official-schema.js";
import { cuit, openSimulator } from "./simulator.js";

// The points of the fidelity checklist (issuer/authority/README.md, section 10) that no other test of this folder covers.

const other = "20111111112";

const { authority, control, session } = await openSimulator();
beforeEach(() => control.reset(["ledger", "faults", "calls", "settings"]));

const authOf = ({ token, sign }: { token: string; sign: string }, represented = cuit) =>
  `<Auth><Token>${token}</Token><Sign>${sign}</Sign><Cuit>${represented}</Cuit></Auth>`;
const askLast = (auth: string) =>
  session.call("FECompUltimoAutorizado", "<PtoVta>1</PtoVta><CbteTipo>6</CbteTipo>", auth);

test("a ticket works for its own service only, and the refusal names that service", async () => {
  const identity = await createIdentity(authority.control, cuit);
  const [padron, wsfe] = [
    await login(authority.url, identity, "ws_sr_constancia_inscripcion"),
    await login(authority.url, identity, "wsfe"),
  ];
  const wrong = await askLast(authOf(padron));
  expect(wrong.text).toContain(
    "<Code>600</Code><Msg>ValidacionDeToken: No valido Id Sistema: wsfe(Id Sistema de token es: ws_sr_constancia_inscripcion)</Msg>",
  );
  const ask = `<p:getPersona_v2 xmlns:p="http://a5.soap.ws.server.puc.sr/"><token>${wsfe.token}</token><sign>${wsfe.sign}</sign><cuitRepresentada>${cuit}</cuitRepresentada><idPersona>20201797064</idPersona></p:getPersona_v2>`;
  const refused = await postSoap(`${authority.url}/sr-padron/webservices/personaServiceA5`, soapBody(ask));
  expect(refused.status).toBe(500);
  expect(textsOf(refused.xml, "faultstring")).toEqual([
    "Token recibido es para el servicio [wsfe], deberia ser para servicio [ws_sr_padron_a5,ws_sr_constancia_inscripcion].",
  ]);
});

test("a ticket keeps the delegations of its login, so a new delegation needs a new ticket", async () => {
  const identity = await createIdentity(authority.control, cuit);
  const before = await login(authority.url, identity, "wsfe");
  await control.set({ relations: [{ certificate: cuit, represents: other }] });
  expect((await askLast(authOf(before, other))).text).toContain("No apareció CUIT en lista de relaciones");
  const after = await login(authority.url, identity, "wsfe");
  expect((await askLast(authOf(after, other))).text).toContain("<CbteNro>0</CbteNro></FECompUltimoAutorizadoResult>");
});

test("every WSFEv1 answer except FEDummy's has Events, and FECAESolicitar has them before Errors", async () => {
  await control.set({ events: [{ code: 39, msg: "IMPORTANTE: aviso" }] });
  const events = "<Events><Evt><Code>39</Code><Msg>IMPORTANTE: aviso</Msg></Evt></Events>";
  for (const operation of ["FECompTotXRequest", "FEParamGetTiposIva", "FEParamGetPtosVenta"])
    expect((await session.call(operation)).text).toContain(`${events}</${operation}Result>`);
  expect((await session.call("FEDummy", "", "")).text).not.toContain("Events");
  expect((await session.issue(1, 6, [{ number: 1 }])).text).toContain(`${events}</FECAESolicitarResult>`);
  expect((await session.issue(1, 6, [{ number: 1 }])).text).toContain(`${events}<Errors>`);
});

test("the body selects the operation of SOAP 1.1 without a SOAPAction, and unknown elements are ignored", async () => {
  const body = soapBody(
    `<FECompUltimoAutorizado xmlns="http://ar.gov.afip.dif.FEV1/">${session.auth}<Extra>1</Extra><PtoVta>2</PtoVta><CbteTipo xmlns="urn:x">99</CbteTipo><CbteTipo>6</CbteTipo></FECompUltimoAutorizado>`,
  );
  const response = await fetch(`${authority.url}/wsfev1/service.asmx`, {
    method: "POST",
    headers: { "content-type": "text/xml; charset=utf-8" },
    body,
  });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><CbteNro>0</CbteNro>"),
  ]);
});

test("each service gives its official WSDL with its own address, in every environment", async () => {
  const paths = ["/ws/services/LoginCms", "/wsfev1/service.asmx"].concat(
    ["A5", "A13"].map((registry) => `/sr-padron/webservices/personaService${registry}`),
  );
  for (const environment of ["", "/homologation", "/production"])
    for (const path of paths) {
      const address = authority.url + environment + path;
      const text = await (await fetch(`${address}?WSDL`)).text();
      const addresses = [...text.matchAll(/<\w+:address location="([^"]*)"/g)].map(([, location]) => location);
      expect(new Set(addresses)).toEqual(new Set([address]));
    }
});

test("a call takes the configured latency", async () => {
  await control.set({ latencyMs: 400 });
  const startedAt = performance.now();
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  expect(performance.now() - startedAt).toBeGreaterThan(390);
  await control.set({ latencyMs: { p50: 10, p99: 20 } });
  expect(await session.lastNumber(1, 6)).toBe(1);
});

test("501 and 502 are Errors without a header, and 501 may leave a voucher behind", async () => {
  await control.pushFault({ operation: "FECAESolicitar", action: "error", when: "after", code: "501" });
  const reply = await session.issue(1, 6, [{ number: 1 }]);
  expect(reply.text).toContain(
    "<FECAESolicitarResult><Errors><Err><Code>501</Code><Msg>Error interno de base de datos - FECAESolicitar</Msg></Err></Errors></FECAESolicitarResult>",
  );
  expect(await session.lastNumber(1, 6)).toBe(1);
});

test("codes that depend on outside registers can be scripted as refusals or observations", async () => {
  await control.set({
    findings: [
      {
        code: 10192,
        msg: "1 - No es un comprobante valido bajo el Regimen de la Ley n° 27.440",
        number: 2,
        observation: false,
      },
      { code: 10234, msg: "formulario pendiente", number: 1, observation: true },
    ],
  });
  const reply = await session.issue(1, 6, [{ number: 1 }, { number: 2 }, { number: 3 }]);
  expect(readVerdict(reply)).toMatchObject({ header: "P", details: ["A", "R", "R"], observations: [10234, 10192] });
  expect(readVerdict(await session.issue(1, 11, [{ number: 1, DocTipo: 80 }])).header).toBe("R");
});

test("every answer of the simulator is valid under the official schemas", async () => {
  const wsfe = openSchemaCheck("wsfev1.wsdl");
  await control.set({
    events: [{ code: 39, msg: "aviso" }],
    pointsOfSale: { [cuit]: [1, { number: 2, blocked: true }] },
  });
  const company = { DocTipo: 80, DocNro: "20111111112", CondicionIVAReceptorId: 6 };
  const rows = {
    Tributos: "<Tributo><Id>99</Id><Desc>x</Desc><BaseImp>1</BaseImp><Alic>1</Alic><Importe>1</Importe></Tributo>",
    ImpTrib: "1.00",
    ImpTotal: "122.00",
  };
  const replies = [
    await session.issue(1, 1, [{ number: 1, ...company, ...rows }, { number: 2, ImpTotal: "9" }, { number: 3 }]),
    await session.issue(1, 1, [{ number: 9, ...company }]),
    await session.issue(9, 1, [{ number: 1, ...company }]),
    await session.lookUp(1, 1, 1),
    await session.lookUp(1, 1, 77),
    await askLast(session.auth),
    await askLast(""),
    await session.call("FEDummy", "", ""),
    await session.call("FEParamGetCotizacion", "<MonId>DOL</MonId>"),
    await session.call("FEParamGetCotizacion", "<MonId>PES</MonId>"),
  ];
  const tables = "TiposCbte TiposConcepto TiposDoc TiposIva TiposMonedas TiposOpcional TiposTributos TiposPaises";
  for (const table of `${tables} CondicionIvaReceptor PtosVenta Actividades`.split(" "))
    replies.push(await session.call(`FEParamGet${table}`));
  expect(replies.map(({ text }) => wsfe(text)).filter((problems) => problems.length > 0)).toEqual([]);

  const identity = await createIdentity(authority.control, cuit);
  for (const [registry, service, operations] of [
    ["a5", "ws_sr_constancia_inscripcion", ["getPersona", "getPersona_v2"]],
    ["a13", "ws_sr_padron_a13", ["getPersona", "getPersonaV2"]],
  ] as const) {
    const check = openSchemaCheck(`persona-service-${registry}.wsdl`);
    const { token, sign } = await login(authority.url, identity, service);
    const address = `${authority.url}/sr-padron/webservices/personaService${registry.toUpperCase()}`;
    for (const operation of operations)
      for (const id of ["20201797064", "20111111112", "20000000516", "30712345671", "20222222223"]) {
        const ask = `<p:${operation} xmlns:p="http://${registry}.soap.ws.server.puc.sr/"><token>${token}</token><sign>${sign}</sign><cuitRepresentada>${cuit}</cuitRepresentada><idPersona>${id}</idPersona></p:${operation}>`;
        const reply = await postSoap(address, soapBody(ask));
        expect([registry, operation, id, reply.status, check(reply.text)]).toEqual([registry, operation, id, 200, []]);
      }
  }
});
