import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { version } from "../assets/version.js";
import { withTimeout } from "../concurrency/with-timeout.js";
import { readTraceparent, writeTraceparent } from "../tracing/traceparent.js";
import type { Attributes, Tracing } from "../tracing/tracing.js";
import { boundedSpans } from "./bounded-spans.js";

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** A process that stops waits so long for the collector. */
const farewellMs = 2_000;

/**
 * Tracing by OpenTelemetry, which reads its own variables: where the collector is, what is sampled, and what else is said of the process.
 * Nothing of it is registered for others: only what asks `tracing.ts` makes spans.
 * @param service the name, unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES says another
 */
export function openTelemetry(service: string, maxWaiting: number): Tracing {
  const spans = boundedSpans(new OTLPTraceExporter(), maxWaiting);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": service, "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [spans.processor],
  });
  const tracer = provider.getTracer("talonario", version);
  const atHand = new AsyncLocalStorage<Span | undefined>();

  return {
    inSpan(name, attributes, work, kind) {
      const parent = atHand.getStore();
      if (!parent && kind !== "server") return work();
      const span = tracer.startSpan(name, { attributes: given(attributes), kind: kinds[kind] }, contextOf(parent));
      return atHand.run(span, () => endWith(span, work));
    },
    withTraceparent: (traceparent, work) => atHand.run(remote(traceparent), work),
    currentTraceparent() {
      const here = atHand.getStore()?.spanContext();
      return here && writeTraceparent({ ...here, flags: here.traceFlags });
    },
    recordSpan(traceparent, name, attributes, fromMs, toMs) {
      const parent = remote(traceparent);
      if (!parent) return;
      tracer.startSpan(name, { attributes: given(attributes), startTime: fromMs }, contextOf(parent)).end(toMs);
    },
    setSpanAttributes: (attributes) => void atHand.getStore()?.setAttributes(given(attributes)),
    failSpan(code) {
      const span = atHand.getStore();
      if (span) mark(span, code);
    },
    takeLost: spans.takeLost,
    async stop() {
      await withTimeout(farewellMs, provider.shutdown()).catch(() => undefined);
      spans.giveUp();
    },
  };
}

const contextOf = (parent: Span | undefined): Context => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

function remote(traceparent: string | null | undefined): Span | undefined {
  const read = readTraceparent(traceparent);
  return read && trace.wrapSpanContext({ ...read, traceFlags: read.flags, isRemote: true });
}

const given = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));

function mark(span: Span, code: string): void {
  span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR });
}

function endWith<T>(span: Span, work: () => T): T {
  const failed = (error: unknown): never => {
    mark(span, error instanceof Error ? error.name : "unknown");
    span.end();
    throw error;
  };
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then((value) => {
      span.end();
      return value;
    }, failed) as T;
  } catch (error) {
    return failed(error);
  }
}
