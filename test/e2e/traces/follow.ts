import { randomBytes } from "node:crypto";
import type { System } from "../../support/processes/system.js";
import type { IssuedVoucher } from "../../support/readers/exchange.js";
import type { CollectedSpan, TraceCollector } from "../../support/servers/trace-collector.js";

/** So that a test does not wait for the collector's batches. */
export const tracedTo = ({ url }: Pick<TraceCollector, "url">): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: "100",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
});

/** A caller's own place in a trace of its own. */
export function newTrace(flags: "00" | "01" = "01") {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** POST /invoices with the header `traceparent`. */
export async function postTraced(
  system: System,
  body: unknown,
  traceparent: string,
): Promise<{ status: number; result: IssuedVoucher }> {
  const response = await fetch(`${system.url}/invoices`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "application/json", traceparent },
    body: JSON.stringify(body),
  });
  const { result } = (await response.json()) as { result: IssuedVoucher };
  return { status: response.status, result };
}

/** Each span as `service: name < name of the span above`, in the order of their names. The caller's own is `caller`. */
export function treeOf(spans: CollectedSpan[], callersSpan: string): string[] {
  const names = new Map([[callersSpan, "caller"], ...spans.map(({ spanId, name }) => [spanId, name] as const)]);
  return spans
    .map(({ service, name, parentSpanId = "" }) => `${service}: ${name} < ${names.get(parentSpanId) ?? parentSpanId}`)
    .sort();
}
