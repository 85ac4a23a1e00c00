import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { register } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openServer } from "../../../../api/http/open-server.js";
import { waitFor } from "../../../sandbox/wait-for.js";
import { csrfFor } from "../../../support/app/app-client.js";
import { type IssuingApp, openIssuingApp } from "../../../support/processes/issuing-app.js";
import { keptLog } from "../../../support/readers/kept-log.js";
import { invoiceB } from "../../../support/samples/invoice.js";

// A caller who goes away in the middle of what it sends is no error of ours: nobody is to be woken for it.
let system: IssuingApp;
let server: ReturnType<typeof openServer>;
const logged = keptLog();
let begun = 0;
beforeAll(async () => {
  system = await openIssuingApp({}, { log: logged.log });
  server = openServer((request, env) => {
    begun += 1;
    return system.app.fetch(request, env);
  }, logged.log);
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.close();
  await system[Symbol.asyncDispose]();
});
beforeEach(() => {
  logged.lines.length = 0;
});

const whole = Buffer.from(JSON.stringify(invoiceB()));

/** Sends the headers of a request and the beginning of its body, and is gone once the app has begun with it. */
async function hangUp(request: string, headers: Record<string, string>): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const head = Object.entries({ Host: "localhost", "Content-Length": `${whole.length}`, ...headers });
  begun = 0;
  socket.write(`${request} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  socket.write(whole.subarray(0, 7));
  await waitFor(() => begun > 0, { message: "the app to begin with it", intervalMs: 5 });
  socket.destroy();
}

const errorsOf500 = async (): Promise<number> => {
  const { values } = (await register.getSingleMetric("talonario_http_responses_total")?.get()) ?? { values: [] };
  return values.filter(({ labels }) => labels.status === "500").reduce((sum, { value }) => sum + value, 0);
};

const asked = () => logged.lines.filter(({ msg }) => msg === "request");

const visitor = "x".repeat(43);
const authorized = () => ({ Authorization: `Bearer ${system.keys.keys.test}` });

test.each([
  {
    what: "a sale",
    request: "POST /api/demo/invoices",
    headers: () => ({ ...authorized(), "Content-Type": "application/json" }),
  },
  {
    what: "a batch",
    request: "POST /api/demo/batches",
    headers: () => ({ ...authorized(), "Content-Type": "text/csv" }),
  },
  {
    what: "a logo",
    request: "PUT /api/demo/points-of-sale/1/logo",
    headers: () => ({ ...authorized(), "Content-Type": "image/png" }),
  },
  {
    what: "a message of a program",
    request: "POST /mcp",
    headers: () => ({ ...authorized(), "Content-Type": "application/json" }),
  },
  {
    what: "the form of a page",
    request: "POST /app/sign-in",
    headers: async () => ({
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: `talonario_session=${visitor}`,
      "X-Csrf-Token": await csrfFor(system.deps, visitor),
    }),
  },
])("who hangs up in the middle of $what is a line of the log, and no error of ours", async ({ request, headers }) => {
  const before = await errorsOf500();
  await hangUp(request, await headers());
  await waitFor(() => asked().length > 0, { message: "the request to end" });
  expect(asked().map(({ status }) => status)).toEqual([400]);
  expect(logged.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  expect(await errorsOf500()).toBe(before);
});
