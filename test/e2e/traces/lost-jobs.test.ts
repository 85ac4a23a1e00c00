import { expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startTraceCollector } from "../../support/servers/trace-collector.js";
import { newTrace, postTraced, tracedTo, treeOf } from "./follow.js";

testOf("faults", "a sale whose jobs are all lost, and brought again by the sweeps, keeps its trace", async () => {
  await using collector = await startTraceCollector();
  await using system = await startSystem({ env: tracedTo(collector) });
  expect((await system.request("/invoices", { method: "POST", body: invoiceB() })).status).toBe(201);
  for (const name of ["issuer", "renderer", "mailer"] as const) await system.stop(name);

  const caller = newTrace();
  const body = invoiceB({ emails: [{ email: "ana@example.com" }] });
  const answer = postTraced(system, body, caller.traceparent);
  const state = async () =>
    (await system.sql<{ state: string }>("SELECT state FROM issuance WHERE idempotency = $1", [body.idempotency]))[0]
      ?.state;
  await waitFor(async () => (await state()) === "queued", { message: "the record" });
  const isThere = async () => (await system.redis.keys("talonario:issuance:issuance-*")).length > 0;
  await waitFor(isThere, { message: "the issuance's job" });
  await system.redis.flushall();
  await system.start("issuer");
  expect((await answer).status).toBe(201);

  const lose = async (queue: string) => {
    await waitFor(async () => (await system.redis.keys(`talonario:${queue}:${queue}-*`)).length > 0, {
      message: `a ${queue} job`,
    });
    await system.redis.flushall();
  };
  await lose("pdf");
  await system.start("renderer");
  await lose("mail");
  await system.start("mailer");

  const found = () => collector.ofTrace(caller.traceId);
  await waitFor(async () => found().some(({ name }) => name === "mail job"), {
    message: "the mail",
    timeoutMs: 60_000,
  });
  const tree = treeOf(found(), caller.spanId);
  expect(tree.filter((span) => /: (write ahead|call|commit|pdf job|print|mail job|smtp) </.test(span))).toEqual([
    "talonario-issuer: call < POST /invoices",
    "talonario-issuer: commit < POST /invoices",
    "talonario-issuer: write ahead < POST /invoices",
    "talonario-mailer: mail job < POST /invoices",
    "talonario-mailer: smtp < mail job",
    "talonario-renderer: pdf job < POST /invoices",
    "talonario-renderer: print < pdf job",
  ]);
});
