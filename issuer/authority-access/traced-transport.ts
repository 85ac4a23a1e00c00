import { failSpan, inSpan, isTracing, traceHeaders } from "../../shared/tracing/tracing.js";
import type { Transport } from "../authority/transport.js";
import { outcomeOf } from "./measured-transport.js";

/** Traces each call in a span of the trace at hand, which the authority is told. Without traces the given transport is returned. */
export function traceTransport(transport: Transport): Transport {
  if (!isTracing()) return transport;
  return {
    ...transport,
    post: (url, post) =>
      inSpan(
        post.operation ?? "other",
        {},
        async () => {
          const exchange = await transport.post(url, { ...post, headers: { ...post.headers, ...traceHeaders() } });
          const outcome = outcomeOf(exchange);
          if (outcome !== "answered") failSpan(outcome);
          return exchange;
        },
        "client",
      ),
  };
}
