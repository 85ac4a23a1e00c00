import { createRequire } from "node:module";
import path from "node:path";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { Queue } from "bullmq";
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { csrf } from "hono/csrf";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import type { Redis } from "ioredis";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { callRedis } from "../../shared/queues/call-redis.js";
import { issuanceQueue, sequenceName } from "../../shared/queues/issuance.js";
import { issuerRequestQueue } from "../../shared/queues/issuer-requests.js";
import { mailQueue } from "../../shared/queues/mail.js";
import { pdfQueue } from "../../shared/queues/pdf.js";
import { webhookQueue } from "../../shared/queues/webhooks.js";
import { isSentFromHere } from "../app/frame/sent-from-here.js";
import { limitPasswordTries } from "../middleware/failed-authentications.js";

/** The package would look for them beside itself. */
const pagesFolder = path.dirname(createRequire(import.meta.url).resolve("@bull-board/ui/package.json"));

/** The part of a job that the board passes to the formatter of names. */
interface NamedJob {
  id?: string;
  data?: unknown;
  returnvalue?: unknown;
}

/** The issuer's queues are read-only on the board: the database decides on issuances, and a sweep replaces lost jobs. */
const shown = [
  {
    contract: issuanceQueue,
    readOnlyMode: true,
    description: "One job per attempt to issue, named after its sequence",
  },
  { contract: pdfQueue, readOnlyMode: false, description: "PDFs to print, for the renderer" },
  { contract: mailQueue, readOnlyMode: false, description: "Mails to send, for the mailer" },
  { contract: webhookQueue, readOnlyMode: true, description: "Webhooks with something due, for the mailer" },
  {
    contract: issuerRequestQueue,
    readOnlyMode: true,
    description: "Questions to the tax authority that issue nothing",
  },
];

/** The operators' dashboard of all queues, behind basic auth. `trustProxy` is how many proxies tell the client's address. */
export function openBoard(
  connection: Redis,
  user: string,
  password: string,
  trustProxy: number,
): { routes: Hono; close(): Promise<void> } {
  const adapters = shown.map(({ contract: { name }, ...options }) => {
    const queue = new Queue(name, { connection, prefix: "talonario" });
    queue.on("error", () => undefined); // the connection's own listener logs it
    return { queue, adapter: new BullMQAdapter(queue, options) };
  });
  for (const { queue, adapter } of adapters) {
    if (queue.name === issuanceQueue.name) adapter.setFormatter("name", nameIssuance);
  }
  const server = new HonoAdapter(serveStatic);
  server.setBasePath("/board");
  createBullBoard({
    queues: adapters.map(({ adapter }) => adapter),
    serverAdapter: server,
    options: { uiBasePath: pagesFolder, uiConfig: { boardTitle: "Talonario" } },
  });

  const routes = new Hono();
  // The CSRF check comes first: a page of another site cannot use the password that the browser remembers.
  routes.use(
    "*",
    csrf(),
    ownPagesOnly,
    limitPasswordTries(connection, trustProxy),
    basicAuth({ username: user, password }),
    answersOnly(connection),
    ownFilesOnly,
  );
  routes.route("/", server.registerPlugin());
  return {
    routes,
    close: async () => {
      // Without Redis it might never end.
      await withTimeout(timeoutMs, Promise.all(adapters.map(({ queue }) => queue.close()))).catch(() => undefined);
    },
  };
}

const timeoutMs = 1_000;

/** The board has nothing to show without Redis, and would wait for it. */
const answersOnly = (redis: Redis) =>
  createMiddleware(async (_c, next) => {
    await callRedis(neverKnown, () => redis.ping(), timeoutMs);
    await next();
  });

/** The board asks anew at each request. */
const neverKnown = { isTripped: () => false, failed: () => undefined };

/** The check above looks at forms alone. A program of another site asks first, and is refused; this asks nobody to rely on that. */
const ownPagesOnly = createMiddleware(async (c, next) => {
  if (c.req.method !== "GET" && c.req.method !== "HEAD" && !isSentFromHere(c)) throw new HTTPException(403);
  await next();
});

/** Removes the page's links to fonts on another host; the page then uses system fonts. */
const ownFilesOnly = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.get("content-type")?.startsWith("text/html")) return;
  const page = await c.res.text();
  c.res = new Response(page.replace(/<link[^>]*"https?:[^>]*>/g, ""), c.res);
});

/** "c1-test-p2-t6 rejected": the job's sequence, then its outcome. */
function nameIssuance(job: NamedJob): string {
  const data = issuanceQueue.data.safeParse(job.data);
  if (!data.success) return issuanceQueue.name;
  const result = issuanceQueue.result.safeParse(job.returnvalue);
  const { sequence, issuance } = data.data;
  return [sequenceName(sequence), issuance ? "" : "wake-up", result.success ? result.data.state : ""]
    .filter((part) => part !== "")
    .join(" ");
}
