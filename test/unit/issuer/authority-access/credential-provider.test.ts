import { expect, test } from "vitest";
import type { TicketOutcome } from "../../../../issuer/authority/wsaa/obtain-ticket.js";
import type { Ticket } from "../../../../issuer/authority/wsaa/wsaa.js";
import { createCredentialProvider } from "../../../../issuer/authority-access/credential-provider.js";
import type { ActiveCertificate } from "../../../../shared/db/company/certificates.js";
import { explainRefusal } from "../authority/samples.js";

const tenant = { companyId: 1, production: false };
const own: ActiveCertificate = {
  ...{ certificateId: 1, production: false, cuit: "30712345671", certificatePem: "", privateKeyPem: "" },
  expiresAt: new Date(Date.now() + 86_400_000),
};
const operators = { ...own, certificateId: 9, operator: { cuit: "30710000006", alias: "facturador" } };
const granted = (token: string): TicketOutcome => {
  const ticket: Ticket = { token, sign: "s", generatedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  return { outcome: "ticket", ticket };
};

/** An entrance for a company whose certificate the test changes; renewals of a ticket add an apostrophe. */
function openEntrance(first: ActiveCertificate | undefined) {
  const state = { certificate: first as ActiveCertificate | undefined | Error, asked: [] as string[] };
  const enter = createCredentialProvider(
    {
      ticketFor: async ({ certificateId }) => granted(`of ${certificateId}`),
      async renewTicket({ certificateId }, { token }) {
        state.asked.push(`renew of ${certificateId}`);
        return granted(`${token}'`);
      },
      explainRefusal: (credentials, refused, cause) => explainRefusal(credentials, "wsfe", refused, cause),
    },
    async () => {
      if (state.certificate instanceof Error) throw state.certificate;
      return state.certificate;
    },
  );
  return { state, enter };
}

async function enterAs(first: ActiveCertificate) {
  const { state, enter } = openEntrance(first);
  const entered = await enter(tenant);
  if (entered.outcome !== "open") throw new Error("not open");
  return { state, admission: entered.admission };
}

test("a refused ticket of the same certificate is renewed", async () => {
  const { state, admission } = await enterAs(own);
  expect(admission.ticket.token).toBe("of 1");
  expect(await admission.renew()).toBeUndefined();
  expect(admission.ticket.token).toBe("of 1'");
  expect(state.asked).toEqual(["renew of 1"]);
});

test("a company that changed its certificate while it was served goes on with the one that acts for it now", async () => {
  const { state, admission } = await enterAs(own);
  state.certificate = operators;
  expect(await admission.renew()).toBeUndefined();
  expect([admission.certificate, admission.ticket.token]).toEqual([operators, "of 9"]);
  state.certificate = own;
  expect(await admission.renew()).toBeUndefined();
  expect([admission.certificate, admission.ticket.token]).toEqual([own, "of 1"]);
  expect(state.asked).toEqual([]);
});

test.each([undefined, new Error("no database")])(
  "without another certificate it is renewed by its own: %s",
  async (found) => {
    const { state, admission } = await enterAs(own);
    state.certificate = found;
    expect(await admission.renew()).toBeUndefined();
    expect(admission.ticket.token).toBe("of 1'");
  },
);

test("without a certificate nobody is let in", async () => {
  const { enter } = openEntrance(undefined);
  expect(await enter(tenant)).toMatchObject({ outcome: "unavailable", reason: { code: "VALIDATION_ERROR" } });
});

test.each([true, undefined])("whether a ticket is withheld, which is no outage, is told on: %s", async (isWithheld) => {
  const enter = createCredentialProvider(
    {
      ticketFor: async () => ({
        ...{
          outcome: "unavailable",
          cause: "no ticket",
          permanent: false,
          kind: "down",
          service: "wsfe",
          heard: "answer",
        },
        ...(isWithheld && { isWithheld }),
      }),
      renewTicket: async () => granted("none"),
      explainRefusal: (credentials, refused, cause) => explainRefusal(credentials, "wsfe", refused, cause),
    },
    async () => own,
  );
  const entered = await enter(tenant);
  expect(entered.outcome === "unavailable" && entered.isWithheld).toBe(isWithheld);
});
