import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  grantedAt,
  invoiceOf,
  otherPosOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

const cuit = "30712345671";
let system: System;
beforeAll(async () => {
  system = await startFaultSystem({ processes: ["api", "issuer", "issuer-2"] });
  // Like the real authority: no second ticket for a while after the first.
  await system.authority.set({ alreadyAuthenticatedSeconds: 600 });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const logins = () => system.authority.calls("loginCms");

/** Restarts the issuers and changes their environment while none runs: a killed issuer forgets the ticket in its memory. */
async function restartIssuers(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  for (const name of ["issuer", "issuer-2"] as const) await system.kill(name);
  await system.expireLocks();
  await meanwhile();
  await Promise.all([system.start("issuer"), system.start("issuer-2")]);
}

const refuseCertificate = () =>
  restartIssuers(async () => {
    await system.authority.set({ notAuthorized: [{ cuit, service: "wsfe" }] });
    await system.sql("DELETE FROM ticket");
  });

const acceptCertificate = () =>
  restartIssuers(async () => {
    await system.authority.set({ notAuthorized: [] });
    await system.sql("UPDATE ticket SET login_at = NULL");
  });

faultRow(
  {
    row: 34,
    fault: "the authority gives no second ticket, and another process has the first",
    expected: "the stored ticket serves all processes and restarts, with a single login",
    check: "I10",
  },
  async () => {
    const bodies = Array.from({ length: 12 }, (_, index) =>
      invoiceOf(34, { posNumber: index % 2 === 0 ? posOf(34) : otherPosOf(34) }),
    );
    const answers = await Promise.all(bodies.map((body) => post(system, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    expect(await logins()).toBe(1);

    await restartIssuers();
    expect((await post(system, invoiceOf(34))).status).toBe(201);
    expect(await logins()).toBe(1);
    await expectAgreement(system, 34);
  },
);

faultRow(
  {
    row: 33,
    fault: "the ticket is refused with 600 or 601",
    expected:
      "the number is looked up, and the same content is sent again under it, with a new ticket where there is one",
    check: "I1 I11",
  },
  async () => {
    await warmUp(system, 33);
    const refuse = (code: string, times: number) =>
      system.authority.pushFault({ operation: "FECAESolicitar", action: "error", code, times, pos: posOf(33) });

    // However long the rows before took: the authority gives no other ticket so soon after a login.
    await system.sql("UPDATE ticket SET login_at = now()");
    await refuse("600", 1);
    expect(await post(system, invoiceOf(33))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await system.authority.requests({ operation: "FECompConsultar", pos: posOf(33) })).toHaveLength(1);

    for (const [index, code] of ["600", "601"].entries()) {
      // As if the last login was long enough ago for the authority to give another ticket.
      await system.sql("UPDATE ticket SET login_at = login_at - interval '2 minutes'");
      await system.authority.set({ alreadyAuthenticatedSeconds: 0 });
      await refuse(code, 1);
      const answer = await post(system, invoiceOf(33));
      expect(answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 + index } } });
    }
    expect(await system.authority.requests({ operation: "FECompConsultar", pos: posOf(33) })).toHaveLength(3);
    expect(await system.authority.requests({ operation: "FECAESolicitar", pos: posOf(33) })).toHaveLength(7);
    expect(await grantedAt(system, posOf(33))).toHaveLength(4);
    await expectAgreement(system, 33);
  },
);

faultRow(
  {
    row: 35,
    fault: "the certificate is not delegated to the service",
    expected: "502 names the service, there is one login, and the number is free",
    check: "I6 I11",
  },
  async () => {
    await refuseCertificate();
    const before = await logins();
    const body = invoiceOf(35);
    for (let time = 1; time <= 3; time++) {
      expect(await post(system, body)).toMatchObject({
        status: 502,
        body: { code: "TAXAUTH_CONNECTION_ERROR", error: expect.stringContaining('"wsfe"') },
      });
    }
    expect((await logins()) - before).toBe(1);

    await acceptCertificate();
    expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: 1 } } });
    await expectAgreement(system, 35);
  },
);

faultRow(
  {
    row: 63,
    fault: "the certificate is refused while a number is unresolved",
    expected: "409, the sequence stays closed without questions, and recovers when the certificate is accepted again",
    check: "I4",
  },
  async () => {
    await warmUp(system, 63);
    const pos = posOf(63);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
    await system.authority.pushFault({ operation: "FECompConsultar", action: "status", pos, times: null });
    const body = invoiceOf(63);
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });

    await refuseCertificate();
    await system.authority.clearFaults();
    const asked = (await system.authority.requests({ pos })).length;
    const { epoch } = await sequenceAt(pos);
    await waitFor(async () => (await sequenceAt(pos)).epoch >= epoch + 2, {
      message: "two attempts",
    });
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", doubt: "unconfirmed", number: 2 });
    expect((await system.authority.requests({ pos })).length).toBe(asked);
    expect(await post(system, invoiceOf(63)), "a sale behind it").toMatchObject({
      ...{ status: 502, body: { code: "TAXAUTH_CONNECTION_ERROR" } },
    });

    await acceptCertificate();
    await waitForState(system, body, "approved");
    await expectAgreement(system, 63);
  },
);

async function sequenceAt(pos: number): Promise<{ epoch: number }> {
  const [sequence] = await system.sql<{ epoch: number }>(
    "SELECT epoch FROM sequence WHERE pos_number = $1 AND voucher_type = 6 AND NOT production",
    [pos],
  );
  if (!sequence) throw new Error(`no sequence at ${pos}`);
  return sequence;
}
