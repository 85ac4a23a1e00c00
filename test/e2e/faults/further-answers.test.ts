import { afterAll, beforeAll, expect } from "vitest";
import type { System } from "../../support/processes/system.js";
import { jointInvoice, schoolInvoice, schoolOptionals, usualActivities } from "../../support/samples/further-data.js";
import { endWithoutViolation } from "../ledgers.js";
import { concurrentFaultRow } from "./fault-row.js";
import {
  askedSinceWarmUp,
  expectAgreement,
  grantedAt,
  type Invoice,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

// What few vouchers declare is compared like everything else. Each row has its own sequence, so the rows run concurrently.
let system: System;
beforeAll(async () => {
  system = await startFaultSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const loseAnswer = (row: number) =>
  system.authority.pushFault({ operation: "FECAESolicitar", pos: posOf(row), when: "after", action: "drop" });

concurrentFaultRow(
  {
    row: 111,
    fault: "the answer is lost of vouchers with optional fields, activities and several buyers",
    expected: "the number is looked up, and the voucher is adopted",
    check: "I1 I2",
  },
  async () => {
    await warmUp(system, 111);
    const posNumber = posOf(111);
    const bodies: Invoice[] = [
      schoolInvoice({ posNumber, activities: usualActivities }),
      jointInvoice({ posNumber, optionals: [{ id: "23", value: "OC Ñ-17" }] }),
    ];
    for (const [index, body] of bodies.entries()) {
      await loseAnswer(111);
      expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: index + 2 } } });
    }
    expect(await askedSinceWarmUp(system, 111)).toBe(2);
    const [, school, joint] = await grantedAt(system, posNumber);
    expect(school?.declared).toMatchObject({
      Opcionales: schoolOptionals.map(({ id, value }) => ({ Id: id, Valor: value })),
      Actividades: [{ Id: 620_100 }],
    });
    expect(joint?.declared.Compradores).toMatchObject([{ Porcentaje: "66.67" }, { Porcentaje: "33.33" }]);
    await expectAgreement(system, 111);
  },
);

concurrentFaultRow(
  {
    row: 112,
    fault: "the look-up of a lost answer shows none of our optional fields",
    expected: "409 and no second voucher, until a look-up shows them",
    check: "I1 I2 I10",
  },
  async () => {
    await warmUp(system, 112);
    await system.authority.set({ restated: [{ pos: posOf(112), field: "Opcionales", value: null }] });
    await loseAnswer(112);
    const body: Invoice = schoolInvoice({ posNumber: posOf(112) });
    expect(await post(system, body)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
    expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });
    await system.authority.set({ restated: [] });
    await waitForState(system, body, "approved");
    expect(await post(system, body)).toMatchObject({ status: 200, body: { result: { voucherNumber: 2 } } });
    expect(await askedSinceWarmUp(system, 112)).toBe(1);
    await expectAgreement(system, 112);
  },
);
