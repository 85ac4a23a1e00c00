import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { authorityEndpoints } from "../../../../issuer/authority/endpoints.js";
import { findElement, findText, readXml } from "../../../../issuer/authority/read-xml.js";
import { createTransport } from "../../../../issuer/authority/transport.js";
import type { Credentials } from "../../../../issuer/authority/wsaa/credentials.js";
import type { Tickets } from "../../../../issuer/authority/wsaa/tickets.js";
import { createAuthority } from "../../../../issuer/authority/wsfe/client.js";
import { differingFields } from "../../../../issuer/authority/wsfe/equal-content.js";
import type { AuthorityProblem } from "../../../../shared/domain/authority-problem.js";
import { bodyOf, explainRefusal, numbered, reasons, serve, soapReply } from "./samples.js";

const transport = createTransport({ timeoutMs: 1_000 });
afterAll(() => transport.close());

const credentials: Credentials = {
  certificateId: 1,
  production: true,
  cuit: "20287740027",
  certificatePem: "",
  privateKeyPem: "",
};
const makeTicket = (token: string) => ({ token, sign: "S&S", generatedAt: new Date(), expiresAt: new Date() });
const voucher = numbered();
const run = { posNumber: 2, voucherType: 6, vouchers: [voucher] };
const asked = { posNumber: 2, voucherType: 6, number: 701 };

interface Call {
  operation: string;
  action: string;
  token: string | undefined;
  body: string;
}

