import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../../../shared/assets/version.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { loggedLines } from "../../support/readers/logged-lines.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startTraceCollector, type TraceCollector } from "../../support/servers/trace-collector.js";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/servers/webhook-receiver.js";
import { newTrace, postTraced, tracedTo, treeOf } from "./follow.js";

let collector: TraceCollector;
let receiver: WebhookReceiver;
let system: System;
beforeAll(async () => {
  [collector, receiver] = await Promise.all([startTraceCollector(), startWebhookReceiver()]);
  system = await startSystem({ env: tracedTo(collector) });
  const body = { url: receiver.url, events: ["*"] };
  expect((await system.request("/webhooks", { method: "POST", body })).status).toBe(201);
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
});

const customer = { docType: 96, docNumber: "30123456", name: "Ana Cliente", address: "Mitre 1", taxType: 5 };
const sale = () => invoiceB({ customer, emails: [{ email: "ana@example.com", name: "Ana Cliente" }] });

test("one sale is one trace over four processes, which the authority and the webhook's receiver see too", async () => {
  // So that there is a ticket, and the last number is known.
  expect((await system.request("/invoices", { method: "POST", body: invoiceB() })).status).toBe(201);

  const caller = newTrace();
  const body = sale();
  const { status, result } = await postTraced(system, body, caller.traceparent);
  expect(status).toBe(201);
  const isTold = (spans: { name: string }[]) => spans.filter(({ name }) => name === "webhook").length === 3;
  const spans = await waitFor(
    async () => {
      const found = collector.ofTrace(caller.traceId);
      return isTold(found) && found.some(({ name }) => name === "mail job") && found;
    },
    { message: "the spans of the sale" },
  );

  const request = "POST /invoices";
  const tree = treeOf(spans, caller.spanId);
  // The issuer that has served the sequence a moment ago may have kept its lock.
  const without = tree.filter((span) => !span.includes("lock <"));
  expect(without, without.join(", ")).toEqual(
    [
      `talonario-api: ${request} < caller`,
      `talonario-api: record < ${request}`,
      `talonario-api: enqueue < ${request}`,
      `talonario-api: wait < ${request}`,
      `talonario-issuer: issuance job < ${request}`,
      `talonario-issuer: write ahead < ${request}`,
      `talonario-issuer: call < ${request}`,
      `talonario-issuer: FECAESolicitar < ${request}`,
      `talonario-issuer: commit < ${request}`,
      `talonario-renderer: pdf job < ${request}`,
      "talonario-renderer: print < pdf job",
      "talonario-mailer: mail job < pdf job",
      "talonario-mailer: smtp < mail job",
      ...Array(3).fill(`talonario-mailer: webhook < ${request}`),
    ].sort(),
  );
  const find = (name: string) => spans.find((span) => span.name === name);
  expect(find(request)?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/invoices",
    "http.response.status_code": 201,
    "talonario.company_id": expect.any(Number),
    "talonario.request_id": expect.any(String),
  });
  expect(find(request)?.resource).toMatchObject({
    "service.version": version,
    "deployment.environment.name": "test",
  });
  expect(spans.filter(({ failed }) => failed)).toEqual([]);

  const asked = (await system.authority.requests({ operation: "FECAESolicitar" })).map((one) => one.traceparent);
  expect(asked).toContain(`00-${caller.traceId}-${find("FECAESolicitar")?.spanId}-01`);
  const told = receiver.received
    .filter(({ payload }) => payload.data.id === result.id)
    .map(({ headers }) => headers.traceparent);
  const sent = spans.filter(({ name }) => name === "webhook").map(({ spanId }) => `00-${caller.traceId}-${spanId}-01`);
  expect(told.toSorted()).toEqual(sent.toSorted());

  for (const [name, message] of [
    ["api", "request"],
    ["issuer", "approved"],
    ["renderer", "pdf"],
    ["mailer", "mail"],
    ["mailer", "webhook"],
  ] as const)
    expect(loggedLines(system, name, message).map(({ traceId }) => traceId)).toContain(caller.traceId);

  const said = collector.bodies.join("\n");
  const secret = [customer.name, customer.docNumber, "Mitre", "ana@example.com", "Yerba", body.idempotency, result.cae];
  for (const text of [...secret, system.keys.keys.test]) expect(said).not.toContain(text);
});

test("a refusal is told by the code of its answer, and not as an error of ours", async () => {
  const caller = newTrace();
  const { status } = await postTraced(system, invoiceB({ posNumber: 77 }), caller.traceparent);
  expect(status).toBe(400);
  const [span] = await waitFor(
    async () => {
      const found = collector.ofTrace(caller.traceId);
      return found.length > 0 && found;
    },
    { message: "the span of the request" },
  );
  expect(span).toMatchObject({ name: "POST /invoices", failed: false });
  expect(span?.attributes).toMatchObject({ "http.response.status_code": 400, "talonario.code": "VALIDATION_ERROR" });
});

test("what the caller does not record makes no spans, and a header that is none begins a trace of our own", async () => {
  const [quiet, loud] = [newTrace("00"), newTrace()];
  const malformed = `${loud.traceparent}-more`;
  const [unrecorded, begun] = [sale(), invoiceB()];
  expect((await postTraced(system, unrecorded, quiet.traceparent)).status).toBe(201);
  expect((await postTraced(system, begun, malformed)).status).toBe(201);
  const rows = await system.sql<{ trace: string }>(
    "SELECT trace FROM issuance WHERE idempotency = ANY ($1) ORDER BY id",
    [[unrecorded.idempotency, begun.idempotency]],
  );
  const [, ofBegun = ""] = rows.map(({ trace }) => trace);
  expect(rows[0]?.trace).toMatch(new RegExp(`^00-${quiet.traceId}-[0-9a-f]{16}-00$`));
  const ownId = ofBegun.slice(3, 35);
  expect(ownId).not.toBe(loud.traceId);
  await waitFor(async () => collector.ofTrace(ownId).some(({ name }) => name === "commit"), {
    message: "its own trace",
  });
  expect(collector.ofTrace(ownId).find(({ name }) => name === "POST /invoices")?.parentSpanId).toBeUndefined();
  expect([...collector.ofTrace(quiet.traceId), ...collector.ofTrace(loud.traceId)]).toEqual([]);
});
