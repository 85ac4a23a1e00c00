import { beforeEach, expect, test } from "vitest";
import { createIdentity } from "../../authority/client-identity.js";
import { login, soapBody, type Ticket, textsOf } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { openSchemaCheck } from "../../authority/official-schema.js";
import { startAuthority } from "../../authority/server.js";
import { parseXml } from "../../authority/xml-element.js";
import { openForFile } from "../../support/open-for-file.js";

const namespace = "http://ar.gob.afip.wsfecred/FECredService/";
const operation = "consultarMontoObligadoRecepcion";
const cuit = "30712345671";
const large = "30500010912";
const check = openSchemaCheck("fecred.wsdl");

const authority = await openForFile(startAuthority);
const control = controlAuthority(authority.control);
const identity = await createIdentity(authority.control, cuit);
const inactive = await createIdentity(authority.control, "30700000008");
const tickets: Record<"fecred" | "wsfe" | "inactive", Ticket> = {
  fecred: await login(authority.url, identity, "wsfecred"),
  wsfe: await login(authority.url, identity, "wsfe"),
  inactive: await login(authority.url, inactive, "wsfecred"),
};
beforeEach(() => control.reset(["faults", "settings", "calls"]));

const url = () => `${authority.url}/wsfecred/FECredService`;
async function post(body: string, headers: Record<string, string> = { soapaction: `"${namespace}${operation}"` }) {
  const response = await fetch(url(), { method: "POST", headers: { "content-type": "text/xml", ...headers }, body });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

const authOf = ({ token, sign }: Ticket, represented = cuit) =>
  `<authRequest><token>${token}</token><sign>${sign}</sign><cuitRepresentada>${represented}</cuitRepresentada></authRequest>`;
const questionOf = (content: string) =>
  soapBody(`<f:${operation}Request xmlns:f="${namespace}">${content}</f:${operation}Request>`);
const about = (asked: string, date = "2026-11-23") =>
  `<cuitConsultada>${asked}</cuitConsultada><fechaEmision>${date}</fechaEmision>`;
const ask = (asked: string, date?: string) => post(questionOf(authOf(tickets.fecred) + about(asked, date)));

const masked = {
  status: 200,
  type: null,
  text: expect.stringMatching(/^BL\d{12,13} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 500$/),
};

test("a large receiver is answered with the amount, in the service's envelope", async () => {
  const { status, type, text } = await ask(large);
  expect([status, type]).toEqual([200, "text/xml;charset=utf-8"]);
  expect(text).toContain(
    `<ns2:${operation}Response xmlns:ns2="${namespace}"><${operation}Return><obligado>S</obligado><montoDesde>5549862.00</montoDesde></${operation}Return></ns2:${operation}Response>`,
  );
  expect(text).toContain('<S:Header><info xmlns="https://ar.gob.afip.wsfecred/FECredService/"><ambiente>Testing - FI1');
  expect(check(text)).toEqual([]);
});

test("a receiver that is not large, or not yet, need not get any", async () => {
  await control.set({
    fce: {
      receivers: [
        { cuit: large, minimum: "3958316", from: "20261201" },
        { cuit: "30558515305", optedIn: true },
      ],
      issuers: [],
      minimum: "1.00",
    },
  });
  const answers = [];
  for (const [asked, date] of [["20111111112"], [large], ["30558515305"], [large, "2026-12-01"]] as const) {
    const { text } = await ask(asked, date);
    answers.push(["obligado", "montoDesde"].flatMap((name) => textsOf(parseXml(text), name)));
  }
  expect(answers).toEqual([["N"], ["N"], ["N"], ["S", "3958316"]]);
});

test.each<[string, () => string]>([
  ["no ticket", () => questionOf(authOf({ token: "", sign: "" }) + about(large))],
  ["no authRequest", () => questionOf(about(large))],
  ["a ticket of another service", () => questionOf(authOf(tickets.wsfe) + about(large))],
  ["a wrong signature", () => questionOf(authOf({ ...tickets.fecred, sign: tickets.wsfe.sign }) + about(large))],
  ["an unknown operation", () => soapBody(`<f:nothingRequest xmlns:f="${namespace}"/>`)],
  ["a request without its namespace", () => soapBody(`<${operation}Request/>`)],
  ["no XML", () => "abc"],
  ["an empty body without its action", () => soapBody("")],
])("%s gets the text that hides every fault", async (_, body) => {
  expect(await post(body())).toEqual(masked);
});

test("an expired ticket gets it too", async () => {
  await control.set({ clockOffsetMs: 13 * 3_600_000 });
  expect(await ask(large)).toEqual(masked);
});

test.each([
  ["that the ticket does not list", "20111111112", "[wscommon_009] La CUIT 20111111112 no se encuentra"],
  ["that does not exist", "30712345672", "[common_business_014] No se encontraron datos de la CUIT 30712345672"],
])("a represented CUIT %s is a fault", async (_, represented, told) => {
  if (represented !== "20111111112") await control.set({ relations: [{ certificate: cuit, represents: represented }] });
  const ticket = await login(authority.url, await createIdentity(authority.control, cuit), "wsfecred");
  const { status, text } = await post(questionOf(authOf(ticket, represented) + about(large)));
  expect([status, textsOf(parseXml(text), "faultstring")]).toEqual([500, [expect.stringContaining(told)]]);
});

test("an inactive company is a business error", async () => {
  const { status, text } = await post(questionOf(authOf(tickets.inactive, "30700000008") + about(large)));
  expect(status).toBe(200);
  expect(text).toContain(
    `<${operation}Return><arrayErrores><codigoDescripcion><codigo>1000</codigo><descripcion>LA CUIT NO SE ENCUENTRA ACTIVA EN EL PUC</descripcion></codigoDescripcion></arrayErrores></${operation}Return>`,
  );
  expect(check(text)).toEqual([]);
});

test.each<[string, string, string[]]>([
  [
    "the wrong order",
    `<fechaEmision>2026-11-23</fechaEmision><cuitConsultada>${large}</cuitConsultada>`,
    ["cvc-complex-type.2.4.a"],
  ],
  ["a child with a namespace", `<x:cuitConsultada xmlns:x="${namespace}"/>`, ["cvc-complex-type.2.4.a"]],
  ["a missing day", `<cuitConsultada>${large}</cuitConsultada>`, ["cvc-complex-type.2.4.b"]],
  ["one child more", `${about(large)}<otro/>`, ["cvc-complex-type.2.4.d"]],
  ["no number", about("abc"), ["cvc-datatype-valid.1.2.1", "cvc-type.3.1.3"]],
  ["a short CUIT", about("3050001091"), ["cvc-minExclusive-valid", "cvc-type.3.1.3"]],
  ["a day of the other form", about(large, "20261123"), ["cvc-datatype-valid.1.2.1", "cvc-type.3.1.3"]],
])("%s is a fault of form, which stands alone", async (_, content, codes) => {
  const { status, text } = await post(questionOf(authOf(tickets.fecred) + content));
  const xml = parseXml(text);
  expect([status, textsOf(xml, "codigo"), textsOf(xml, "obligado")]).toEqual([200, codes, []]);
  expect(text).toContain("<arrayErroresFormato><codigoDescripcionString><codigo>");
  expect(check(text)).toEqual([]);
});

test("dummy has an empty body and is named by its action; SOAP 1.2 meets the firewall", async () => {
  const dummy = await post(soapBody(""), { soapaction: `${namespace}dummy` });
  expect(dummy.text).toContain(
    "<dummyReturn><appserver>OK</appserver><authserver>OK</authserver><dbserver>OK</dbserver></dummyReturn>",
  );
  expect(check(dummy.text)).toEqual([]);
  expect(await post(soapBody("", "1.2"))).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
});

test("calls are counted, and faults strike by operation and CUIT", async () => {
  await control.pushFault({ operation, cuit, action: "error", code: "10000", msg: "Error interno" });
  await control.pushFault({ operation, cuit: "20111111112", action: "drop" });
  await control.pushFault({
    operation,
    action: "fault",
    code: "wscommon_007",
    msg: "La firma no corresponde",
    when: "after",
  });
  const first = await ask(large);
  expect(textsOf(parseXml(first.text), "codigo")).toEqual(["10000"]);
  const second = await ask(large);
  expect([second.status, textsOf(parseXml(second.text), "faultstring")]).toEqual([
    500,
    ["[wscommon_007] La firma no corresponde"],
  ]);
  expect((await ask(large)).text).toContain("<obligado>S</obligado>");
  expect(await control.calls(operation)).toBe(3);
});

test("its description is served with the simulator's address", async () => {
  const text = await (await fetch(`${url()}?wsdl`)).text();
  expect(text).toContain(`<soap:address location="${url()}" />`);
});
