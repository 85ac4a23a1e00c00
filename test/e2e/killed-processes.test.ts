import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { fromGroup } from "../support/groups.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation, expectEqualLedgers } from "./ledgers.js";

const processes: ProcessName[] = ["api", "issuer", "renderer", "mailer"];

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Sends the same body until it is answered with its voucher, as api/README.md tells clients to. */
async function issueUntilAnswered(body: ReturnType<typeof invoiceB>): Promise<number> {
  return waitFor(
    async () => {
      const { status, body: answer } = await system.request("/invoices", { method: "POST", body });
      if (status === 400 || status === 422) throw new Error(`unexpected answer ${status}: ${answer.error}`);
      return answer.ok && answer.result.id;
    },
    { message: `the voucher of ${body.idempotency}`, intervalMs: 200 },
  );
}

test.each(fromGroup("faults", processes, (name) => name === "issuer"))(
  "after a kill -9 of %s under load and its restart, every key has one voucher, its PDF and its e-mail",
  async (victim) => {
    const before = (await system.authority.ledger()).length;
    const bodies = Array.from({ length: 24 }, (_, index) =>
      invoiceB({
        posNumber: 1 + (index % 3),
        ...(index % 4 === 0 && { emails: [{ email: `${victim}-${before}-${index}@example.com` }] }),
      }),
    );

    const issuing = Promise.all(bodies.map((body) => issueUntilAnswered(body)));
    await waitFor(async () => (await system.authority.ledger()).length >= before + 4, {
      message: "the first vouchers",
      intervalMs: 5,
    });
    await system.kill(victim);
    await system.start(victim);
    const ids = await issuing;

    expect(new Set(ids).size).toBe(bodies.length);
    const rows = (await expectEqualLedgers(system)).slice(before);
    expect(rows.map((row) => row.idempotency).sort()).toEqual(bodies.map((body) => body.idempotency).sort());

    await waitFor(
      async () =>
        (await system.request<{ hasPdf: boolean }[]>("/invoices?limit=200")).body.result.every((row) => row.hasPdf),
      { message: "every PDF", intervalMs: 200 },
    );
    await waitFor(
      async () => {
        const messages = (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as { to: string[] }[];
        const addresses = messages.flatMap(({ to }) => to).filter((to) => to.startsWith(`${victim}-${before}-`));
        return new Set(addresses).size === 6;
      },
      { message: "every e-mail", timeoutMs: 120_000, intervalMs: 200 },
    );
  },
);
