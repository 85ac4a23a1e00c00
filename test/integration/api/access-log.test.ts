import { beforeEach, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { keptLog } from "../../support/readers/kept-log.js";
import { invoiceB } from "../../support/samples/invoice.js";

const logged = keptLog();
const system = await openForFile(() => openIssuingApp({ TRUST_PROXY: "1" }, { log: logged.log }));
beforeEach(() => {
  logged.lines.length = 0;
});

const requests = () => logged.lines.filter(({ msg }) => msg === "request");
const client = { "x-forwarded-for": "6.6.6.6, 203.0.113.7" };

test("a request is one line: who, what, how it ended and how long it took", async () => {
  const issued = await system.post(invoiceB(), { headers: { ...client, "x-request-id": "sale-1" } });
  expect(issued.status).toBe(201);
  expect(requests()).toEqual([
    expect.objectContaining({
      requestId: "sale-1",
      client: "203.0.113.7",
      method: "POST",
      route: "/invoices",
      status: 201,
      ms: expect.any(Number),
      company: "demo",
      production: false,
      apiKeyId: expect.any(Number),
    }),
  ]);
  expect(requests()[0]).not.toHaveProperty("code");
});

test("what is refused is logged too, with its code, and without a caller when nobody authenticated", async () => {
  await system.get("/invoices/999/pdf", { headers: client });
  await system.get("/invoices", { headers: client, key: "TEST_wrong" });
  await system.get("/nothing/here", { headers: client });
  await system.app.request("/robots.txt");
  expect(requests()).toMatchObject([
    { route: "/invoices/:id/pdf", id: "999", status: 404, code: "NOT_FOUND", company: "demo" },
    { route: "/invoices", status: 401 },
    { route: "unknown", status: 404, company: "demo" },
    { route: "unknown", status: 404, client: "unknown" },
  ]);
  expect(requests()[1]).not.toHaveProperty("apiKeyId");
});

test("no line holds a key, a tax id, a query or a body", async () => {
  const secret = "20123456786";
  await system.get(`/taxauth/padron/${secret}`);
  await system.get(`/invoices?docNumber=${secret}`);
  await system.get(`/invoices/${secret}`);
  await system.post(invoiceB({ customer: { docType: 96, docNumber: secret, name: secret, taxType: 5 } }));
  await system.app.request(`/${secret}/${secret}`);
  const written = JSON.stringify(logged.lines);
  expect(requests()).toHaveLength(5);
  expect(written).not.toContain(secret);
  expect(written).not.toContain(system.keys.keys.test);
});

test("probes are logged at debug only, and LOG_LEVEL=warn logs no request", async () => {
  await system.app.request("/health/live");
  await system.app.request("/metrics");
  expect(requests()).toEqual([]);
  logged.log.level = "debug";
  await system.app.request("/health/live");
  expect(requests()).toMatchObject([{ route: "/health/live", status: 200 }]);
  logged.log.level = "warn";
  await system.get("/invoices");
  expect(requests()).toHaveLength(1);
  logged.log.level = "info";
});
