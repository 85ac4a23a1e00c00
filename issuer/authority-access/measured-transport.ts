import type { Exchange, Transport } from "../authority/transport.js";
import { authorityCalls } from "./metrics.js";

/** Measures the duration of every call of a transport. */
export const measureTransport = (transport: Transport): Transport => ({
  ...transport,
  async post(url, post) {
    const end = authorityCalls.startTimer({ operation: post.operation ?? "other" });
    const exchange = await transport.post(url, post);
    end({ outcome: outcomeOf(exchange) });
    return exchange;
  },
});

/** How a call went, as the metric's label. */
export function outcomeOf(exchange: Exchange): string {
  if (!exchange.sent) return "not_sent";
  if (exchange.failed !== undefined) return "failed";
  return exchange.status === 200 ? "answered" : "http_error";
}
