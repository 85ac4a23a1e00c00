import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { collectDefaultMetrics, register } from "prom-client";
import type { Log } from "../logging/log.js";
import { oneAtATime } from "../serving/one-at-a-time.js";
import { watchReaders } from "../serving/watch-readers.js";
import { readMetricsPage } from "./metrics-page.js";

interface HealthAddress {
  port: number | undefined;
  /** Default: all addresses of this host. */
  host?: string | undefined;
}

interface HealthReport {
  ok: boolean;
}

/** Bound of what waits for all who ask. A page of metrics has 100 KB at most, and few read it. */
const maxBytes = 8 * 1_048_576;

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` for a process without an API. Without a port it opens nothing.
 * Open it first, so that it is closed last: a process that is stopping reports that until its end. As in the API, a connection
 * has one request at a time, and whoever does not read its answer is cut off.
 */
export async function startHealthServer(
  { port, host }: HealthAddress,
  report: () => Promise<HealthReport>,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  if (port === undefined) return { close: async () => undefined };
  if (!register.getSingleMetric("process_cpu_seconds_total")) collectDefaultMetrics();

  const server = createServer((request, response) => {
    answer(request, response, report).catch(() => response.destroy());
  });
  oneAtATime(server);
  watchReaders(server, log, ({ socket }) => `${socket.remoteAddress}`, { maxBytes });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, report: () => Promise<HealthReport>) {
  const path = request.url?.split("?")[0];
  if (request.method !== "GET") return answerJson(response, 405, { ok: false });
  if (path === "/health/live") return answerJson(response, 200, { ok: true });
  if (path === "/health/ready") {
    const readiness = await report().catch(() => ({ ok: false }));
    return answerJson(response, readiness.ok ? 200 : 503, readiness);
  }
  if (path === "/metrics") {
    return response.writeHead(200, { "content-type": register.contentType }).end(await readMetricsPage());
  }
  return answerJson(response, 404, { ok: false });
}

const answerJson = (response: ServerResponse, status: number, body: HealthReport) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
