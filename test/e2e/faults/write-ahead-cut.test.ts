import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  invoiceOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Makes the issuer die at this failpoint in the row's second voucher. Gives that voucher's pending answer. */
async function crashAt(row: number, passage: string) {
  await restartWith(system, "issuer", passage);
  await system.expireLocks();
  await warmUp(system, row);
  const body = invoiceOf(row);
  return { body, answer: post(system, body) };
}

const writeAhead = "talonario_submit_next";

faultRow(
  {
    row: 20,
    fault: "the issuer is killed before the write-ahead",
    expected: "nothing was sent, and the next drain starts over",
    check: "I1",
  },
  async () => {
    const { body, answer } = await crashAt(20, "before_tx2:kill@2");
    await system.exited("issuer");
    expect(await stateOf(system, body)).toMatchObject({ state: "queued", number: null });
    expect(await askedSinceWarmUp(system, 20)).toBe(0);
    await reviveAfterCrash(system, "issuer");
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 20)).toBe(1);
    await expectAgreement(system, 20);
  },
);

faultRow(
  {
    row: 21,
    fault: "the issuer is killed between write-ahead and send",
    expected: "the look-up finds nothing, and the same content is sent",
    check: "I1 I3",
  },
  async () => {
    const { body, answer } = await crashAt(21, "after_tx2:kill@2");
    await system.exited("issuer");
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });
    expect(await askedSinceWarmUp(system, 21)).toBe(0);
    await reviveAfterCrash(system, "issuer");
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 21)).toBe(1);
    await expectAgreement(system, 21);
  },
);

faultRow(
  {
    row: 22,
    fault: "PostgreSQL is away at the write-ahead",
    expected: "nothing is sent, and the sequence has no gap",
    check: "I1 I6",
  },
  async () => {
    await warmUp(system, 22);
    const toPostgres = system.proxies.of("issuer", "postgres");
    const before = toPostgres.struck();
    toPostgres.strike({ match: writeAhead, lose: "request" });
    const body = invoiceOf(22);
    const answer = post(system, body);
    await waitFor(() => toPostgres.struck() > before, { message: "the write-ahead" });
    await toPostgres.refuse();
    await waitFor(async () => !(await isReady()), { message: "the issuer to notice" });
    expect(await askedSinceWarmUp(system, 22)).toBe(0);
    expect(await stateOf(system, body)).toMatchObject({ state: "queued" });

    await toPostgres.pass();
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 22)).toBe(1);
    await expectAgreement(system, 22);
  },
);

const isReady = async () => (await fetch(`${system.originOf("issuer")}/health/ready`)).ok;

faultRow(
  {
    row: 23,
    fault: "the connection is cut during the write-ahead's commit",
    expected: "the row is read again, and its content is sent",
    check: "I1",
  },
  async () => {
    await warmUp(system, 23);
    system.proxies.of("issuer", "postgres").strike({ match: writeAhead, lose: "answer" });
    const body = invoiceOf(23);
    const answer = await post(system, body);
    expect(answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 23)).toBe(1);
    await expectAgreement(system, 23);
  },
);

faultRow(
  {
    row: 24,
    fault: "the connection to the authority is refused, has an unknown name, or has no TLS",
    expected: "a first send is 502 and frees the number, and a re-send keeps its number",
    check: "I1 I6 I11",
  },
  async () => {
    await warmUp(system, 24);
    const body = invoiceOf(24);
    const toAuthority = system.proxies.of("issuer", "authority");
    await toAuthority.refuse();
    const refused = { status: 502, body: { code: "TAXAUTH_CONNECTION_ERROR" } };
    expect(await post(system, body)).toMatchObject(refused);
    expect(await stateOf(system, body)).toMatchObject({ state: "failed", number: null });
    await toAuthority.pass();

    for (const url of ["http://authority.invalid/wsfev1", `https://127.0.0.1:${toAuthority.port}/wsfev1`]) {
      await system.kill("issuer");
      await system.start("issuer", { TAXAUTH_HOMOLOGATION_WSFE_URL: url });
      await system.expireLocks();
      expect(await post(system, body), url).toMatchObject(refused);
      expect(await stateOf(system, body)).toMatchObject({ state: "failed", number: null });
    }
    expect(await askedSinceWarmUp(system, 24)).toBe(0);

    // The first request is lost and the re-send is not sent at all, so the issuer must look again.
    await restartWith(system, "issuer", "before_first_byte:error@2");
    await system.expireLocks();
    await system.authority.pushFault({ operation: "FECAESolicitar", action: "drop", pos: posOf(24) });
    expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 24)).toBe(2);
    await expectAgreement(system, 24);
  },
);

faultRow(
  {
    row: 26,
    fault: "the issuer is killed during its request, before or after the grant",
    expected: "the successor looks the number up and adopts it or sends the same content again",
    check: "I1 I2",
  },
  async () => {
    await warmUp(system, 26);
    for (const when of ["before", "after"] as const) {
      const pos = posOf(26);
      await system.authority.pushFault({ operation: "FECAESolicitar", when, action: "delay", ms: 1_200, pos });
      const before = await askedSinceWarmUp(system, 26);
      const granted = (await grantedAt(system, pos)).length;
      const answer = post(system, invoiceOf(26));
      await waitFor(async () => (await askedSinceWarmUp(system, 26)) > before, {
        message: "the request",
        intervalMs: 10,
      });
      await system.kill("issuer");
      expect((await grantedAt(system, pos)).length).toBe(granted + (when === "after" ? 1 : 0));
      await reviveAfterCrash(system, "issuer");
      expect((await answer).status).toBe(201);
    }
    await expectAgreement(system, 26);
  },
);
