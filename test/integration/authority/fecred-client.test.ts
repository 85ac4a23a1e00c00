import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askObligation } from "../../../issuer/authority/fecred/obligation.js";
import { createTransport, type Transport } from "../../../issuer/authority/transport.js";
import type { Credentials } from "../../../issuer/authority/wsaa/credentials.js";
import { createTickets, type Tickets } from "../../../issuer/authority/wsaa/tickets.js";
import type { Ticket } from "../../../issuer/authority/wsaa/wsaa.js";
import { createLogin } from "../../../issuer/authority/wsfe/client.js";
import { issuerConfig, toEndpoints } from "../../../issuer/config.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { createIdentity } from "../../authority/client-identity.js";
import { type AuthorityControl, controlAuthority } from "../../authority/control-client.js";
import { type Authority, startAuthority } from "../../authority/server.js";

const cuit = "30712345671";
const large = "30500010912";
const operation = "consultarMontoObligadoRecepcion";
let authority: Authority;
let control: AuthorityControl;
let transport: Transport;
let credentials: Credentials;

beforeAll(async () => {
  authority = await startAuthority();
  control = controlAuthority(authority.control);
  transport = createTransport({ timeoutMs: 5_000 });
  const { keyPem, certificatePem } = await createIdentity(authority.control, cuit);
  credentials = { certificateId: 1, production: false, cuit, certificatePem, privateKeyPem: keyPem };
});
afterAll(async () => {
  await transport.close();
  await authority.close();
});
beforeEach(() => control.reset(["faults", "settings", "calls"]));

/** The client with tickets of its own. @param service asks for the tickets of this one instead */
function openClient(service?: string) {
  const endpoints = toEndpoints(
    issuerConfig.parse({
      DATABASE_URL: "postgresql://localhost/x",
      REDIS_URL: "redis://localhost",
      SECRET_KEY: Buffer.alloc(32).toString("base64"),
      ...authorityVariables(authority.url),
    }),
  );
  const kept = new Map<string, Ticket>();
  const login = createLogin({ endpoints, transport });
  const tickets: Tickets = createTickets({
    store: {
      read: async (_id, name) => kept.get(name),
      claimLogin: async () => true,
      save: async (_id, name, ticket) => void kept.set(name, ticket),
      readFailure: async () => undefined,
      saveFailure: async () => undefined,
    },
    login: (asking, name) => login(asking, service ?? name),
    waitMs: 1_000,
    reloginMs: () => 0,
  });
  return (taxId = large, as: Partial<Credentials> = {}) =>
    askObligation({ endpoints, transport, tickets }, { ...credentials, ...as }, { taxId, date: "20261123" });
}

const required = { outcome: "fceObligation", required: true, minimumAmount: "5549862.00" };
const down = { outcome: "unavailable", kind: "down", service: "wsfecred", permanent: false, cause: expect.any(String) };

test("it asks with a ticket of its own, which it keeps", async () => {
  const ask = openClient();
  expect(await ask()).toEqual(required);
  expect(await ask("20111111112")).toEqual({ outcome: "fceObligation", required: false, minimumAmount: null });
  expect([await control.calls("loginCms"), await control.calls(operation)]).toEqual([1, 2]);
});

test("each environment has its own", async () => {
  const ask = openClient();
  expect(await ask(large, { production: true, certificateId: 2 })).toEqual(required);
});

test.each([
  ["the text that hides faults", { action: "status", status: 200, body: "BL9727904321499 2026-10-02 15:07:35 500" }],
  ["nothing", { action: "status", status: 200, body: "" }],
  ["HTML", { action: "html", status: 200 }],
  ["a page of HTTP 503", { action: "html" }],
  ["a lost connection", { action: "drop" }],
  ["half an answer", { action: "truncate", when: "after" }],
  ["a failure of its own", { action: "error", code: "10000", msg: "Error interno" }],
  ["a fault of any other kind", { action: "fault", code: "x_1", msg: "java.lang.NullPointerException" }],
] as const)("%s reads as down, and the ticket is kept", async (_, fault) => {
  const ask = openClient();
  await control.pushFault({ operation, ...fault });
  expect(await ask()).toEqual(down);
  expect(await ask()).toEqual(required);
  expect(await control.calls("loginCms")).toBe(1);
});

test("a ticket of another service is hidden from us, so it reads as down", async () => {
  expect(await openClient("wsfe")()).toEqual(down);
});

test("a business error is a refusal", async () => {
  const { keyPem, certificatePem } = await createIdentity(authority.control, "30700000008");
  const inactive = { cuit: "30700000008", certificatePem, privateKeyPem: keyPem };
  expect(await openClient()(large, inactive)).toEqual({
    outcome: "refused",
    cause: "1000: LA CUIT NO SE ENCUENTRA ACTIVA EN EL PUC",
  });
});

test("a company that the service does not know is a refusal for good, and asks for no other ticket", async () => {
  await control.set({ relations: [{ certificate: cuit, represents: "30712345672" }] });
  expect(await openClient()(large, { cuit: "30712345672" })).toMatchObject({
    outcome: "unavailable",
    kind: "request",
    permanent: true,
    cause: expect.stringContaining("common_business_014"),
  });
  expect(await control.calls("loginCms")).toBe(1);
});

test("a ticket that is not accepted is renewed, once", async () => {
  await control.pushFault({
    operation,
    action: "fault",
    code: "wscommon_007",
    msg: "La firma no corresponde al token enviado.",
  });
  expect(await openClient()()).toEqual(required);
  expect([await control.calls("loginCms"), await control.calls(operation)]).toEqual([2, 2]);
});

const notDelegated = { outcome: "unavailable", kind: "notDelegated", service: "wsfecred", permanent: true };

test("a certificate without the delegation is told so", async () => {
  await control.set({ notAuthorized: [{ cuit, service: "wsfecred" }] });
  expect(await openClient()()).toMatchObject(notDelegated);
  expect(await control.calls(operation)).toBe(0);
});

test("a delegation that came after the ticket counts from the next ticket on", async () => {
  const ask = openClient();
  const represented = { cuit: "20111111112" };
  expect(await ask(large, represented)).toMatchObject(notDelegated);
  await control.set({ relations: [{ certificate: cuit, represents: "20111111112" }] });
  expect(await ask(large, represented)).toEqual(required);
});
