import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientIdentity, createIdentity, signCms, ticketRequest } from "../../authority/client-identity.js";
import { loginWith, postSoap, soapBody, textsOf } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { type Authority, startAuthority } from "../../authority/server.js";
import { parseXml } from "../../authority/xml-element.js";

let authority: Authority;
let identity: ClientIdentity;

beforeAll(async () => {
  authority = await startAuthority();
  identity = await createIdentity(authority.control, "30712345671");
});
afterAll(() => authority.close());

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const control = () => controlAuthority(authority.control);
const faultOf = async (cms: string) => {
  const { status, xml } = await loginWith(authority.url, cms);
  return { status, code: textsOf(xml, "faultcode")[0] };
};

test("a signed request gets a ticket of twelve hours for the certificate's CUIT", async () => {
  const { status, xml, text } = await loginWith(authority.url, signCms(ticketRequest("wsfe"), identity));
  expect(status).toBe(200);
  expect(text).toContain("&lt;loginTicketResponse version=&quot;1.0&quot;&gt;");
  const ticket = parseXml(textsOf(xml, "loginCmsReturn")[0] ?? "");
  const [generated, expires] = ["generationTime", "expirationTime"].map((name) =>
    Date.parse(textsOf(ticket, name)[0] ?? ""),
  );
  expect((expires ?? 0) - (generated ?? 0)).toBe(43_200_000);
  expect(textsOf(ticket, "destination")).toEqual(["SERIALNUMBER=CUIT 30712345671, CN=alias, O=Prueba, C=AR"]);
  expect(textsOf(ticket, "sign")[0]).toHaveLength(172);
  const sso = Buffer.from(textsOf(ticket, "token")[0] ?? "", "base64").toString();
  expect(sso).toContain('<relation key="30712345671" reltype="4"/>');
});

test("signatures without signed attributes are also verified", async () => {
  const { status } = await loginWith(authority.url, signCms(ticketRequest("wsfe"), identity, { attributes: false }));
  expect(status).toBe(200);
});

test.skipIf(!hasOpenssl)("a signature by openssl is accepted, including line breaks", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "login-"));
  const fileOf = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const args = ["cms", "-sign", "-nodetach", "-binary", "-outform", "DER"];
  args.push("-in", fileOf("tra.xml", ticketRequest("ws_sr_padron_a13")));
  args.push(
    "-signer",
    fileOf("certificate.pem", identity.certificatePem),
    "-inkey",
    fileOf("key.pem", identity.keyPem),
  );
  const der = execFileSync("openssl", args);
  rmSync(folder, { recursive: true });
  const lines = der.toString("base64").replace(/(.{64})/g, "$1\n");
  expect((await loginWith(authority.url, lines)).status).toBe(200);
});

describe("faults", () => {
  const tampered = () => {
    const der = Buffer.from(signCms(ticketRequest("wsfe"), identity), "base64");
    const at = der.indexOf("<service>wsfe<");
    der.write("<service>wsfx<", at);
    return der.toString("base64");
  };
  const header = "<source>CN=nobody</source>";
  test.each([
    ["not base64", "cms.bad.base64", () => "-----BEGIN"],
    ["an empty text", "cms.bad.base64", () => ""],
    ["not a CMS", "cms.bad", () => Buffer.from("<loginTicketRequest/>xxx").toString("base64")],
    ["no certificate", "cms.cert.notFound", () => signCms(ticketRequest("wsfe"), identity, { withCertificate: false })],
    ["changed after signing", "cms.sign.invalid", tampered],
    ["no XML", "xml.bad", () => signCms("hello", identity)],
    ["another source", "xml.source.invalid", () => signCms(ticketRequest("wsfe", { extra: header }), identity)],
    [
      "generated in the future",
      "xml.generationTime.invalid",
      () => signCms(ticketRequest("wsfe", { from: 60 }), identity),
    ],
    ["too long", "xml.expirationTime.invalid", () => signCms(ticketRequest("wsfe", { to: 90_000 }), identity)],
    ["expired", "xml.expirationTime.expired", () => signCms(ticketRequest("wsfe", { to: -1 }), identity)],
    ["unknown service", "wsn.notFound", () => signCms(ticketRequest("wsnothing"), identity)],
  ])("%s: %s", async (_, code, cms) => {
    expect(await faultOf(cms())).toEqual({ status: 500, code: `ns1:${code}` });
  });

  test("an expired certificate", async () => {
    const expired = await createIdentity(authority.control, "30712345671", -0.001);
    expect((await faultOf(signCms(ticketRequest("wsfe"), expired))).code).toBe("ns1:cms.cert.expired");
  });

  test("a certificate that may not use the service", async () => {
    await control().set({ notAuthorized: [{ cuit: "30712345671", service: "wsfe" }] });
    expect((await faultOf(signCms(ticketRequest("wsfe"), identity))).code).toBe("ns1:coe.notAuthorized");
    await control().set({ notAuthorized: [] });
  });

  test("another ticket within the window after the last one", async () => {
    const cms = signCms(ticketRequest("wsfe"), identity);
    expect((await loginWith(authority.url, cms)).status).toBe(200);
    expect((await loginWith(authority.url, cms)).status).toBe(200);
    await control().set({ alreadyAuthenticatedSeconds: 600 });
    const { status, text } = await loginWith(authority.url, cms);
    await control().set({ alreadyAuthenticatedSeconds: 0 });
    expect(status).toBe(500);
    expect(text).toContain(
      '<faultcode xmlns:ns1="http://xml.apache.org/axis/">ns1:coe.alreadyAuthenticated</faultcode>',
    );
  });

  test("a request without the SOAPAction header", async () => {
    const { text } = await postSoap(
      `${authority.url}/ws/services/LoginCms`,
      soapBody("<loginCms><in0>x</in0></loginCms>"),
      {},
    );
    expect(text).toContain("ns1:Client.NoSOAPAction");
  });
});

test("the WSDL names the simulator's own address", async () => {
  const address = `${authority.url}/production/ws/services/LoginCms`;
  const text = await (await fetch(`${address}?wsdl`)).text();
  expect(text).toContain(`<wsdlsoap:address location="${address}"/>`);
});
