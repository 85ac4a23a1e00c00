import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { webhookKeyOf } from "../../../shared/sealing/webhook-key.js";
import { authorityVariables, isAuthorityGiven } from "../../authority/authority-urls.js";
import { drawPanel } from "../../sandbox/panel.js";
import { environmentOf, sharedEnvironment } from "../../sandbox/process-environment.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { readSettings } from "../../sandbox/settings.js";

const toClose: (() => unknown)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const secrets = { secretKey: "made", boardUser: "demo", boardPassword: "secret" };
const services = {
  databaseUrl: "postgresql://embedded",
  redisUrl: "redis://embedded",
  smtpUrl: "smtp://embedded",
  authorityUrl: "http://127.0.0.1:9",
  payments: null,
};
const metricsPorts = { issuer: 1, renderer: 2, mailer: 3 };
const chromium = {
  executablePath: "/chromium",
  env: { FONTCONFIG_FILE: "/fonts.conf", CHROMIUM_NO_SANDBOX: "1" },
  sandbox: false,
  args: [],
};

test("a PORT that another program uses is refused with a command that works", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  toClose.push(() => server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  await expect(readSettings([], { PORT: `${port}` })).rejects.toThrow(`PORT=${port + 1} npm start`);
});

test.each(["0", "70000", "http"])("PORT=%s is refused", async (port) => {
  await expect(readSettings([], { PORT: port })).rejects.toThrow(`PORT=${port} is not a port`);
});

test("every authority URL that is not set points to the simulator", async () => {
  const given = { PORT: `${await findFreePort()}`, TAXAUTH_PRODUCTION_WSFE_URL: "http://elsewhere/wsfe" };
  const shared = await sharedEnvironment(await readSettings([], given), secrets, services);

  expect(shared.TAXAUTH_PRODUCTION_WSFE_URL).toBe("http://elsewhere/wsfe");
  expect(shared.TAXAUTH_HOMOLOGATION_WSFE_URL).toBe("http://127.0.0.1:9/homologation/wsfev1/service.asmx");
  expect(shared.TAXAUTH_PRODUCTION_PADRON_A13_URL).toBe(
    "http://127.0.0.1:9/production/sr-padron/webservices/personaServiceA13",
  );
  expect(Object.keys(shared).filter((name) => /^TAXAUTH_.*_URL$/.test(name))).toHaveLength(10);
  expect(shared.TAXAUTH_HTTP_HOSTS, "an authority that is given may speak http").toBe("elsewhere");
  const whole = authorityVariables("http://elsewhere");
  const older = Object.fromEntries(Object.entries(whole).filter(([name]) => !name.includes("FECRED")));
  expect([given, whole, older].map(isAuthorityGiven)).toEqual([false, true, true]);
});

test("links in mails lead to this sandbox, unless APP_URL says where people reach it", async () => {
  const port = `${await findFreePort()}`;
  const sharedWith = async (given: Record<string, string>) =>
    sharedEnvironment(await readSettings([], { PORT: port, ...given }), secrets, services);
  expect((await sharedWith({})).APP_URL).toBe(`http://127.0.0.1:${port}`);
  expect((await sharedWith({ APP_URL: "https://tunnel.example" })).APP_URL).toBe("https://tunnel.example");
});

