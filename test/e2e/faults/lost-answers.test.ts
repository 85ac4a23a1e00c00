import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { wsfeAnswer } from "../../authority/wsfe-envelope.js";
import { branch, leaves } from "../../authority/xml-text.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { concurrentFaultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  invoiceOf,
  posOf,
  post,
  startFaultSystem,
  waitForState,
  warmUp,
} from "./fault-system.js";

// Each row has its own sequence, and its scripted faults act only at its point of sale, so the rows run concurrently.
const cuit = "30712345671";
let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Scripts a fault at the row's point of sale. */
const spoil = (row: number, fault: Parameters<System["authority"]["pushFault"]>[0]) =>
  system.authority.pushFault({ operation: "FECAESolicitar", pos: posOf(row), ...fault });

concurrentFaultRow(
  {
    row: 25,
    fault: "the request is lost on its way",
    expected: "the look-up finds nothing, and the same content is sent again",
    check: "I1 I3",
  },
  async () => {
    await warmUp(system, 25);
    await spoil(25, { when: "before", action: "drop" });
    expect(await post(system, invoiceOf(25))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 25)).toBe(2);
    await expectAgreement(system, 25);
  },
);

concurrentFaultRow(
  {
    row: 27,
    fault: "the authority grants and the answer is lost",
    expected: "the number is looked up, and the voucher is adopted",
    check: "I1 I2",
  },
  async () => {
    await warmUp(system, 27);
    await spoil(27, { when: "after", action: "drop" });
    expect(await post(system, invoiceOf(27))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 27)).toBe(1);
    await expectAgreement(system, 27);
  },
);

concurrentFaultRow(
  {
    row: 28,
    fault: "the answer comes after the timeout",
    expected: "the voucher is adopted before, and the late answer is ignored",
    check: "I1",
  },
  async () => {
    await warmUp(system, 28);
    await spoil(28, { when: "after", action: "delay", ms: 2_500 });
    expect((await post(system, invoiceOf(28))).status).toBe(201);
    expect(await askedSinceWarmUp(system, 28)).toBe(1);
    await expectAgreement(system, 28);
  },
);

concurrentFaultRow(
  {
    row: 29,
    fault: "the first request arrives between the look-up and the re-send",
    expected: "the re-send gets 10016, and the next look adopts the voucher",
    check: "I1 I7",
  },
  async () => {
    await warmUp(system, 29);
    // The first request times out after 1.5 s and arrives at 2.4 s; the re-send, sent in between, arrives later.
    await spoil(29, { when: "before", action: "delay", ms: 2_400 });
    await spoil(29, { when: "before", action: "delay", ms: 1_400 });
    expect(await post(system, invoiceOf(29))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 29)).toBe(2);
    await expectAgreement(system, 29);
  },
);

const spoiledAnswers = [
  { action: "status", status: 500 },
  { action: "status", status: 502 },
  { action: "status", status: 503 },
  { action: "status", status: 200 },
  { action: "html", status: 200 },
  { action: "truncate" },
] as const;

concurrentFaultRow(
  {
    row: 31,
    fault: "the answer is 500, 502, 503, empty, HTML or truncated XML, before or after the grant",
    expected: "each counts as unknown, is looked up and settles",
    check: "I1",
  },
  async () => {
    await warmUp(system, 31);
    for (const when of ["before", "after"] as const) {
      for (const answer of spoiledAnswers) {
        await spoil(31, { when, ...answer });
        expect(await post(system, invoiceOf(31)), `${when} ${JSON.stringify(answer)}`).toMatchObject({ status: 201 });
      }
    }
    expect(await askedSinceWarmUp(system, 31)).toBe(3 * spoiledAnswers.length);
    await expectAgreement(system, 31);
  },
);

concurrentFaultRow(
  {
    row: 32,
    fault: "the authority reports an internal error, 500 to 502",
    expected: "it counts as unknown, whatever the authority did",
    check: "I1",
  },
  async () => {
    await warmUp(system, 32);
    for (const when of ["before", "after"] as const) {
      for (const code of ["500", "501", "502"]) {
        await spoil(32, { when, action: "error", code, msg: "Error interno" });
        expect((await post(system, invoiceOf(32))).status, `${code} ${when}`).toBe(201);
      }
    }
    expect(await askedSinceWarmUp(system, 32)).toBe(9);
    await expectAgreement(system, 32);
  },
);

