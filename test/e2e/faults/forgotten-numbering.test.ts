import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { type CommandLine, commandLine } from "../../support/processes/command-line.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { faultRow } from "./fault-row.js";
import { withTimes } from "./fault-system.js";

const cuit = "30712345671";
const substitute = 9;
let system: Awaited<ReturnType<typeof startSystemOnOwnServers>>;
let run: CommandLine;
beforeAll(async () => {
  system = await startSystemOnOwnServers(withTimes({ processes: ["api", "issuer"] }));
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

const ofDemo = "(SELECT id FROM company WHERE code = 'demo')";
const begin = () =>
  system.sql(`INSERT INTO contingency (company_id, production, active_since, is_manual) VALUES (${ofDemo}, false, now(), true)
    ON CONFLICT (company_id, production) DO UPDATE SET active_since = now(), is_manual = true`);

const sequence = async () =>
  (
    await system.sql<{ lastNumber: number; unverified: boolean }>(
      `SELECT last_number AS "lastNumber", unverified FROM sequence WHERE pos_number = ${substitute} AND voucher_type = 6`,
    )
  )[0];
const untilSeeded = () =>
  waitFor(
    async () => {
      const codes = await system.sql("SELECT FROM caea WHERE code IS NOT NULL");
      const found = await sequence();
      return codes.length > 0 && found && found.lastNumber !== null && found;
    },
    { message: "code and last number", timeoutMs: 90_000 },
  );

const sell = async () => (await system.request("/invoices", { method: "POST", body: invoiceB() })).body.result;

const verify = (...words: string[]) =>
  run("contingency", "verify", ..."--company demo --env homologation --json".split(" "), ...words);

faultRow(
  {
    row: 93,
    group: "faults",
    fault: "a failover forgets a sequence under CAEA altogether",
    expected: "nothing is numbered there before a person's word, which is held against the authority",
    check: "I3 I18",
  },
  async () => {
    await system.stop("issuer");
    await system.sql(
      `INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES (${ofDemo}, false, ${substitute}, 'CAEA')`,
    );
    await system.sql(
      `UPDATE point_of_sale SET contingency_pos = ${substitute} WHERE company_id = ${ofDemo} AND NOT production AND number = 1`,
    );
    const failOver = await system.servers.copyPostgres();
    await system.start("issuer");
    expect(await untilSeeded()).toEqual({ lastNumber: 0, unverified: false });
    await begin();
    expect([await sell(), await sell()]).toMatchObject([
      { authorization: "CAEA", voucherNumber: 1 },
      { authorization: "CAEA", voucherNumber: 2 },
    ]);

    for (const exchange of system.told) delete exchange.answer;
    await failOver();
    await system.expireLocks();
    expect(await sequence(), "it was forgotten").toBeUndefined();
    expect(await untilSeeded()).toEqual({ lastNumber: 0, unverified: true });
    await begin();
    expect(await sell()).not.toHaveProperty("authorization");

    // What was printed reaches the authority in another way: it proves that vouchers are missing here.
    await system.authority.issueForeign({ cuit, pos: substitute, type: 6, fields: {} });
    expect((await verify()).json).toMatchObject({
      sequences: expect.arrayContaining([expect.objectContaining({ voucherType: 6, lastNumber: 0, verified: false })]),
      told: expect.arrayContaining([{ posNumber: substitute, voucherType: 6, lastReported: 1 }]),
    });
    const careless = await verify("--yes");
    expect([careless.exitCode, careless.stdout + careless.stderr]).toEqual([
      1,
      expect.stringContaining("vouchers are missing here"),
    ]);
    const there = ["--pos", `${substitute}`, "--type", "6"];
    const low = await verify(...there, "--last", "0", "--yes");
    expect([low.exitCode, low.stdout + low.stderr]).toEqual([1, expect.stringContaining("is 1 at least")]);
    expect((await sequence())?.unverified).toBe(true);
    expect((await verify(...there, "--last", "2", "--yes")).json).toMatchObject({
      ...{ changed: true, missing: [{ posNumber: substitute, voucherType: 6, from: 1, to: 2 }] },
    });
    expect(await sequence()).toEqual({ lastNumber: 2, unverified: false });
    expect(await sell()).toMatchObject({ authorization: "CAEA", voucherNumber: 3 });
  },
);
