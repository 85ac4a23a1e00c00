import { expect } from "vitest";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { openSystem } from "../../support/processes/open-system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { asProcess, createTestRoles } from "../../support/servers/process-roles.js";
import { startPostgresPair } from "../../support/servers/standby.js";

interface Told {
  id: number;
  voucherNumber: number;
  cae: string;
}

/** Callers that sell at the same time. */
const sellers = 6;

testOf(
  "faults",
  "the primary dies while vouchers are issued: the processes go on with the standby that is promoted, and nothing that was answered is lost",
  async () => {
    await using pair = await startPostgresPair({
      isSynchronous: true,
      prepare: async (url) => {
        await migrate(url);
        await createTestRoles(url);
      },
    });
    const redis = await startRedis();
    const byHosts = (name: "api" | "issuer") => ({ DATABASE_URL: asProcess(pair.url, name) });
    await using system = await openSystem(
      { databaseUrl: pair.primaryUrl, redis, close: () => redis.stop() },
      {
        processes: ["api", "issuer"],
        processEnv: {
          api: { ...byHosts("api"), READ_DATABASE_URL: asProcess(pair.standbyUrl, "api") },
          issuer: byHosts("issuer"),
        },
      },
    );

    const told = new Map<string, Told>();
    const refused: string[] = [];
    let isOver = false;
    const sell = async (posNumber: number) => {
      while (!isOver) {
        const body = invoiceB({ posNumber });
        // As callers do: the same key until there is an answer.
        for (;;) {
          const answer = await system.request("/invoices", { method: "POST", body }).catch((error) => `${error}`);
          if (typeof answer !== "string" && answer.status === 201) {
            told.set(body.idempotency, answer.body.result);
            // What was answered is in the listing at once, whichever of both answers it.
            const listed = await system.request<{ id: number }[]>(`/invoices?idempotency=${body.idempotency}`);
            if (listed.status === 200) expect(listed.body.result.map(({ id }) => id)).toEqual([answer.body.result.id]);
            break;
          }
          const what =
            typeof answer === "string" ? answer : `${answer.status} ${answer.body.code}: ${answer.body.error}`;
          refused.push(what);
          if (typeof answer !== "string" && answer.status === 500)
            expect(answer.headers.get("retry-after")).not.toBeNull();
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    };
    const selling = Promise.all(Array.from({ length: sellers }, (_, index) => sell(1 + (index % 3))));
    await waitFor(() => told.size >= 30, { timeoutMs: 180_000, message: "vouchers before the fault" });
    await pair.killPrimary();
    await pair.promote();
    const before = told.size;
    await waitFor(() => told.size >= before + 30, { timeoutMs: 180_000, message: "vouchers after the fault" }).catch(
      (error) => {
        throw new Error(`${told.size - before} vouchers since; refused: ${[...new Set(refused)].join(" | ")}`, {
          cause: error,
        });
      },
    );
    isOver = true;
    await selling;

    const rows = await pair.onStandby<Told & { idempotency: string; pos: number }>(
      `SELECT id::float8 AS id, idempotency, pos_number AS pos, voucher_number AS "voucherNumber", cae FROM voucher ORDER BY pos_number, voucher_number`,
    );
    const kept = new Map(rows.map((row) => [row.idempotency, row]));
    for (const [idempotency, { id, voucherNumber, cae }] of told)
      expect(kept.get(idempotency)).toMatchObject({ id, voucherNumber, cae });
    const granted = await system.authority.ledger({ env: "homologation" });
    expect(granted).toHaveLength(rows.length);
    for (const pos of [1, 2, 3]) {
      const numbers = rows.filter((row) => row.pos === pos).map((row) => row.voucherNumber);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    console.log(`${told.size} vouchers; ${refused.length} answers without one: ${[...new Set(refused)].join(" | ")}`);
  },
);
