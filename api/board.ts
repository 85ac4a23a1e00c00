import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { Queue } from "bullmq";
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import type { Redis } from "ioredis";
import { issuanceQueue } from "../shared/queues/issuance.js";
import { mailQueue } from "../shared/queues/mail.js";
import { pdfQueue } from "../shared/queues/pdf.js";
import { taxauthQueue } from "../shared/queues/taxauth.js";

/** The operators' dashboard of all queues, behind basic auth. */
export function openBoard(connection: Redis, user: string, password: string): { routes: Hono; close(): Promise<void> } {
  const queues = [issuanceQueue, pdfQueue, mailQueue, taxauthQueue].map(
    ({ name }) => new Queue(name, { connection, prefix: "talonario" }),
  );
  for (const queue of queues) queue.on("error", () => undefined); // the connection's own listener reports
  const adapter = new HonoAdapter(serveStatic);
  adapter.setBasePath("/board");
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: adapter });

  const routes = new Hono();
  routes.use("*", basicAuth({ username: user, password }));
  routes.route("/", adapter.registerPlugin());
  return {
    routes,
    close: async () => {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
