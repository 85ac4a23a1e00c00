import { TraceFlags } from "@opentelemetry/api";
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace-node";
import type { Tracing } from "../tracing/tracing.js";

const exported = 0;
const longestWhy = 200;

/**
 * Gives spans to a collector in batches. A collector that is slow or away holds up nothing: so many spans wait for it, and what comes
 * beyond them is lost, as is a batch that it did not take in its time. All that is lost is counted.
 */
export function boundedSpans(
  exporter: SpanExporter,
  maxWaiting: number,
): { processor: SpanProcessor; giveUp(): void } & Pick<Tracing, "takeLost"> {
  let waiting = 0;
  let sending = 0;
  let lost = 0;
  let why: string | undefined;

  const batches = new BatchSpanProcessor(
    {
      export(spans, done) {
        waiting -= spans.length;
        sending += spans.length;
        exporter.export(spans, (result) => {
          sending -= spans.length;
          if (result.code !== exported) {
            lost += spans.length;
            why = result.error?.message.slice(0, longestWhy);
          }
          done(result);
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
    { maxQueueSize: maxWaiting },
  );

  return {
    processor: {
      onStart: () => undefined,
      onEnd(span) {
        if (!(span.spanContext().traceFlags & TraceFlags.SAMPLED)) return;
        if (waiting >= maxWaiting) {
          lost += 1;
          return;
        }
        waiting += 1;
        batches.onEnd(span);
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    },
    giveUp() {
      lost += waiting + sending;
      [waiting, sending] = [0, 0];
    },
    takeLost() {
      const taken = { spans: lost, why };
      [lost, why] = [0, undefined];
      return taken;
    },
  };
}
