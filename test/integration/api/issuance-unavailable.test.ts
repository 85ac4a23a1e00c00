import { beforeEach, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(() => startSystem({ processes: ["api", "issuer"] }));
beforeEach(() => system.authority.reset(["faults", "settings"]));

interface Issuer {
  company: "demo" | "mono";
  environment: "test" | "production";
}

/** An issuance on a sequence that was never used, and the suggestion of the status check afterwards. */
async function issue({ company, environment }: Issuer, changes: Record<string, unknown>) {
  const key = (company === "demo" ? system.keys.keys : system.keys.mono.keys)[environment];
  const body = invoiceB(changes);
  const { status, body: told } = await system.request("/invoices", { method: "POST", company, key, body });
  const checks = await system.request<{ issuance: { suggestion?: string } }>("/taxauth/status", { company, key });
  return { status, told, suggestion: checks.body.result.issuance.suggestion };
}

/** A C invoice: mono's only type. */
const ofMono = { voucherType: 11 };
const failedLogin = (code: string) =>
  ({ operation: "loginCms", action: "fault", code, msg: "said so", times: null }) as const;
const never = "Retrying does not help.";

// Tickets and failed logins outlive a test, so each test about logging in uses a different certificate.
test.each<[string, Issuer, () => Promise<unknown>, Record<string, unknown>, RegExp, string]>([
  [
    "a missing delegation",
    { company: "mono", environment: "test" },
    () => system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "wsfe" }] }),
    ofMono,
    /not authorized for the service "wsfe".*associate the certificate's alias/,
    never,
  ],
  [
    "a refused certificate",
    { company: "mono", environment: "production" },
    () => system.authority.pushFault(failedLogin("cms.cert.untrusted")),
    ofMono,
    /does not accept the certificate \(cms\.cert\.untrusted: said so\): install one/,
    never,
  ],
  [
    "a wrong clock",
    { company: "demo", environment: "production" },
    () => system.authority.pushFault(failedLogin("xml.generationTime.invalid")),
    {},
    /refuses the time of the login.*synchronise it/,
    "Retrying helps only after that.",
  ],
])(
  "[E4] an issuance's 502 tells %s in the words of the status check",
  async (_, issuer, disturb, changes, words, retry) => {
    await disturb();
    const { status, told, suggestion } = await issue(issuer, changes);
    expect([status, told]).toEqual([
      502,
      { ok: false, code: "TAXAUTH_CONNECTION_ERROR", error: `The voucher was not issued. ${suggestion}` },
    ]);
    expect(suggestion).toMatch(words);
    expect(suggestion?.endsWith(retry)).toBe(true);
  },
);

test.each<[string, Parameters<System["authority"]["pushFault"]>[0], number, RegExp]>([
  [
    "an authority that does not answer",
    { action: "status" },
    1,
    /does not answer for the service "wsfe" \(HTTP 503\).*try again/,
  ],
  [
    "a numbering that the authority does not tell",
    { action: "error", code: "1502", msg: "said so" },
    2,
    /does not tell the last number.*\(\(1502\) said so\).*Try again/,
  ],
])("an issuance's 502 tells %s, and the same key issues afterwards", async (_, fault, posNumber, words) => {
  await system.authority.pushFault({ operation: "FECompUltimoAutorizado", pos: posNumber, times: 1, ...fault });
  const body = invoiceB({ posNumber });
  const post = () => system.request("/invoices", { method: "POST", body });
  const failed = await post();
  expect([failed.status, failed.body]).toEqual([
    502,
    { ok: false, code: "TAXAUTH_CONNECTION_ERROR", error: expect.stringMatching(words) },
  ]);
  expect((await post()).status).toBe(201);
});
