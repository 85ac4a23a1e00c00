import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type CommandLine, quickCommandLine, succeeding } from "../../support/processes/command-line.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { askForCode, cuit } from "../stand-in.js";
import { faultRow } from "./fault-row.js";

const substitute = 9;
const unused = 8;
/** So much later, the fortnight is over, whatever day it is today. */
const shiftMs = 17 * 86_400_000;

let system: System;
let run: CommandLine;
let code: string | undefined;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
  const { host, port } = system.redis.options;
  run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  code = await prepare();
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

/** The second report is refused. No report goes out before row 86, so none is refused while row 85 still issues. */
const wrong = { code: 713, msg: "wrong", observation: false, cuit, pos: substitute, type: 6, number: 2 };

/**
 * A code, two points of sale of CAEA, of which one stands in for 1, and a contingency. The code begins today: on the first day of its
 * validity no voucher of it is reported.
 */
async function prepare(): Promise<string | undefined> {
  await system.authority.set({ findings: [wrong] });
  const { period, fortnight, validTo, code: given } = await askForCode(system);
  const [company] = await system.sql<{ id: number }>("SELECT id FROM company WHERE code = 'demo'");
  const of = [company?.id, false];
  await system.sql(
    `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [...of, period, fortnight, given, toFiscalDate(argentineDay(Date.now())), validTo],
  );
  await system.sql(
    `INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
     SELECT $1, $2, $3, type, 0, current_incarnation() FROM unnest(ARRAY[1, 6, 8]) AS type`,
    [...of, substitute],
  );
  for (const number of [substitute, unused])
    await system.sql(
      "INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES ($1, $2, $3, 'CAEA')",
      [...of, number],
    );
  await system.sql(
    "UPDATE point_of_sale SET contingency_pos = $3 WHERE company_id = $1 AND production = $2 AND number = 1",
    [...of, substitute],
  );
  await system.sql(
    "INSERT INTO contingency (company_id, production, active_since, is_manual) VALUES ($1, $2, now(), true)",
    of,
  );
  return given;
}

const post = (over: Record<string, unknown> = {}) =>
  system.request("/invoices", { method: "POST", body: invoiceB(over) });

const reports = () =>
  system.sql<{ id: number; state: string }>(
    "SELECT voucher_id AS id, state FROM caea_report ORDER BY voucher_type, voucher_number",
  );
const untilReports = (states: string) =>
  waitFor(async () => (await reports()).map(({ state }) => state).join() === states, {
    message: states,
    timeoutMs: 180_000,
  });

const company = { docType: 80, docNumber: "30710151543", name: "Empresa", taxType: 1 };
const person = { docType: 96, docNumber: "12345678", name: "Ana", taxType: 5 };
const about = (changes: object) => ({
  associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1, ...changes }],
});

faultRow(
  {
    row: 85,
    fault: "a sale whose report would be refused, in a contingency",
    expected: "it stays with CAE",
    check: "I18 I20",
  },
  async () => {
    const withCae: Record<string, unknown>[] = [
      { voucherType: 1, customer: { ...company, docNumber: "11111111111" } },
      { voucherType: 1, customer: { ...company, docNumber: "70123456789" } },
      ...["1", "123456789", "12345678901"].map((docNumber) => ({ customer: { ...person, docNumber } })),
    ];
    for (const over of withCae) {
      const { status, body } = await post(over);
      expect([status, body.error]).toEqual([201, undefined]);
      expect(body.result).not.toHaveProperty("authorization");
    }
    const before2006 = { associatedPeriod: { from: "20050101", to: "20050131" } };
    for (const over of [about({ posNumber: 99_999 }), about({ voucherNumber: 99_999_999 }), before2006])
      expect(await post({ voucherType: 8, ...over })).toMatchObject({ status: 422, body: { code: "TAXAUTH_ERROR" } });
    expect(await reports()).toEqual([]);
    // The contingency issues whatever can be reported.
    for (const voucherNumber of [1, 2, 3]) {
      const { body } = await post({ customer: person });
      expect(body.result).toMatchObject({ authorization: "CAEA", posNumber: substitute, voucherNumber, cae: code });
    }
  },
);

faultRow(
  {
    row: 86,
    group: "faults",
    fault: "a report that the authority refuses for ever",
    expected: "a person gives it up, what stands behind it too, and other points of sale do not wait for it",
    check: "I18 I19",
  },
  async () => {
    await system.sql("UPDATE contingency SET active_since = NULL, is_manual = false");
    await system.kill("issuer");
    await system.authority.set({ clockOffsetMs: shiftMs });
    await system.sql("DELETE FROM ticket");
    await system.start("issuer", {
      NODE_OPTIONS: `--import=${path.join(projectFolder, "test", "support", "shift-clock.mjs")}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    });
    await untilReports("reported,rejected,due");
    // Points of sale are declared by the database's day, which a test cannot set: the fortnight is over sooner instead.
    await system.sql(
      "UPDATE caea SET valid_from = to_char(now() - interval '16 days', 'YYYYMMDD'), valid_to = to_char(now() - interval '2 days', 'YYYYMMDD')",
    );
    await waitFor(async () => (await withoutMovement()).includes(unused), {
      message: "the declaration of the other",
      timeoutMs: 180_000,
    });
    const [, second, third] = await reports();
    const admin = succeeding(run);
    const at = "--company demo --env homologation".split(" ");
    const { reports: listed } = await admin("contingency", "reports", ...at, "--rejected");
    expect(listed).toMatchObject([{ voucherId: second?.id, state: "rejected", errors: [{ code: 713 }] }]);

    const resolve = (id: number | undefined, ...words: string[]) =>
      run("contingency", "resolve", `${id}`, "--company", "demo", ...words, "--because", "as printed", "--json");
    const adopted = await resolve(second?.id, "--adopt");
    expect([adopted.exitCode, adopted.stderr + adopted.stdout]).toEqual([
      1,
      expect.stringContaining("shows no voucher"),
    ]);
    expect(await resolve(second?.id, "--give-up")).toMatchObject({
      exitCode: 0,
      json: { report: { state: "givenUp", errors: [{ code: 713 }], env: "homologation" } },
    });
    // The authority takes none behind a number that it lacks.
    await untilReports("reported,givenUp,rejected");
    expect((await resolve(third?.id, "--give-up", "--and-behind")).exitCode).toBe(0);
    await untilReports("reported,givenUp,givenUp");
    expect((await system.request(`/invoices/${second?.id}`)).body.result).toMatchObject({
      ...{ reported: null, givenUp: true, reportErrors: [{ code: 713, msg: "wrong" }] },
    });
    expect((await system.request("/contingency")).body.result).toMatchObject({ unreported: 0, rejected: 0 });
    expect((await withoutMovement()).includes(substitute), "a point of sale with a voucher is never declared").toBe(
      false,
    );
    const audit = await system.request<{ action: string }[]>("/audit-log?action=contingency.resolve");
    expect(audit.body.result).toHaveLength(2);
  },
);

const withoutMovement = async () =>
  (await system.authority.caea({ cuit }))
    .filter((one) => one.code === code)
    .flatMap((one) => one.withoutMovement.map(({ pos }) => pos));
