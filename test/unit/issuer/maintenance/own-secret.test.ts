import { expect, test } from "vitest";
import { createOwnSecret, leaveToHolders } from "../../../../issuer/maintenance/own-secret.js";
import { BusyError } from "../../../../shared/queues/errors.js";
import { boxHeader } from "../../../../shared/sealing/sealed-form.js";

const [own, other] = ["0011223344556677", "8899aabbccddeeff"] as const;

async function look(...newest: string[]) {
  const turned: boolean[] = [];
  const secret = createOwnSecret({
    keyIds: [own],
    readNewest: async () => newest.map(boxHeader),
    turned: (isOther) => turned.push(isOther),
  });
  await secret.round();
  return { secret, turned };
}

test("an issuer whose SECRET_KEY opens none of the private keys in force leaves its jobs to others", async () => {
  const { secret, turned } = await look(other, other);
  expect(secret.isOther()).toBe(true);
  expect(turned).toEqual([true]);
  expect(() => leaveToHolders(secret, 1)).toThrow(BusyError);
});

test("where nothing is sealed yet, or only some keys are of before, it takes them", async () => {
  for (const newest of [[], [own], [other, own]]) {
    const { secret, turned } = await look(...newest);
    expect(secret.isOther()).toBe(false);
    expect(turned).toEqual([]);
    expect(() => leaveToHolders(secret, 1)).not.toThrow();
  }
});

test("it takes them again once the private keys are sealed to its own", async () => {
  const sealed: string[] = [other];
  const secret = createOwnSecret({
    keyIds: [own],
    readNewest: async () => sealed.map(boxHeader),
    turned: () => undefined,
  });
  await secret.round();
  sealed[0] = own;
  await secret.round();
  expect(secret.isOther()).toBe(false);
});
