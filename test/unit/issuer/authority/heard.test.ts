import { afterAll, expect, test } from "vitest";
import { authorityEndpoints } from "../../../../issuer/authority/endpoints.js";
import { createTransport, type Exchange } from "../../../../issuer/authority/transport.js";
import type { Credentials } from "../../../../issuer/authority/wsaa/credentials.js";
import type { TicketOutcome } from "../../../../issuer/authority/wsaa/obtain-ticket.js";
import { createTickets, type Tickets } from "../../../../issuer/authority/wsaa/tickets.js";
import { type LoginOutcome, login, type Ticket } from "../../../../issuer/authority/wsaa/wsaa.js";
import { createAuthority } from "../../../../issuer/authority/wsfe/client.js";
import { explainRefusal, makeCertificate, numbered, reasons, soapReply } from "./samples.js";

const transport = createTransport({ timeoutMs: 1_000 });
afterAll(() => transport.close());

const credentials: Credentials = {
  ...{ certificateId: 1, production: true, cuit: "20287740027", certificatePem: "", privateKeyPem: "" },
};
const ticket: Ticket = { token: "T", sign: "S", generatedAt: new Date(), expiresAt: new Date(Date.now() + 43_200_000) };
const asked = { posNumber: 2, voucherType: 6, number: 701 };
const refused: TicketOutcome = { outcome: "unavailable", cause: "no", permanent: false, kind: "down", service: "wsfe" };

/** The authority after this exchange. A refused ticket is not replaced. */
const after = (exchange: Exchange) => {
  const tickets: Tickets = {
    get: async () => ({ outcome: "ticket", ticket }),
    getUndoubted: async () => ({ outcome: "ticket", ticket }),
    renew: async () => refused,
    explainRefusal,
  };
  return createAuthority({ endpoints: authorityEndpoints, transport: { post: async () => exchange }, tickets });
};
const answer = (text: string, status = 200): Exchange => ({ sent: true, status, text });
const errors = (operation: string, code: number) =>
  answer(soapReply(operation, `<Errors>${reasons("Err", code)}</Errors>`));

const exchanges: [string, (operation: string) => Exchange, string][] = [
  ["no connection", () => ({ sent: false, cause: "ECONNREFUSED" }), "nothing"],
  ["no answer", () => ({ sent: true, failed: "no answer within 1000 ms" }), "nothing"],
  ["a page of a gateway", () => answer("<html>", 502), "failure"],
  ["a page with 200", () => answer("<html>"), "failure"],
  ["a failure of the authority", (operation) => errors(operation, 501), "failure"],
  ["an unlisted code", (operation) => errors(operation, 1300), "answer"],
  ["an answer about something else", (operation) => answer(soapReply(operation, "<PtoVta>9</PtoVta>")), "answer"],
];

test.each(exchanges)("%s is heard alike in all calls", async (_name, exchangeOf, heard) => {
  const call = (operation: string) => after(exchangeOf(operation));
  const vouchers = { posNumber: 2, voucherType: 6, vouchers: [numbered()] };
  expect(await call("FECAESolicitar").requestCae(credentials, ticket, vouchers)).toMatchObject([{ heard }]);
  expect(await call("FECompConsultar").consult(credentials, ticket, asked)).toMatchObject({ heard });
  expect(await call("FECompUltimoAutorizado").lastNumber(credentials, ticket, asked)).toMatchObject({ heard });
});

test("a refused ticket that cannot be replaced is an answer", async () => {
  expect(await after(errors("FECompConsultar", 600)).consult(credentials, ticket, asked)).toMatchObject({
    ...{ outcome: "unknown", heard: "answer" },
  });
  expect(await after(errors("FECompUltimoAutorizado", 601)).lastNumber(credentials, ticket, asked)).toMatchObject({
    ...{ outcome: "unknown", heard: "answer" },
  });
});