concurrentFaultRow(
  {
    row: 36,
    fault: "a foreign system took the next number before our first send, which gets 10016",
    expected: "the counter is read again, and nothing is adopted",
    check: "I7 I3",
  },
  async () => {
    await warmUp(system, 36);
    const foreign = await system.authority.issueForeign({ cuit, pos: posOf(36), type: 6 });
    expect(await post(system, invoiceOf(36))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    expect(foreign.number).toBe(2);
    expect(await askedSinceWarmUp(system, 36)).toBe(2);
    await expectAgreement(system, 36);
  },
);

concurrentFaultRow(
  {
    row: 37,
    fault: "a foreign system takes the number between the lost request and the look-up",
    expected: "the intent gets a new number, and this is logged",
    check: "I7",
  },
  async () => {
    await warmUp(system, 37);
    const pos = posOf(37);
    await spoil(37, { when: "before", action: "drop" });
    await spoil(37, { operation: "FECompConsultar", when: "before", action: "delay", ms: 800 });
    const answer = post(system, invoiceOf(37));
    await waitFor(async () => (await system.authority.requests({ operation: "FECompConsultar", pos })).length === 1, {
      message: "the look-up",
    });
    const foreign = await system.authority.issueForeign({ cuit, pos, type: 6 });

    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    expect(foreign.number).toBe(2);
    await waitFor(
      async () => readFileSync(system.logFile("issuer"), "utf8").includes("numbering goes on after foreign vouchers"),
      { message: "numbering goes on after foreign vouchers" },
    );
    await expectAgreement(system, 37);
  },
);

concurrentFaultRow(
  {
    row: 39,
    fault: "the approval has observations",
    expected: "they are stored and answered",
    check: "I2",
  },
  async () => {
    const body = invoiceOf(39, {
      voucherType: 1,
      customer: { docType: 80, docNumber: "30710151543", name: "Ana", taxType: 6 },
    });
    const observations = [{ code: 10217, msg: expect.any(String) }];
    expect(await post(system, body)).toMatchObject({
      status: 201,
      body: { result: { taxAuthObservations: observations } },
    });
    const listed = await system.request(`/invoices?idempotency=${body.idempotency}`);
    expect(listed.body.result).toMatchObject([{ taxAuthObservations: observations }]);
    await expectAgreement(system, 39);
  },
);

/** An approval in the authority's form for this number. */
function approvalOf(pos: number, number: number): string {
  const header = leaves({
    Cuit: cuit,
    PtoVta: pos,
    CbteTipo: 6,
    FchProceso: "20260101000000",
    CantReg: 1,
    Resultado: "A",
  });
  const detail = leaves({
    CbteDesde: number,
    CbteHasta: number,
    Resultado: "A",
    CAE: "99999999999999",
    CAEFchVto: "20991231",
  });
  const result = branch("FeCabResp", header) + branch("FeDetResp", branch("FECAEDetResponse", detail));
  return wsfeAnswer("1.1", "homologation", new Date(), "FECAESolicitar", result).body;
}

concurrentFaultRow(
  {
    row: 41,
    fault: "a CAE comes with another number than the requested one",
    expected: "it decides nothing and is logged, and the requested number is looked up",
    check: "I7",
  },
  async () => {
    await warmUp(system, 41);
    await spoil(41, { when: "after", action: "status", status: 200, body: approvalOf(posOf(41), 7) });
    const answer = await post(system, invoiceOf(41));
    const granted = await grantedAt(system, posOf(41));
    expect(answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2, cae: granted[1]?.cae } } });
    await waitFor(
      async () => readFileSync(system.logFile("issuer"), "utf8").includes("the answer is about other numbers"),
      { message: "the answer is about other numbers" },
    );
    await expectAgreement(system, 41);
  },
);

concurrentFaultRow(
  {
    row: 70,
    fault: "a re-send is refused for its point of sale, and then the first request is granted",
    expected: "the refusal settles nothing, the number is looked up again, and the voucher is adopted",
    check: "I1 I2 I6",
  },
  async () => {
    await warmUp(system, 70);
    await spoil(70, { when: "before", action: "delay", ms: 3_000 });
    await spoil(70, { when: "before", action: "error", code: "10005", msg: "Punto de venta bloqueado" });
    const body = invoiceOf(70);
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    await waitForState(system, body, "approved");
    expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 70)).toBe(2);
    await expectAgreement(system, 70);
  },
);

concurrentFaultRow(
  {
    row: 71,
    fault: "a re-send gets 10016 because of its date",
    expected: "the date of the voucher before decides, without endless renumbering",
    check: "I10",
  },
  async () => {
    await warmUp(system, 71);
    await spoil(71, { when: "before", action: "drop" });
    const body = invoiceOf(71, { voucherDate: yesterday() });
    expect(await post(system, body)).toMatchObject({ status: 422, body: { details: [{ code: 10016 }] } });
    expect(await post(system, invoiceOf(71))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await expectAgreement(system, 71);
  },
);

function yesterday(): string {
  const [year, month, day] = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Argentina/Buenos_Aires" })
    .format(Date.now() - 24 * 3_600_000)
    .split("-");
  return `${year}${month}${day}`;
}
