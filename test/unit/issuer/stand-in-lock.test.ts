import { expect, test } from "vitest";
import type { HeldLock } from "../../../issuer/issuing/deps.js";
import { createFallbackLock } from "../../../issuer/locks/fallback-lock.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };

type Answer = "free" | "taken" | "away";

/** Both locks as they answer, and what was asked of them. */
function openLocks({ shared, lease, isTripped = false, isRecovering = isTripped }: Locks) {
  const told: string[] = [];
  const hold = (name: string): HeldLock => ({
    isHeld: () => true,
    release: async () => void told.push(`${name} released`),
  });
  const lock = createFallbackLock({
    shared: {
      async tryAcquire() {
        told.push("lock asked");
        return shared === "free" ? hold("lock") : shared;
      },
    },
    lease: {
      async tryAcquire() {
        told.push("lease asked");
        if (lease === "broken") throw new Error("the database is away");
        return lease === "free" ? hold("lease") : "taken";
      },
    },
    redis: { isTripped: () => isTripped, isRecovering: () => isRecovering },
  });
  return { told, take: () => lock.tryAcquire(key) };
}

interface Locks {
  shared: Answer;
  lease: "free" | "taken" | "broken";
  isTripped?: boolean;
  isRecovering?: boolean;
}

test.each<[string, Locks, boolean, string[]]>([
  ["the lock is free: nothing else is asked", { shared: "free", lease: "free" }, true, ["lock asked"]],
  ["another holds the lock", { shared: "taken", lease: "free" }, false, ["lock asked"]],
  [
    "another holds it, and Redis was away",
    { shared: "taken", lease: "free", isRecovering: true },
    false,
    ["lock asked"],
  ],
  ["Redis fails: the lease stands in", { shared: "away", lease: "free" }, true, ["lock asked", "lease asked"]],
  [
    "Redis is known to be away: it is not asked",
    { shared: "free", lease: "free", isTripped: true },
    true,
    ["lease asked"],
  ],
  ["another holds the lease", { shared: "away", lease: "taken" }, false, ["lock asked", "lease asked"]],
  [
    "Redis is just back: both are taken",
    { shared: "free", lease: "free", isRecovering: true },
    true,
    ["lock asked", "lease asked"],
  ],
  [
    "Redis is just back, and another still holds the lease",
    { shared: "free", lease: "taken", isRecovering: true },
    false,
    ["lock asked", "lease asked", "lock released"],
  ],
])("%s", async (_, locks, isTaken, asked) => {
  const { told, take } = openLocks(locks);
  expect((await take()) !== undefined).toBe(isTaken);
  expect(told).toEqual(asked);
});

test("both are released", async () => {
  const { told, take } = openLocks({ shared: "free", lease: "free", isRecovering: true });
  const held = await take();
  expect(held?.isHeld()).toBe(true);
  await held?.release();
  expect(told.slice(2).sort()).toEqual(["lease released", "lock released"]);
});

test("a lock is not kept when the lease cannot be asked for", async () => {
  const { told, take } = openLocks({ shared: "free", lease: "broken", isRecovering: true });
  await expect(take()).rejects.toThrow("the database is away");
  expect(told.at(-1)).toBe("lock released");
});
