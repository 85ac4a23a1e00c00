import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as a collector gets it. */
export interface CollectedSpan {
  service: string;
  resource: Record<string, unknown>;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** Milliseconds since 1970. */
  fromMs: number;
  toMs: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** `hang` takes a request and never answers. */
type Reaction = "take" | "hang" | "refuse";

export interface TraceCollector extends AsyncDisposable {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** What came, byte for byte. */
  bodies: string[];
  /** The requests so far, answered or not. */
  requests(): number;
  ofTrace(traceId: string): CollectedSpan[];
}

/** An HTTP server that plays a collector. Source: OpenTelemetry Protocol, "OTLP/HTTP", JSON. */
export async function startTraceCollector(reaction: Reaction = "take"): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    requests += 1;
    if (reaction === "hang" || body === undefined) return;
    if (reaction === "refuse") return void response.writeHead(503).end();
    bodies.push(body);
    if (request.url === "/v1/traces") spans.push(...readSpans(JSON.parse(body)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    requests: () => requests,
    ofTrace: (traceId) => spans.filter((span) => span.traceId === traceId),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: KeyValue[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

const readAttributes = (attributes: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const toMs = (nanoseconds: string) => Number(nanoseconds) / 1e6;

function* readSpans({ resourceSpans }: Sent): Generator<CollectedSpan> {
  for (const { resource, scopeSpans } of resourceSpans) {
    const said = readAttributes(resource.attributes);
    for (const span of scopeSpans.flatMap((scope) => scope.spans))
      yield {
        service: String(said["service.name"]),
        resource: said,
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        fromMs: toMs(span.startTimeUnixNano),
        toMs: toMs(span.endTimeUnixNano),
        attributes: readAttributes(span.attributes),
        failed: span.status?.code === 2,
      };
  }
}
