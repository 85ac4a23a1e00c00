import { afterEach, expect, test } from "vitest";
import { openTelemetry } from "../../../../shared/telemetry/open-telemetry.js";
import {
  currentTraceparent,
  inSpan,
  isTracing,
  recordSpan,
  traceHeaders,
  useTracing,
  withTraceparent,
} from "../../../../shared/tracing/tracing.js";
import { startTraceCollector } from "../../../support/servers/trace-collector.js";

afterEach(() => {
  useTracing(undefined);
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const given = `00-${traceId}-00f067aa0ba902b7-01`;

test("without a collector the work is done, and nothing is carried", async () => {
  expect(isTracing()).toBe(false);
  expect(withTraceparent(given, () => inSpan("one", {}, () => [currentTraceparent(), traceHeaders()]))).toEqual([
    undefined,
    {},
  ]);
  await expect(inSpan("one", {}, () => Promise.reject(new Error("of the work")))).rejects.toThrow("of the work");
  expect(() => recordSpan(given, "one", {}, [0, 1])).not.toThrow();
});

/** Traces the work, and gives what the collector got of it. */
async function trace(work: () => Promise<unknown>) {
  await using collector = await startTraceCollector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const tracing = openTelemetry("talonario-test", 100);
  useTracing(tracing);
  try {
    await work();
    await tracing.stop();
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    useTracing(undefined);
  }
  return { spans: collector.spans, lost: tracing.takeLost().spans };
}

test("a span goes on with the trace that was given, carries its own place, and names what failed by its class alone", async () => {
  let within: string | undefined;
  const { spans, lost } = await trace(async () => {
    const failing = async () => {
      within = currentTraceparent();
      await Promise.resolve();
      expect(currentTraceparent()).toBe(within);
      throw new RangeError("Ana Cliente owes 100.00");
    };
    const outer = () =>
      inSpan("outer", { "talonario.company_id": 7, nothing: null }, () => inSpan("inner", {}, failing).catch(() => 1));
    await withTraceparent(given, outer);
    expect(currentTraceparent()).toBeUndefined();
  });
  const [inner, outer] = spans;
  expect(lost).toBe(0);
  expect(outer).toMatchObject({
    service: "talonario-test",
    name: "outer",
    traceId,
    parentSpanId: "00f067aa0ba902b7",
    failed: false,
  });
  expect(outer?.attributes).toEqual({ "talonario.company_id": 7 });
  expect(inner).toMatchObject({ name: "inner", traceId, parentSpanId: outer?.spanId, failed: true });
  expect(inner?.attributes).toEqual({ "error.type": "RangeError" });
  expect(within).toBe(`00-${traceId}-${inner?.spanId}-01`);
  expect(JSON.stringify(spans)).not.toContain("Ana Cliente");
});

test("outside of a trace only a request of somebody else's makes a span, whatever stands in its header", async () => {
  const { spans } = await trace(async () => {
    expect(inSpan("alone", {}, () => currentTraceparent())).toBeUndefined();
    await withTraceparent("no traceparent", () =>
      inSpan("POST /invoices", {}, async () => inSpan("record", {}, () => 1), "server"),
    );
    await withTraceparent(given, () => withTraceparent(null, () => inSpan("of another trace", {}, async () => 1)));
  });
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
    ["record", 1],
    ["POST /invoices", 2],
  ]);
  expect(spans[0]?.traceId).toBe(spans[1]?.traceId);
  expect(spans[1]?.parentSpanId).toBeUndefined();
});

test("a trace that its caller does not record makes no spans, and is carried on as such", async () => {
  const unrecorded = `00-${traceId}-00f067aa0ba902b7-00`;
  const { spans } = await trace(async () => {
    await withTraceparent(unrecorded, () =>
      inSpan("one", {}, async () => expect(currentTraceparent()).toMatch(/^00-4bf9.*-00$/)),
    );
    recordSpan(unrecorded, "write ahead", {}, [1, 2]);
  });
  expect(spans).toEqual([]);
});

test("work that is over is a span with its own times", async () => {
  const fromMs = Date.now() - 1_000;
  const { spans } = await trace(async () =>
    recordSpan(given, "write ahead", { "talonario.issuance_id": 3 }, [fromMs, fromMs + 25]),
  );
  expect(spans).toMatchObject([
    { name: "write ahead", traceId, parentSpanId: "00f067aa0ba902b7", attributes: { "talonario.issuance_id": 3 } },
  ]);
  expect(spans[0]?.fromMs).toBeCloseTo(fromMs, 0);
  expect((spans[0]?.toMs ?? 0) - fromMs).toBeCloseTo(25, 0);
});
