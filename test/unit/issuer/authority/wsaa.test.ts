import * as pkijs from "pkijs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findText, readXml } from "../../../../issuer/authority/read-xml.js";
import { createTransport } from "../../../../issuer/authority/transport.js";
import { login, writeTra } from "../../../../issuer/authority/wsaa/wsaa.js";
import { escapeXml } from "../../../../issuer/authority/xml.js";
import { bodyOf, makeCertificate, serve } from "./samples.js";

const transport = createTransport({ timeoutMs: 2_000 });
let certificate: Awaited<ReturnType<typeof makeCertificate>>;
beforeAll(async () => {
  certificate = await makeCertificate();
});
afterAll(() => transport.close());

const now = new Date("2026-08-18T16:07:41.976Z");
const request = () => ({ service: "wsfe", now, ...certificate });

const ticketXml =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<loginTicketResponse version="1.0">\n    <header>' +
  "<source>CN=wsaahomo</source><uniqueId>4234009246</uniqueId>" +
  "<generationTime>2026-08-18T13:07:41.976-03:00</generationTime>" +
  "<expirationTime>2026-08-19T01:07:41.976-03:00</expirationTime></header>\n" +
  "    <credentials><token>VE9LRU4=</token><sign>U0lHTg==</sign></credentials>\n</loginTicketResponse>\n";
const answer = (text: string) =>
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
  '<loginCmsResponse xmlns="http://wsaa.view.sua.dvadac.desein.afip.gov"><loginCmsReturn>' +
  `${escapeXml(text)}</loginCmsReturn></loginCmsResponse></soapenv:Body></soapenv:Envelope>`;
const fault = (code: string) =>
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>' +
  `<faultcode xmlns:ns1="http://xml.apache.org/axis/">${code}</faultcode><faultstring>the text</faultstring>` +
  "</soapenv:Fault></soapenv:Body></soapenv:Envelope>";

test("a login request is valid ten minutes before and after now, in Argentine time", () => {
  const tra = readXml(writeTra("wsfe", now));
  const header = (name: string) => findText(tra, "loginTicketRequest", "header", name);
  expect(header("uniqueId")).toBe(String(Math.floor(now.getTime() / 1000)));
  expect(header("generationTime")).toBe("2026-08-18T12:57:41-03:00");
  expect(header("expirationTime")).toBe("2026-08-18T13:17:41-03:00");
  expect(findText(tra, "loginTicketRequest", "service")).toBe("wsfe");
});

test("a login posts the signed request and reads the ticket", async () => {
  const seen: { action: string | undefined; tra: string }[] = [];
  await using server = await serve(async (incoming, response) => {
    const cms = findText(readXml(await bodyOf(incoming)), "Envelope", "Body", "loginCms", "in0") ?? "";
    const signed = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(Buffer.from(cms, "base64")).content });
    const tra = Buffer.from(signed.encapContentInfo.eContent?.valueBlock.valueHexView ?? []).toString("utf8");
    seen.push({ action: incoming.headers.soapaction as string | undefined, tra });
    response.end(answer(ticketXml));
  });
  expect(await login(transport, server.url, request())).toEqual({
    outcome: "ticket",
    ticket: {
      token: "VE9LRU4=",
      sign: "U0lHTg==",
      generatedAt: new Date("2026-08-18T16:07:41.976Z"),
      expiresAt: new Date("2026-08-19T04:07:41.976Z"),
    },
  });
  expect(seen).toEqual([{ action: '""', tra: writeTra("wsfe", now) }]);
});

test.each([
  ["ns1:coe.alreadyAuthenticated", { outcome: "alreadyAuthenticated" }],
  ["ns1:coe.notAuthorized", { outcome: "denied", kind: "notDelegated", permanent: true, message: "the text" }],
  ["ns1:cms.cert.expired", { outcome: "denied", kind: "certificate" }],
  ["ns1:cms.cert.untrusted", { outcome: "denied", kind: "certificate" }],
  ["ns1:cms.sign.invalid", { outcome: "denied", kind: "certificate" }],
  ["ns1:cms.bad", { outcome: "denied", kind: "request" }],
  ["ns1:cms.bad.base64", { outcome: "denied", kind: "request" }],
  ["ns1:xml.generationTime.invalid", { outcome: "denied", kind: "clock" }],
  ["ns1:xml.expirationTime.expired", { outcome: "denied", kind: "clock" }],
  ["ns1:xml.bad", { outcome: "denied", kind: "request" }],
  ["ns1:wsn.notFound", { outcome: "denied", kind: "request" }],
  ["ns1:wsn.unavailable", { outcome: "unavailable" }],
  ["ns1:wsaa.internalError", { outcome: "unavailable" }],
  ["soapenv:Server.userException", { outcome: "unavailable" }],
])("fault %s", async (code, expected) => {
  await using server = await serve((incoming, response) => {
    incoming.resume();
    response.writeHead(500).end(fault(code));
  });
  expect(await login(transport, server.url, request())).toMatchObject(expected);
});

test.each([
  ["nothing", 200, ""],
  ["HTML", 503, "<html><body>Service Unavailable</body></html>"],
  ["a ticket with an error status", 500, answer(ticketXml)],
  ["a ticket without token", 200, answer(ticketXml.replace("VE9LRU4=", ""))],
  ["a ticket without dates", 200, answer(ticketXml.replaceAll("-03:00<", "x<"))],
  ["a truncated ticket", 200, answer(ticketXml.slice(0, 300))],
  ["a ticket with a DOCTYPE", 200, answer(`<!DOCTYPE a>${ticketXml.split("\n").slice(1).join("\n")}`)],
])("%s is not a ticket", async (_name, status, text) => {
  await using server = await serve((incoming, response) => {
    incoming.resume();
    response.writeHead(status).end(text);
  });
  expect(await login(transport, server.url, request())).toMatchObject({ outcome: "unavailable" });
});

test("a login with an unusable key is denied without a call", async () => {
  const outcome = await login(transport, "http://127.0.0.1:1/", { ...request(), privateKeyPem: "garbage" });
  expect(outcome).toMatchObject({ outcome: "denied", kind: "certificate", permanent: true });
});
