import { afterAll, beforeAll, expect } from "vitest";
import { type System, startSystem } from "../../support/processes/system.js";
import { publicCase } from "../../support/public-case.js";

interface Service {
  name: string;
  authorized: boolean | null;
  suggestion?: string;
}

const demoCuit = "30712345671";
let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
});
afterAll(() => system?.[Symbol.asyncDispose]());

const kind = "What is told from a kept ticket";
const rule = "EXTENSIONS.md, section 9; issuer/README.md, section 5";

const ask = (path: string, company: "demo" | "mono" = "demo") => {
  const keys = company === "demo" ? system.keys.keys : system.keys.mono.keys;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  return system.request<any>(path, { company, key: keys.test });
};

async function delegationOf(service: string, company?: "mono"): Promise<Service | undefined> {
  const { status, body } = await ask("/taxauth/delegation", company);
  expect(status).toBe(200);
  return body.result.services.find(({ name }: Service) => name === service);
}

/** As if the last logins were long ago: the authority's pause between two is over. */
async function passPause(): Promise<void> {
  await system.kill("issuer");
  await system.expireLocks();
  await system.sql("UPDATE ticket SET login_at = NULL, generated_at = generated_at - interval '1 hour'");
  await system.authority.reset(["tickets"]);
  await system.start("issuer");
}

/** The service refuses the ticket that is kept, and the login gives no other. */
async function refuseTickets(service: string, operation: string): Promise<void> {
  await system.authority.set({ notAuthorized: [{ cuit: demoCuit, service }] });
  await system.authority.pushFault({
    ...{ operation, cuit: demoCuit, times: null, action: "error", code: "600" },
    msg: "ValidacionDeToken: No validaron las fechas del token",
  });
}

publicCase(
  {
    kind,
    sent: "GET /taxauth/delegation after the service refused the ticket, and the login said coe.notAuthorized",
    right: "authorized is false, with the problem; true again once the login gives a ticket",
    rule,
  },
  async () => {
    expect(await delegationOf("wsfe")).toEqual({ name: "wsfe", authorized: true });
    await passPause();
    await refuseTickets("wsfe", "FEParamGetPtosVenta");
    // The kept ticket lists the company, and nothing has spoken against it yet. What asks the service hears of it.
    const { issuance } = (await ask("/taxauth/status")).body.result;
    expect(issuance.ok).toBe(false);

    const told = await delegationOf("wsfe");
    expect(told).toEqual({ name: "wsfe", authorized: false, suggestion: expect.stringContaining('"wsfe"') });
    expect(await system.sql("SELECT failure ->> 'kind' AS kind FROM ticket WHERE failure IS NOT NULL")).toEqual([
      { kind: "notDelegated" },
    ]);

    await passPause();
    await system.authority.reset(["faults", "settings"]);
    expect(await delegationOf("wsfe")).toEqual({ name: "wsfe", authorized: true });
  },
);

publicCase(
  { kind, sent: "the same, of another company's own ticket", right: "true: it is refused nothing", rule },
  async () => {
    await passPause();
    await refuseTickets("wsfe", "FEParamGetPtosVenta");
    await ask("/taxauth/status");
    expect((await delegationOf("wsfe"))?.authorized).toBe(false);
    expect(await delegationOf("wsfe", "mono")).toEqual({ name: "wsfe", authorized: true });
    await system.authority.reset(["faults", "settings"]);
  },
);

publicCase(
  { kind, sent: "the same, while another issuer started anew", right: "false: every process knows it", rule },
  async () => {
    await passPause();
    await refuseTickets("wsfe", "FEParamGetPtosVenta");
    await ask("/taxauth/status");
    await system.kill("issuer");
    await system.expireLocks();
    await system.start("issuer");
    expect(await delegationOf("wsfe")).toMatchObject({ authorized: false, suggestion: expect.any(String) });
    await system.authority.reset(["faults", "settings"]);
  },
);

publicCase({ kind, sent: "the same, while the login does not answer", right: "null: nobody knows", rule }, async () => {
  await passPause();
  await refuseTickets("wsfe", "FEParamGetPtosVenta");
  await system.authority.set({ notAuthorized: [] });
  await system.authority.pushFault({ operation: "loginCms", action: "status", times: null });
  await ask("/taxauth/status");
  expect(await delegationOf("wsfe")).toMatchObject({ authorized: null, suggestion: expect.any(String) });
  await system.authority.reset(["faults", "settings"]);
});
