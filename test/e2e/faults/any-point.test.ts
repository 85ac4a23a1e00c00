import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import type { ProcessName, System } from "../../support/processes/system.js";
import { endWithoutViolation, listAll } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  type Invoice,
  invoiceOf,
  otherPosOf,
  posOf,
  post,
  postUntilFinal,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem({ processes: ["api", "issuer", "renderer", "mailer"] });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const orderly = { code: 0, signal: null };

faultRow(
  {
    row: 59,
    fault: "every process gets SIGTERM under load",
    expected: "it finishes what is under way, begins nothing new, and ends in time",
    check: "I10",
  },
  async () => {
    await warmUp(system, 59);
    const pos = posOf(59);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "delay", ms: 1_000, pos });
    const underWay = invoiceOf(59);
    const inLine = invoiceOf(59);
    const first = post(system, underWay);
    await waitForState(system, underWay, "submitted");
    const second = post(system, inLine);
    await waitForState(system, inLine, "queued");
    expect(await system.stop("issuer")).toEqual(orderly);
    expect(await stateOf(system, underWay)).toMatchObject({ state: "approved", number: 2 });
    expect(await stateOf(system, inLine)).toMatchObject({ state: "queued", number: null });
    await system.start("issuer");
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([201, 201]);

    await system.authority.set({ latencyMs: 60 });
    const names: ProcessName[] = ["api", "issuer", "renderer", "mailer"];
    for (const name of fromGroup("faults", names, (one) => one === "api" || one === "mailer")) {
      const bodies: Invoice[] = Array.from({ length: 12 }, (_, index) =>
        invoiceOf(59, {
          posNumber: index % 2 === 0 ? pos : otherPosOf(59),
          emails: [{ email: `${name}@example.com` }],
        }),
      );
      const answers = Promise.all(bodies.map((body) => postUntilFinal(system, body)));
      await waitFor(async () => (await stateOf(system, bodies[3] as Invoice))?.state === "approved", {
        message: "the first vouchers",
        intervalMs: 5,
      });
      expect(await system.stop(name), name).toEqual(orderly);
      await system.start(name);
      expect(new Set((await answers).map(({ body }) => body.ok)), name).toEqual(new Set([true]));
    }
    await system.authority.set({ latencyMs: 0 });
    await expectAgreement(system, 59);
  },
);

faultRow(
  {
    row: 60,
    fault: "a newer version's columns exist, and a newer taker comes in between",
    expected: "the older version goes on and honours the epoch of the newer one",
    check: "I5",
  },
  async () => {
    await warmUp(system, 60);
    await system.sql(`
      ALTER TABLE issuance ADD COLUMN later_note text, ADD COLUMN later_kind integer NOT NULL DEFAULT 1;
      ALTER TABLE sequence ADD COLUMN later_owner text;
      ALTER TABLE voucher ADD COLUMN later_note text;
      CREATE TABLE later_table (id serial PRIMARY KEY, issuance_id integer REFERENCES issuance (id))`);
    expect(await post(system, invoiceOf(60))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });

    const pos = posOf(60);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "delay", ms: 1_000, pos });
    const body = invoiceOf(60);
    const answer = post(system, body);
    await waitForState(system, body, "submitted");
    await system.sql("UPDATE sequence SET epoch = epoch + 1, later_owner = 'newer' WHERE pos_number = $1", [pos]);
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    expect(await system.authority.requests({ operation: "FECAESolicitar", pos })).toHaveLength(3);
    expect(await system.authority.requests({ operation: "FECompConsultar", pos })).not.toHaveLength(0);
    await expectAgreement(system, 60);
  },
);

faultRow(
  {
    row: 64,
    fault: "the same key is sent in homologation and production at once",
    expected: "it gives two vouchers in two sequences, and neither environment sees the other",
    check: "I14",
  },
  async () => {
    const body = invoiceOf(64);
    const { test, production } = system.keys.keys;
    const answers = await Promise.all([post(system, body), post(system, body, { key: production })]);
    expect(answers).toMatchObject([
      { status: 201, body: { result: { voucherNumber: 1 } } },
      { status: 201, body: { result: { voucherNumber: 1 } } },
    ]);
    for (const [index, key] of [test, production].entries()) {
      const own = answers[index]?.body.result.id;
      const listed = await system.request<{ id: number }[]>(`/invoices?idempotency=${body.idempotency}`, { key });
      expect(listed.body.result.map(({ id }) => id)).toEqual([own]);
      const other = answers[1 - index]?.body.result.id;
      expect((await system.request(`/invoices/${other}`, { key })).status).toBe(404);
      expect((await post(system, body, { key })).body.result.id).toBe(own);
    }
    expect((await listAll(system)).filter(({ posNumber }) => posNumber === posOf(64))).toHaveLength(1);
    await expectAgreement(system, 64);
  },
);
