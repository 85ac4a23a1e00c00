import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoginOutcome } from "../../../../issuer/authority/wsaa/wsaa.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { createWorld, credentials, hourMs, ticket, tokenFor } from "./ticket-world.js";

const denied = (faultCode: string, kind: "notDelegated" | "certificate"): LoginOutcome => ({
  ...{ outcome: "denied", permanent: true, kind, faultCode, message: "" },
});

const answers = {
  notAuthorized: denied("coe.notAuthorized", "notDelegated"),
  expired: denied("cms.cert.expired", "certificate"),
  already: { outcome: "alreadyAuthenticated" },
  down: { outcome: "unavailable", cause: "down" },
} satisfies Record<string, LoginOutcome>;

const step = fc.oneof(
  fc.record({ kind: fc.constant("refused" as const), answer: fc.constantFrom(...Object.keys(answers), "granted") }),
  fc.record({ kind: fc.constant("passed" as const), seconds: fc.constantFrom(5, 45, 61, 3_600) }),
  fc.record({ kind: fc.constant("asked" as const) }),
  fc.record({ kind: fc.constant("issued" as const) }),
);

test(
  "whatever happened before, nothing is told by a ticket that its service refused, and no refusal is forgotten",
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const world = createWorld();
        const first = ticket(tokenFor(credentials.cuit), world.clock.nowMs + 11 * hourMs);
        world.tickets.set("1/wsfe", first);
        const tickets = world.process();
        const refused = new Set<string>();
        for (const each of [...steps, { kind: "asked" as const }]) {
          if (each.kind === "passed") world.clock.nowMs += each.seconds * 1_000;
          if (each.kind === "issued") await tickets.get(credentials, "wsfe");
          if (each.kind === "refused") {
            const held = await tickets.get(credentials, "wsfe");
            if (held.outcome !== "ticket") continue;
            refused.add(held.ticket.token);
            if (each.answer !== "granted") world.answers.push(answers[each.answer as keyof typeof answers]);
            await tickets.renew(credentials, "wsfe", held.ticket);
            world.answers.length = 0;
          }
          if (each.kind === "asked") {
            const told = await tickets.getUndoubted(credentials, "wsfe");
            if (told.outcome === "ticket") expect([...refused]).not.toContain(told.ticket.token);
            else expect(refused.size).toBeGreaterThan(0);
          }
        }
      }),
      propertyRuns(400),
    ),
  60_000,
);