test("a request that was too late to start, or cannot be written, asked nobody", async () => {
  const vouchers = { posNumber: 2, voucherType: 6, vouchers: [numbered()] };
  const dropped = after({ sent: false, cause: "dropped", dropped: true });
  expect(await dropped.requestCae(credentials, ticket, vouchers)).toMatchObject([
    { outcome: "notSent", heard: "notAsked" },
  ]);
});

const fault = (code: string) =>
  answer(
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>' +
      `<faultcode xmlns:ns1="x">ns1:${code}</faultcode><faultstring>it says why</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>`,
    500,
  );

/** Logs in at an authority of this exchange, through tickets of which the first and the second caller ask for one. */
async function heardTwice(exchange: Exchange, keys = makeCertificate()) {
  const told: LoginOutcome[] = [];
  const tickets = createTickets({
    store: {
      read: async () => undefined,
      claimLogin: async () => told.length === 0,
      readFailure: async () => undefined,
      save: async () => undefined,
      saveFailure: async () => undefined,
    },
    async login(_credentials, service) {
      const { certificatePem, privateKeyPem } = await keys;
      const outcome = await login({ post: async () => exchange }, "url", {
        ...{ service, certificatePem, privateKeyPem, now: new Date() },
      });
      told.push(outcome);
      return outcome;
    },
    waitMs: 10,
    reloginMs: () => 600_000,
    pollMs: 5,
  });
  const heard: (string | undefined)[] = [];
  const askedAt: (number | undefined)[] = [];
  for (let caller = 0; caller < 2; caller++) {
    const outcome = await tickets.get(credentials, "wsfe");
    if (outcome.outcome !== "unavailable") throw new Error("it got a ticket");
    heard.push(outcome.heard);
    askedAt.push(outcome.askedAtMs);
  }
  return { heard, isOneLogin: askedAt[0] !== undefined && askedAt[0] === askedAt[1] };
}

test.each<[string, Exchange, string, string]>([
  ["no answer", { sent: true, failed: "no answer" }, "nothing", "nothing"],
  ["a page", answer("<html>", 503), "failure", "failure"],
  ["an outage in its own words", fault("wsaa.unavailable"), "failure", "failure"],
  ["a server that failed", fault("Server.userException"), "failure", "failure"],
  ["a ticket that it gave before", fault("coe.alreadyAuthenticated"), "answer", "notAsked"],
  ["a certificate that it does not know", fault("cms.cert.untrusted"), "answer", "notAsked"],
  ["a fault that we do not know", fault("coe.other"), "answer", "notAsked"],
])(
  "a login with %s: whoever needs it soon after hears of the same one, and only of silence",
  async (_name, exchange, first, second) => {
    const { heard, isOneLogin } = await heardTwice(exchange);
    expect(heard).toEqual([first, second]);
    expect(isOneLogin).toBe(true);
  },
);

test("a private key that signs nothing asked nobody, and neither does a ticket store that is away", async () => {
  const broken = Promise.resolve({ certificatePem: "", privateKeyPem: "" } as Awaited<
    ReturnType<typeof makeCertificate>
  >);
  expect((await heardTwice(answer(""), broken)).heard).toEqual(["notAsked", "notAsked"]);
  const fails = () => Promise.reject(new Error("ECONNREFUSED"));
  const store = { read: fails, claimLogin: fails, readFailure: fails, save: fails, saveFailure: fails };
  const tickets = createTickets({ store, login: fails, waitMs: 10, reloginMs: () => 0 });
  expect(await tickets.get(credentials, "wsfe")).toMatchObject({ outcome: "unavailable", heard: "notAsked" });
});

test("a login that another process makes is that process's news", async () => {
  const tickets = createTickets({
    store: {
      read: async () => undefined,
      claimLogin: async () => false,
      readFailure: async () => undefined,
      save: async () => undefined,
      saveFailure: async () => undefined,
    },
    login: async () => ({ outcome: "unavailable", cause: "not called" }),
    waitMs: 10,
    reloginMs: () => 0,
    pollMs: 5,
  });
  expect(await tickets.get(credentials, "wsfe")).toMatchObject({ heard: "notAsked" });
});
