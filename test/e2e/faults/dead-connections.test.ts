import { expect, test } from "vitest";
import { fromGroup } from "../../support/groups.js";
import { expectNoViolation } from "../ledgers.js";
import { invoiceOf, postUntilFinal, startFaultSystem, warmUp } from "./fault-system.js";

// Not rows of the matrix: a firewall or a vanished host leaves connections that neither answer nor end. Detection takes half a
// minute, so the tests run concurrently.
const connections = [
  ["issuer", "redis"],
  ["api", "redis"],
  ["issuer", "postgres"],
  ["api", "postgres"],
  ["issuer", "authority"],
] as const;

test.concurrent.each(fromGroup("faults", connections, ([, to]) => to === "authority"))(
  "silently dead connections from %s to %s are closed, and issuing goes on",
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