/** An authority that answers each call with the handler's text, and tickets whose renewal gives the token "new". */
async function startAuthority(
  answer: (call: Call, response: ServerResponse) => string | undefined,
  renewed: Tickets["renew"] = async () => ({ outcome: "ticket", ticket: makeTicket("new") }),
) {
  const calls: Call[] = [];
  const server = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const root = findElement(readXml(body), "Envelope", "Body");
    const operation = [...(root?.children.keys() ?? [])][0] ?? "";
    const token = findText(root, operation, "Auth", "Token");
    const call = { operation, action: String(request.headers.soapaction), token, body };
    calls.push(call);
    const text = answer(call, response);
    if (text !== undefined) response.end(text);
  });
  const production = { ...authorityEndpoints.production, wsfeUrl: server.url };
  const get = async () => ({ outcome: "ticket" as const, ticket: makeTicket("first") });
  const tickets: Tickets = { get, getUndoubted: get, renew: renewed, explainRefusal };
  const authority = createAuthority({ endpoints: { ...authorityEndpoints, production }, transport, tickets });
  return { authority, calls, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const approval = soapReply(
  "FECAESolicitar",
  "<FeCabResp><Cuit>20287740027</Cuit><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><Resultado>A</Resultado></FeCabResp>" +
    "<FeDetResp><FECAEDetResponse><CbteDesde>701</CbteDesde><CbteHasta>701</CbteHasta><Resultado>A</Resultado>" +
    "<CAE>86330767799632</CAE><CAEFchVto>20260828</CAEFchVto></FECAEDetResponse></FeDetResp>",
);
/** The time in the header of its answers. */
const authorityTimeMs = Date.parse("2026-08-18T13:07:42.376-03:00");
const failed = (operation: string, ...codes: number[]) =>
  soapReply(operation, `<Errors>${reasons("Err", ...codes)}</Errors>`);

test("requestCae declares the voucher in one call", async () => {
  await using system = await startAuthority(() => approval);
  const outcome = await system.authority.requestCae(credentials, makeTicket("T<1"), run, () => true);
  expect(outcome).toEqual([
    { outcome: "approved", cae: "86330767799632", caeExpirationDate: "20260828", observations: [], authorityTimeMs },
  ]);
  expect(system.calls).toHaveLength(1);
  const [call] = system.calls;
  expect(call).toMatchObject({ action: '"http://ar.gov.afip.dif.FEV1/FECAESolicitar"', token: "T<1" });
  expect(call?.body).toContain(
    "<Auth><Token>T&lt;1</Token><Sign>S&amp;S</Sign><Cuit>20287740027</Cuit></Auth><FeCAEReq><FeCabReq>" +
      "<CantReg>1</CantReg><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo></FeCabReq><FeDetReq><FECAEDetRequest>" +
      "<Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>701</CbteDesde>",
  );
});

test.each<{ name: string; answer: (response: ServerResponse) => string | undefined; outcome: string }>([
  { name: "a rejected ticket", answer: () => failed("FECAESolicitar", 600), outcome: "ticket" },
  { name: "an internal failure", answer: () => failed("FECAESolicitar", 501), outcome: "unknown" },
  { name: "an approval with HTTP 500", answer: (response) => response.writeHead(500) && approval, outcome: "unknown" },
  { name: "HTML", answer: () => "<html></html>", outcome: "unknown" },
  { name: "an empty answer", answer: () => "", outcome: "unknown" },
  { name: "a lost answer", answer: (response) => void response.destroy(), outcome: "unknown" },
  { name: "no answer", answer: () => undefined, outcome: "unknown" },
])("$name is read as $outcome, and the request is sent once", async ({ answer, outcome }) => {
  await using system = await startAuthority((_call, response) => answer(response));
  expect(await system.authority.requestCae(credentials, makeTicket("T"), run)).toMatchObject([{ outcome }]);
  expect(system.calls).toHaveLength(1);
});

const notSent = { outcome: "notSent" };

test("a request that may not start, cannot be written or cannot connect is not sent", async () => {
  await using system = await startAuthority(() => approval);
  const { authority } = system;
  const letters = numbered({ customer: { ...voucher.body.customer, docNumber: "AB" } });
  expect(await authority.requestCae(credentials, makeTicket("T"), run, () => false)).toMatchObject([notSent]);
  expect(await authority.requestCae(credentials, makeTicket("T"), { ...run, vouchers: [letters] })).toMatchObject([
    notSent,
  ]);
  await system[Symbol.asyncDispose]().catch(() => undefined);
  expect(await authority.requestCae(credentials, makeTicket("T"), run)).toMatchObject([notSent]);
  expect(system.calls).toHaveLength(0);
});

test("a consult finds what was declared", async () => {
  const nowMs = Date.now();
  await using system = await startAuthority(({ operation, body }) => {
    if (operation === "FECAESolicitar") return approval;
    expect(body).toContain(
      "<FeCompConsReq><CbteTipo>6</CbteTipo><CbteNro>701</CbteNro><PtoVta>2</PtoVta></FeCompConsReq>",
    );
    const declared = /<FECAEDetRequest>(.*)<\/FECAEDetRequest>/.exec(system.calls[0]?.body ?? "")?.[1] ?? "";
    const now = new Date(nowMs - 3 * 3_600_000).toISOString();
    return soapReply(
      "FECompConsultar",
      `<ResultGet>${declared}<Resultado>A</Resultado><CodAutorizacion>86330767799632</CodAutorizacion>` +
        "<EmisionTipo>CAE</EmisionTipo><FchVto>20260828</FchVto>" +
        `<FchProceso>${now.replace(/\D/g, "").slice(0, 14)}</FchProceso><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo></ResultGet>`,
    );
  });
  const { authority } = system;
  await authority.requestCae(credentials, makeTicket("T"), run);
  const outcome = await authority.consult(credentials, makeTicket("T"), asked);
  if (outcome.outcome !== "found") throw new Error(JSON.stringify(outcome));
  expect(differingFields(authority.contentOf(voucher), outcome.voucher.content)).toEqual([]);
  expect(outcome.voucher.processedAtMs).toBe(Math.floor(nowMs / 1_000) * 1_000);
});

test("a read renews a rejected ticket once", async () => {
  await using system = await startAuthority(({ operation, token }) => {
    if (token !== "new") return failed(operation, 600);
    if (operation === "FECompConsultar") return failed(operation, 602);
    return soapReply(operation, "<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><CbteNro>700</CbteNro>");
  });
  expect(await system.authority.consult(credentials, makeTicket("old"), asked)).toEqual({ outcome: "absent" });
  const known = { outcome: "known", number: 700, authorityTimeMs };
  expect(await system.authority.lastNumber(credentials, makeTicket("old"), asked)).toEqual(known);
  expect(system.calls.map(({ token }) => token)).toEqual(["old", "new", "old", "new"]);
});

test("a read with two rejected tickets is permanently unknown", async () => {
  await using system = await startAuthority(({ operation }) => failed(operation, 600));
  const outcome = await system.authority.lastNumber(credentials, makeTicket("old"), asked);
  expect(outcome).toMatchObject({
    outcome: "unknown",
    permanent: true,
    reasons: [{ code: 600 }],
    problem: { kind: "notDelegated" },
  });
  expect(await system.authority.consult(credentials, makeTicket("old"), asked)).toMatchObject({ outcome: "unknown" });
  expect(system.calls).toHaveLength(4);
});

test("a read without a new ticket is unknown, and permanent only if the login failure is", async () => {
  const denied = {
    outcome: "unavailable",
    cause: "cms.cert.expired: x",
    permanent: true,
    kind: "certificate",
    service: "wsfe",
  } as const;
  await using system = await startAuthority(
    ({ operation }) => failed(operation, 600),
    async () => denied,
  );
  const outcome = await system.authority.lastNumber(credentials, makeTicket("old"), asked);
  const problem = { kind: "expiredCertificate", services: ["wsfe"], detail: "cms.cert.expired: x" };
  expect(outcome).toMatchObject({ outcome: "unknown", cause: "cms.cert.expired: x", permanent: true, problem });
});

test.each<[string, string, AuthorityProblem["kind"] | undefined]>([
  ["errors that are none of the known ones", failed("FECompUltimoAutorizado", 1502), "numbering"],
  [
    "another sequence",
    soapReply("FECompUltimoAutorizado", "<PtoVta>9</PtoVta><CbteTipo>6</CbteTipo><CbteNro>700</CbteNro>"),
    "numbering",
  ],
  ["an internal failure", failed("FECompUltimoAutorizado", 501), undefined],
  ["a closed point of sale", failed("FECompUltimoAutorizado", 11002), undefined],
])("an answer without the last number tells the problem: %s", async (_, text, kind) => {
  await using system = await startAuthority(() => text);
  const outcome = await system.authority.lastNumber(credentials, makeTicket("T"), asked);
  expect(outcome).toMatchObject({ outcome: "unknown" });
  expect("problem" in outcome ? outcome.problem?.kind : undefined).toBe(kind);
});

test("a read without an answer is unknown", async () => {
  await using system = await startAuthority((_call, response) => response.writeHead(503) && "<html></html>");
  expect(await system.authority.consult(credentials, makeTicket("T"), asked)).toEqual({
    outcome: "unknown",
    cause: "HTTP 503",
    heard: "failure",
  });
  const outcome = await system.authority.lastNumber(credentials, makeTicket("T"), asked);
  expect(outcome).toEqual({ outcome: "unknown", cause: "HTTP 503", permanent: false, reasons: [], heard: "failure" });
});