test("settings reach the processes, and an empty value counts as not set", async () => {
  const port = `${await findFreePort()}`;
  const given = {
    PORT: port,
    SECRET_KEY: Buffer.alloc(32, 8).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "5",
    BASE_PATH: "",
    METRICS_PORT: "9000",
  };
  const others = { ISSUE_BATCH_MAX: "20", LOG_LEVEL: "debug", TRUST_PROXY: "1", INTERNAL_PORT: "9001" };
  const settings = await readSettings([], { ...given, ...others });
  const shared = await sharedEnvironment(settings, secrets, services);
  expect(shared).toMatchObject({
    SECRET_KEY: given.SECRET_KEY,
    RATE_LIMIT_PER_MINUTE: "5",
    BASE_PATH: "/api",
    PORT: port,
  });
  expect(shared).toMatchObject({ COMPANY_RATE_LIMIT_PER_MINUTE: "0" });

  const issuer = environmentOf("issuer", settings, shared, metricsPorts, chromium);
  expect(issuer).toMatchObject({ ISSUE_BATCH_MAX: "20", LOG_LEVEL: "debug", METRICS_PORT: "1" });
  const api = environmentOf("api", settings, shared, metricsPorts, chromium);
  expect(api).not.toHaveProperty("METRICS_PORT");
  expect(api).not.toHaveProperty("INTERNAL_PORT");
  expect(api).toMatchObject({ TRUST_PROXY: "1" });
  const sealingKey = await publicKeyOf(given.SECRET_KEY);
  expect([api.SECRET_KEY, api.SEALING_KEY]).toEqual([undefined, sealingKey]);
  expect([issuer.SECRET_KEY, issuer.SEALING_KEY]).toEqual([given.SECRET_KEY, undefined]);
  const mailer = environmentOf("mailer", settings, shared, metricsPorts, chromium);
  expect(mailer).not.toHaveProperty("SECRET_KEY");
  expect([mailer.WEBHOOK_KEY, api.WEBHOOK_KEY]).toEqual([webhookKeyOf(given.SECRET_KEY), undefined]);
  expect([mailer.WEBHOOK_ALLOW_PRIVATE, api.WEBHOOK_ALLOW_PRIVATE]).toEqual(["1", "1"]);
  expect(environmentOf("renderer", settings, shared, metricsPorts, chromium)).toMatchObject({
    CHROMIUM_PATH: "/chromium",
    FONTCONFIG_FILE: "/fonts.conf",
    CHROMIUM_NO_SANDBOX: "1",
  });
});

test("the API alone takes payments, at the stand-in and billed by a company of the sandbox, unless PAYMENTS is given", async () => {
  const payments = { url: "http://127.0.0.1:8", host: "127.0.0.1:8", token: "token", secret: "secret" };
  const settings = await readSettings([], { PORT: `${await findFreePort()}` });
  const shared = await sharedEnvironment(settings, secrets, { ...services, payments });
  const of = (name: "api" | "mailer") => environmentOf(name, settings, shared, metricsPorts, chromium);
  expect(of("api")).toMatchObject({
    ...{ PAYMENTS: "mercadopago", MERCADOPAGO_URL: payments.url, MERCADOPAGO_CHECKOUT_HOST: payments.host },
    ...{ MERCADOPAGO_ACCESS_TOKEN: "token", MERCADOPAGO_WEBHOOK_SECRET: "secret" },
    ...{ BILLING_COMPANY: "operador", BILLING_ENV: "homologation" },
  });
  expect(JSON.stringify(of("mailer"))).not.toMatch(/MERCADOPAGO|BILLING|PAYMENT/);
  const manual = await readSettings([], { PORT: `${await findFreePort()}`, PAYMENTS: "manual" });
  expect(await sharedEnvironment(manual, secrets, services)).toMatchObject({ PAYMENTS: "manual" });
});

test("the panel fits 80 columns, has a straight frame, and shows a command with today's date in Argentina", () => {
  const panel = drawPanel(
    {
      baseUrl: "http://127.0.0.1:3000/api",
      company: "demo",
      keys: { test: "TEST_key", production: "PROD_key" },
      pointsOfSale: [1, 2, 3],
      mono: { keys: { test: "", production: "" }, pointsOfSale: [1] },
      app: { url: "http://127.0.0.1:3000/app", email: "demo@demo.example", password: "hidden" },
      board: { url: "http://127.0.0.1:3000/board", user: "demo", password: "secret" },
      docs: "http://127.0.0.1:3000/docs",
      openapi: "",
      mailbox: null,
      authority: null,
      payments: { url: "http://127.0.0.1:9", key: "TEST_key" },
      databaseUrl: "",
      redisUrl: "",
      processes: { api: 1, issuer: 2, renderer: 3, mailer: 4 },
      metrics: { issuer: "", renderer: "", mailer: "" },
    },
    ".sandbox/logs",
    ["Port 3000 is taken; this sandbox uses 3100."],
    Date.UTC(2026, 2, 10, 1, 0),
  );
  const lines = panel.split("\n");

  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(new Set(lines.filter((line) => /^[┌│├└]/.test(line)).map((line) => line.length)).size).toBe(1);
  expect(panel).toContain('"voucherDate": "20260309"');
  expect(panel).toMatch(/app +http:\/\/127\.0\.0\.1:3000\/app +│\n│ +demo@demo\.example, password hidden/);
});
