import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { Queue } from "bullmq";
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { csrf } from "hono/csrf";
import { createMiddleware } from "hono/factory";
import type { Redis } from "ioredis";
import { issuanceQueue, sequenceName } from "../shared/queues/issuance.js";
import { mailQueue } from "../shared/queues/mail.js";
import { pdfQueue } from "../shared/queues/pdf.js";
import { taxauthQueue } from "../shared/queues/taxauth.js";

/** A job as the board hands it to be named. */
interface NamedJob {
  id?: string;
  data?: unknown;
  returnvalue?: unknown;
}

/** What may be done to a queue on the board: nothing where the database decides and a sweep makes up for any job. */
const shown = [
  { contract: issuanceQueue, readOnlyMode: true, description: "One job per issuance, named by its sequence" },
  { contract: pdfQueue, readOnlyMode: false, description: "The renderer's" },
  { contract: mailQueue, readOnlyMode: false, description: "The mailer's" },
  { contract: taxauthQueue, readOnlyMode: true, description: "Questions to the tax authority that issue nothing" },
];

/** The operators' dashboard of all queues, behind basic auth. */
export function openBoard(connection: Redis, user: string, password: string): { routes: Hono; close(): Promise<void> } {
  const adapters = shown.map(({ contract: { name }, ...options }) => {
    const queue = new Queue(name, { connection, prefix: "talonario" });
    queue.on("error", () => undefined); // the connection's own listener reports
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
    options: { uiConfig: { boardTitle: "Talonario" } },
  });

  const routes = new Hono();
  // PendingCall before the password is: a page elsewhere cannot use the one that the browser remembers.
  routes.use("*", csrf(), basicAuth({ username: user, password }), ownFilesOnly);
  routes.route("/", server.registerPlugin());
  return {
    routes,
    close: async () => {
      await Promise.all(adapters.map(({ queue }) => queue.close()));
    },
  };
}

/** The page asks another host for its fonts; without them it uses the system's. */
const ownFilesOnly = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.get("content-type")?.startsWith("text/html")) return;
  const page = await c.res.text();
  c.res = new Response(page.replace(/<link[^>]*"https?:[^>]*>/g, ""), c.res);
});

/** "c1-test-p2-t6 rejected": its group, and what became of it. */
function nameIssuance(job: NamedJob): string {
  const data = issuanceQueue.data.safeParse(job.data);
  if (!data.success) return issuanceQueue.name;
  const result = issuanceQueue.result.safeParse(job.returnvalue);
  const { sequence, issuance } = data.data;
  return [sequenceName(sequence), issuance ? "" : "wake-up", result.success ? result.data.state : ""]
    .filter((part) => part !== "")
    .join(" ");
}
