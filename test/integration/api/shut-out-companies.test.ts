import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { type System, shortTurnWaits, startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

const cuit = "30712345671";
let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], env: shortTurnWaits() });
});
afterAll(() => system?.[Symbol.asyncDispose]());

const post = (idempotency: string) => system.request("/invoices", { method: "POST", body: invoiceB({ idempotency }) });

/** The same by a caller who reads Spanish. */
async function postInSpanish(idempotency: string): Promise<{ error: string }> {
  const answer = await fetch(`${system.url}/invoices`, {
    method: "POST",
    body: JSON.stringify(invoiceB({ idempotency })),
    headers: {
      authorization: `Bearer ${system.keys.keys.test}`,
      "content-type": "application/json",
      "accept-language": "es",
    },
  });
  return (await answer.json()) as { error: string };
}

/** A sale is granted, and its answer is lost. */
const loseAnswer = () => system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop" });

/** The service refuses the company's ticket, and the login gives it no other. */
async function withdrawAccess(): Promise<void> {
  await system.authority.set({ notAuthorized: [{ cuit, service: "wsfe" }] });
  for (const operation of ["FECompConsultar", "FECompUltimoAutorizado"])
    await system.authority.pushFault({
      ...{ operation, cuit, times: null, action: "error", code: "600" },
      msg: "Token",
    });
}

/** As if the authority's pause between two logins had passed. @param drops the kept ticket */
async function passPause(drops = false): Promise<void> {
  await system.kill("issuer");
  await system.expireLocks();
  if (drops) await system.sql("DELETE FROM ticket");
  else await system.sql("UPDATE ticket SET login_at = NULL, generated_at = generated_at - interval '1 hour'");
  await system.authority.reset(["tickets"]);
  await system.start("issuer");
}

/** Everybody is told what to do, the sale whose number is open as often as it is sent. Once it is done, each gets its voucher. */
async function expectTold(name: string, hint: string, hintInSpanish: string): Promise<void> {
  const open = `${name}-open`;
  for (const _ of ["the first", "a replay"]) {
    const answer = await post(open);
    expect(answer).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    expect(answer.body.error).toContain(hint);
    expect(answer.body.error).toMatch(/^It could not be confirmed .* Once that is mended, send it again with the same/);
    expect(answer.headers.get("retry-after"), "retrying does not help").toBeNull();
  }
  const inSpanish = await postInSpanish(open);
  expect(inSpanish.error).toContain(hintInSpanish);
  expect(inSpanish.error).toMatch(/^Todavía no se sabe .* Cuando esté resuelto, volvé a enviarlo con la misma/);

  const behind = await post(`${name}-behind`);
  expect(behind).toMatchObject({ status: 502, body: { code: "TAXAUTH_CONNECTION_ERROR" } });
  expect(behind.body.error).toContain(hint);
  expect(behind.headers.get("retry-after")).toBeNull();
}

async function expectIssuedOnceMended(name: string): Promise<void> {
  await system.authority.reset(["faults", "settings"]);
  await passPause();
  await waitFor(async () => (await post(`${name}-open`)).status === 200, { message: "the voucher", timeoutMs: 60_000 });
  expect((await post(`${name}-behind`)).status).toBe(201);
  expect(await system.sql("SELECT FROM issuance WHERE problem IS NOT NULL OR doubt IS NOT NULL")).toEqual([]);
}

test("a delegation that was withdrawn while an answer was lost is told to the sale in doubt and to those behind it", async () => {
  expect((await post("warm")).status).toBe(201);
  await passPause();
  await withdrawAccess();
  await loseAnswer();

  await expectTold("delegation", 'The certificate is not authorized for the service "wsfe"', "asociá el alias");
  await expectIssuedOnceMended("delegation");
});

test("a certificate that the login refuses is told in the same way", async () => {
  await system.authority.pushFault({ operation: "FECompConsultar", action: "drop" });
  await loseAnswer();
  expect(await post("certificate-open")).toMatchObject({ status: 409, headers: expect.anything() });
  await system.authority.pushFault({
    ...{ operation: "loginCms", action: "fault", code: "cms.cert.untrusted", msg: "no confiable", times: null },
  });
  await passPause(true);
  await waitFor(async () => (await system.sql("SELECT FROM issuance WHERE problem IS NOT NULL")).length > 0, {
    message: "a round that is refused",
    timeoutMs: 60_000,
  });

  await expectTold("certificate", "The tax authority does not accept the certificate", "ARCA no acepta el certificado");
  await expectIssuedOnceMended("certificate");
});
