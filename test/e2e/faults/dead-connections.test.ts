import { expect, test } from "vitest";
import { expectNoViolation } from "../ledgers.js";
import { invoiceOf, postUntilFinal, startFaultSystem, warmUp } from "./fault-system.js";

// Not a row of the matrix: a firewall or a host that went away leaves connections that neither answer nor end. Each waits for
// half a minute that they are noticed, so they wait side by side.
test.concurrent.each([
  ["issuer", "redis"],
  ["api", "redis"],
  ["issuer", "postgres"],
  ["api", "postgres"],
  ["issuer", "authority"],
] as const)(
  "connections of %s to %s that are silently dead are given up, and issuing goes on",
  async (name, dependency) => {
    await using system = await startFaultSystem({ env: { RATE_LIMIT_PER_MINUTE: "100000" } });
    await warmUp(system, 95);
    system.proxies.of(name, dependency).strand();
    const bodies = [invoiceOf(95), invoiceOf(95), invoiceOf(95)];
    const answers = await Promise.all(bodies.map((body) => postUntilFinal(system, body)));
    expect(answers.map(({ body }) => body.ok)).toEqual([true, true, true]);
    await expectNoViolation(system);
  },
);
