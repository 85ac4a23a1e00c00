import { afterAll, beforeAll, expect } from "vitest";
import type { System } from "../../support/processes/system.js";
import { startTcpProxy } from "../../support/servers/tcp-proxy.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import { faultRow } from "./fault-row.js";
import { expectAgreement, invoiceOf, post, startFaultSystem, waitForState, warmUp } from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const hit = { status: 200, body: { result: { voucherNumber: 2, idempotencyHit: true }, quota: null } };

faultRow(
  {
    row: 50,
    fault: "the issuer is killed between the commit and its announcement",
    expected: "the API's poll finds the outcome",
    check: "I10",
  },
  async () => {
    await restartWith(system, "issuer", "after_tx3:kill@2");
    await warmUp(system, 50);
    const answer = post(system, invoiceOf(50));
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await reviveAfterCrash(system, "issuer");
    await expectAgreement(system, 50);
  },
);

faultRow(
  {
    row: 51,
    fault: "the API is killed before it writes its 201",
    expected: "the same key gives the voucher",
    check: "I6",
  },
  async () => {
    await warmUp(system, 51);
    await restartWith(system, "api", "before_response:kill");
    const body = invoiceOf(51);
    await expect(post(system, body)).rejects.toThrow();
    await waitForState(system, body, "approved");
    await reviveAfterCrash(system, "api");
    expect(await post(system, body)).toMatchObject(hit);
    await expectAgreement(system, 51);
  },
);

faultRow(
  {
    row: 52,
    fault: "a proxy cuts the connection during the answer",
    expected: "the same key gives the voucher",
    check: "I6",
  },
  async () => {
    await warmUp(system, 52);
    const proxy = await startTcpProxy(system.originOf("api"));
    const body = invoiceOf(52);
    proxy.strike({ match: body.idempotency, lose: "answer" });
    await expect(post(system, body, { via: { origin: `http://127.0.0.1:${proxy.port}` } })).rejects.toThrow();
    expect(proxy.struck()).toBe(1);
    await waitForState(system, body, "approved");
    expect(await post(system, body)).toMatchObject(hit);
    await proxy.close();
    await expectAgreement(system, 52);
  },
);
