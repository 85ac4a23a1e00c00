import { expect } from "vitest";
import { startRedis } from "../../shared/sandbox/servers/embedded-redis.js";
import { waitFor } from "../../shared/sandbox/wait-for.js";
import { testOf } from "../support/groups.js";
import { openSystem } from "../support/processes/open-system.js";
import { readPdfText } from "../support/readers/read-pdf.js";
import { invoiceB } from "../support/samples/invoice.js";
import { createPartitionedDemo } from "../support/servers/partitioned-database.js";

testOf(
  "scale",
  "on a database in 16 partitions a sale is issued, printed and mailed, credited and listed, and so is a batch, with ids beyond 32 bits",
  async () => {
    const [database, redis] = await Promise.all([createPartitionedDemo(16), startRedis()]);
    const close = async () => {
      await redis.stop();
      await database.drop();
    };
    await using system = await openSystem({ databaseUrl: database.url, redis, demo: database, close });
    const least = 2 ** 33;
    for (const counter of ["issuance", "voucher", "recipient", "batch"])
      await system.sql(`SELECT setval('${counter}_id_seq', $1)`, [least]);

    const emails = [{ email: "cliente@example.com", name: "Ana Cliente" }];
    const sale = invoiceB({ emails });
    const issued = await system.request("/invoices", { method: "POST", body: sale });
    expect(issued.status).toBe(201);
    const { id, cae, voucherNumber } = issued.body.result;
    expect(id).toBeGreaterThan(least);
    const again = await system.request("/invoices", { method: "POST", body: sale });
    expect(again.body.result).toMatchObject({ id, cae, voucherNumber, idempotencyHit: true });

    const pdf = await waitFor(
      async () => {
        const response = await system.download(`/invoices/${id}/pdf`);
        return response.status === 200 && response;
      },
      { message: "the PDF" },
    );
    expect(await readPdfText(pdf.bytes)).toContain(cae);
    await waitFor(
      async () => (await (await fetch(`${system.mailboxUrl}/messages`)).text()).includes(emails[0]?.email ?? ""),
      {
        message: "the mail",
      },
    );

    const credited = await system.request(`/invoices/${id}/credit-notes`, {
      method: "POST",
      body: { idempotency: "credit" },
    });
    expect(credited.status).toBe(201);
    const batch = await system.request<{ id: number; state?: string }>("/batches", {
      method: "POST",
      body: { invoices: [invoiceB(), invoiceB()] },
    });
    const path = `/batches/${batch.body.result.id}`;
    await waitFor(async () => (await system.request<{ state?: string }>(path)).body.result.state === "done", {
      message: "the batch",
    });
    const listed = await system.request<{ id: number; emails: unknown[] }[]>("/invoices");
    expect(listed.body.result).toHaveLength(4);
    expect(listed.body.result.at(-1)).toMatchObject({ id, cae, hasPdf: true });
    expect(await system.authority.ledger()).toHaveLength(4);
    expect(
      await system.sql("SELECT count(DISTINCT tableoid)::int AS parts, count(*)::int AS vouchers FROM voucher"),
    ).toEqual([{ parts: 1, vouchers: 4 }]);
  },
  { timeoutMs: 120_000 },
);
