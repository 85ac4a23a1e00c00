import { BasicTracerProvider, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import { afterEach, expect, test, vi } from "vitest";
import { boundedSpans } from "../../../../shared/telemetry/bounded-spans.js";

type Done = Parameters<SpanExporter["export"]>[1];

afterEach(() => {
  vi.useRealTimers();
});

/** Spans for an exporter that keeps what it is given until the test says how it went. */
function open(maxWaiting: number) {
  vi.useFakeTimers();
  const given: { spans: ReadableSpan[]; done: Done }[] = [];
  const exporter: SpanExporter = {
    export: (spans, done) => void given.push({ spans, done }),
    shutdown: async () => undefined,
  };
  const spans = boundedSpans(exporter, maxWaiting);
  const tracer = new BasicTracerProvider({ spanProcessors: [spans.processor] }).getTracer("test");
  const make = (count: number) => {
    for (let made = 0; made < count; made++) tracer.startSpan("one").end();
  };
  return { spans, given, make };
}

const untilSent = () => vi.advanceTimersByTimeAsync(5_000);

test("a collector that hangs gets one batch, as many spans wait as may, and the rest is counted as lost", async () => {
  const { spans, given, make } = open(10);
  make(4);
  await untilSent();
  make(25);
  await untilSent();
  expect(given.map((one) => one.spans.length)).toEqual([4]);
  expect(spans.takeLost()).toEqual({ spans: 15, why: undefined });
  expect(spans.takeLost()).toEqual({ spans: 0, why: undefined });
});

test("a batch that was not taken is counted, with the reason, and what waited goes out next", async () => {
  const { spans, given, make } = open(10);
  make(4);
  await untilSent();
  make(12);
  given[0]?.done({ code: 1, error: new Error("Service Unavailable") });
  await untilSent();
  expect(given.map((one) => one.spans.length)).toEqual([4, 10]);
  expect(spans.takeLost()).toEqual({ spans: 6, why: "Service Unavailable" });
  given[1]?.done({ code: 0 });
  make(10);
  await untilSent();
  expect(given).toHaveLength(3);
  expect(spans.takeLost().spans).toBe(0);
});

test("at the end what was not taken is lost", async () => {
  const { spans, make } = open(10);
  make(4);
  await untilSent();
  make(3);
  spans.giveUp();
  expect(spans.takeLost().spans).toBe(7);
});
