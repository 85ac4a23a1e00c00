import { register } from "prom-client";

/** So long a page of metrics is handed out as it is: whoever asks a thousand times has the same bytes. */
const cachedMs = 100;
let cached: { page: Promise<Buffer<ArrayBuffer>>; untilMs: number } | undefined;

/** Cache of the page of metrics: of each process it is made ten times a second at most, whoever asks how often. */
export function readMetricsPage(): Promise<Buffer<ArrayBuffer>> {
  const nowMs = performance.now();
  if (!cached || nowMs >= cached.untilMs) cached = { page: makePage(), untilMs: nowMs + cachedMs };
  return cached.page;
}

const makePage = async () => Buffer.from(await register.metrics());
