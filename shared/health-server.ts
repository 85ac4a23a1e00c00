import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { collectDefaultMetrics, register } from "prom-client";

const readyTimeoutMs = 3_000;

/**
 * Answers `/health/live`, `/health/ready` and `/metrics` of a process without an API of its own.
 * `isReady` that fails or takes longer than 3 s counts as not ready. Without a port nothing is opened.
 */
export async function startHealthServer(
  port: number | undefined,
  isReady: () => Promise<boolean>,
): Promise<{ close(): Promise<void> }> {
  if (port === undefined) return { close: async () => undefined };
  if (!register.getSingleMetric("process_cpu_seconds_total")) collectDefaultMetrics();

  const server = createServer((request, response) => {
    answer(request, response, isReady).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, isReady: () => Promise<boolean>) {
  const path = request.url?.split("?")[0];
  if (request.method !== "GET") return answerJson(response, 405, { ok: false });
  if (path === "/health/live") return answerJson(response, 200, { ok: true });
  if (path === "/health/ready") {
    const ok = await isReadyInTime(isReady);
    return answerJson(response, ok ? 200 : 503, { ok });
  }
  if (path === "/metrics") {
    const metrics = await register.metrics();
    return response.writeHead(200, { "content-type": register.contentType }).end(metrics);
  }
  return answerJson(response, 404, { ok: false });
}

const answerJson = (response: ServerResponse, status: number, body: { ok: boolean }) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function isReadyInTime(isReady: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readyTimeoutMs, false);
  });
  try {
    return await Promise.race([isReady(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
