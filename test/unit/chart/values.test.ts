import { expect } from "vitest";
import { apiConfig } from "../../../api/config.js";
import { issuerConfig } from "../../../issuer/config.js";
import { mailerConfig } from "../../../mailer/config.js";
import { rendererConfig } from "../../../renderer/config.js";
import type { ChartObject } from "../../support/chart/objects.js";
import { componentOf, ofKind, podsOf } from "../../support/chart/objects.js";
import { renderChart } from "../../support/chart/render.js";
import { findHelm, objectsOf, testOfWays } from "../../support/chart/rendered-ways.js";
import { macKeys, paid, said } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";

/** The API with the fewest connections, and a database that takes so many. */
const frugal = (maxConnections: number) => ({
  api: { settings: { DATABASE_CONNECTIONS: 4 } },
  database: { maxConnections },
});

const elsewhere = (what: string) => ({ networkPolicies: { [what]: { to: [{ ipBlock: { cidr: "10.1.2.0/24" } }] } } });
const ownSecrets = {
  existingSecrets: Object.fromEntries(
    ["migrate", "api", "issuer", "renderer", "mailer", "postgres", "redis"].map((role) => [role, `ours-${role}`]),
  ),
};
const ownDatabase = { make: false, passwords: { owner: "12345678" } };

/** What is wrong, the values, and what Helm must say of it. */
const refused: [what: string, values: object, says: RegExp][] = [
  ["an unknown value", { ...said, replicas: 3 }, /additional properties 'replicas' not allowed/],
  ["one that is unknown of a process", { ...said, api: { replica: 3 } }, /at '\/api': additional properties 'replica'/],
  [
    "a word in the place of a number",
    { ...said, api: { replicas: "three" } },
    /at '\/api\/replicas': got string, want integer/,
  ],
  [
    "a setting of another process",
    { ...said, renderer: { settings: { PORT: 3 } } },
    /'\/renderer\/settings': additional properties 'PORT'/,
  ],
  [
    "a secret among the settings",
    { ...said, api: { settings: { SECRET_KEY: said.issuer.secretKey } } },
    /'\/api\/settings': additional properties 'SECRET_KEY'/,
  ],
  [
    "a setting out of its range",
    { ...said, issuer: { ...said.issuer, settings: { ISSUE_BATCH_MAX: 251 } } },
    /'\/issuer\/settings\/ISSUE_BATCH_MAX': maximum: got 251, want 250/,
  ],
  [
    "a payment provider without what it gave",
    { ...said, host: paid.host, payments: { settings: { PAYMENTS: "mercadopago" } } },
    /payments\.accessToken and payments\.webhookSecret: missing/,
  ],
  [
    "a token that nobody reads",
    { ...said, payments: { accessToken: "token", webhookSecret: "secret" } },
    /nobody reads them/,
  ],
  ["a payment provider without pages", { ...said, ...paid, pages: "off" }, /mercadopago needs pages/],
  ["a payment provider, and nowhere to come back to", { ...said, ...paid, host: "" }, /host: missing/],
  [
    "a company that bills, without its point of sale",
    { ...said, payments: { settings: { BILLING_COMPANY: "operador" } } },
    /BILLING_COMPANY and BILLING_POS, or neither/,
  ],
  ["a key that is none", { ...said, sealingKey: "short" }, /at '\/sealingKey': 'short' does not match/],
  ["a wrong word", { ...said, pages: "beside" }, /at '\/pages': value must be one of 'apart', 'together', 'off'/],
  [
    "no key of the issuers",
    { ...said, issuer: {} },
    /issuer\.secretKey: missing\. Make one with openssl rand -base64 32/,
  ],
  ["no public half", { ...said, sealingKey: "" }, /sealingKey: missing, the public half of SECRET_KEY/],
  ["no sender", { ...said, mailer: { smtpUrl: "smtp://a" } }, /mailer\.settings\.MAIL_FROM: missing/],
  ["no mail server", { ...said, mailer: { settings: said.mailer.settings } }, /mailer\.smtpUrl: missing/],
  ["some of the existing Secrets", { ...said, existingSecrets: { api: "a" } }, /name all of migrate, api, .* or none/],
  [
    "a database elsewhere without its host",
    { ...said, database: { make: false, passwords: { owner: "12345678" } } },
    /database\.hosts: missing/,
  ],
  [
    "several hosts of which nobody says which takes changes",
    {
      ...said,
      database: { make: false, hosts: "a:5432,b:5432", passwords: { owner: "12345678" } },
      networkPolicies: { database: { to: [{ ipBlock: { cidr: "10.1.2.0/24" } }] } },
    },
    /database\.parameters: .* target_session_attrs=read-write/,
  ],
  [
    "a replica of several servers",
    { ...said, database: { replica: "a:5432,b:5432" } },
    /at '\/database\/replica': 'a:5432,b:5432' does not match/,
  ],
  [
    "a replica of the chart's own database",
    { ...said, database: { replica: "a:5432" } },
    /database\.replica: .* has none/,
  ],
  [
    "traces without a way",
    { ...said, traces: { endpoint: "http://a:4318" } },
    /networkPolicies\.collector\.to: say where it stands/,
  ],
  [
    "a database elsewhere without a way",
    { ...said, database: { make: false, hosts: "a:5432", passwords: { owner: "12345678" } } },
    /networkPolicies\.database\.to: say where it stands/,
  ],
  [
    "a bucket without a way",
    { ...said, storage: { url: "s3://a" } },
    /networkPolicies\.storage\.to: say where it stands/,
  ],
  [
    "the password of its own database in a Secret, and the URLs in none",
    { ...said, existingSecrets: { postgres: "a" } },
    /existingSecrets\.postgres: name all of migrate, api, .* too/,
  ],
  [
    "a secret that nobody would read",
    {
      sealingKey: said.sealingKey,
      mailer: { settings: said.mailer.settings },
      ...ownSecrets,
      issuer: { newSecretKey: said.issuer.secretKey },
    },
    /issuer\.newSecretKey: nobody reads it, because existingSecrets are given/,
  ],
  [
    "fewer at most than at least",
    {
      ...said,
      scaling: { enabled: true, trigger: "postgresql" },
      mailer: { ...said.mailer, scaling: { min: 3, max: 2 } },
    },
    /mailer\.scaling: min must not be above max/,
  ],
  [
    "the password of its own Valkey in a Secret, and the URLs in none",
    { ...said, existingSecrets: { redis: "a" } },
    /existingSecrets\.redis: name all of/,
  ],
  [
    "half of the keys of a bucket",
    { ...said, storage: { accessKeyId: "AKIAEXAMPLE" } },
    /storage\.accessKeyId and storage\.secretAccessKey: both or neither/,
  ],
  [
    "a process without its keys of the bucket",
    {
      ...said,
      ...macKeys,
      storage: { ...macKeys.storage, keys: { ...macKeys.storage.keys, mailer: { accessKeyId: "" } } },
    },
    /storage\.keys\.mailer: accessKeyId and secretAccessKey are missing/,
  ],
  [
    "keys of a process that nobody would read",
    { ...said, ...macKeys, storage: { ...macKeys.storage, keyForEach: false } },
    /storage\.keys\.api: nobody reads them/,
  ],
  [
    "a way to nobody, which Kubernetes takes for everybody",
    { ...said, networkPolicies: { authority: { to: [] } } },
    /networkPolicies\.authority\.to: name somebody, because an empty list lets it go everywhere/,
  ],
  [
    "a way to another port than the database's",
    { ...said, ...elsewhere("database"), database: { ...ownDatabase, hosts: "a:5432", replica: "b:6432" } },
    /networkPolicies\.database\.ports: 6432 is missing/,
  ],
  [
    "a way to Redis and none to its Sentinels",
    { ...said, ...elsewhere("redis"), redis: { make: false, url: "redis+sentinel://:a@b:6379,c:26379,d/name?tls=1" } },
    /networkPolicies\.redis\.ports: 26379 is missing/,
  ],
  [
    "a way to another port than the bucket's",
    { ...said, ...elsewhere("storage"), storage: { url: "s3://a/b?region=c&endpoint=http://minio:9000" } },
    /networkPolicies\.storage\.ports: 9000 is missing/,
  ],
  [
    "a way to another port than the collector's",
    { ...said, ...elsewhere("collector"), traces: { endpoint: "https://collector.example.com/otlp" } },
    /networkPolicies\.collector\.ports: 443 is missing/,
  ],
  ["a file of trust without a name", { ...said, trust: { key: "" } }, /at '\/trust\/key': '' does not match/],
  [
    "a password that Valkey's settings cannot hold",
    { ...said, redis: { password: 'with"quote' } },
    /at '\/redis\/password'/,
  ],
  ["an Ingress without a host", { ...said, ingress: { enabled: true } }, /host: missing/],
  [
    "KEDA without Prometheus",
    { ...said, scaling: { enabled: true }, database: { maxConnections: 300 } },
    /scaling\.prometheusUrl: missing/,
  ],
  [
    "no sandbox without a reason",
    { ...said, renderer: { sandbox: { seccomp: "RuntimeDefault" } } },
    /renderer\.sandbox\.because: say why Chromium may print without its sandbox/,
  ],
  [
    "half of what the board needs",
    { ...said, api: { boardUser: "operator" } },
    /boardUser and api\.boardPassword: both or neither/,
  ],
  [
    "a stop before requests have ended",
    { ...said, api: { settings: { REQUEST_TIMEOUT_MS: 120000 } } },
    /api\.stopSeconds: its settings let it take 130 s to end/,
  ],
  [
    "fewer connections than a process needs",
    { ...said, mailer: { ...said.mailer, settings: { ...said.mailer.settings, DATABASE_CONNECTIONS: 3 } } },
    /'\/mailer\/settings\/DATABASE_CONNECTIONS': minimum: got 3, want 4/,
  ],
  // One more of each of the five beside them, and ten.
  ["one connection too few", { ...said, database: { maxConnections: 93 } }, /these replicas may open 94 connections/],
  [
    "more connections of a process than there are",
    { ...said, issuer: { ...said.issuer, settings: { DATABASE_CONNECTIONS: 14 } } },
    /these replicas may open 102 connections/,
  ],
  ["one too few where a process has fewer", { ...said, ...frugal(61) }, /these replicas may open 62 connections/],
  [
    "more processes than connections",
    { ...said, api: { replicas: 9 } },
    /database\.maxConnections: these replicas may open \d+ connections/,
  ],
];

for (const [what, values, says] of refused)
  testOf("chart", `Helm refuses ${what}, and says what to do`, async (context) => {
    const helm = await findHelm(context);
    await expect(renderChart(helm, { values })).rejects.toThrow(says);
  });

/** A setting that the pod of a component gets. */
function settingOf(objects: ChartObject[], component: string, setting: string): string | undefined {
  const pod = podsOf(objects).find((one) => one.component === component);
  return pod?.spec.containers[0]?.env?.find(({ name }) => name === setting)?.value;
}

testOf("chart", "numbers reach a process digit by digit, large ones and fractions", async (context) => {
  const values = { ...said, issuer: { ...said.issuer, settings: { REFUSAL_QUIET_MS: 86_400_000 } } };
  const objects = await renderChart(await findHelm(context), { values });
  expect(settingOf(objects, "issuer", "REFUSAL_QUIET_MS")).toBe("86400000");
  const traced = await objectsOf("KEDA and ServiceMonitor on", context);
  expect(settingOf(traced, "renderer", "OTEL_TRACES_SAMPLER_ARG")).toBe("0.05");
});

testOf(
  "chart",
  "with fewer connections of each process a smaller database will do, and pages have the API's",
  async (context) => {
    const objects = await renderChart(await findHelm(context), { values: { ...said, ...frugal(62) } });
    const given = Object.keys(configs).map((process) => settingOf(objects, process, "DATABASE_CONNECTIONS"));
    expect(given).toEqual(["4", "4", undefined, undefined, undefined]);
  },
);

testOf("chart", "a process can stay at the version before while the others go on", async (context) => {
  const values = { ...said, images: { version: "0.3.0" }, api: { version: "0.2.0" }, app: { version: "0.2.0" } };
  const pods = podsOf(await renderChart(await findHelm(context), { values }));
  const versions = Object.fromEntries(pods.map((pod) => [pod.component, pod.spec.containers[0]?.image.split(":")[1]]));
  expect(versions).toMatchObject({ api: "0.2.0", app: "0.2.0", issuer: "0.3.0", migrate: "0.3.0", renderer: "0.3.0" });
});

const configs = {
  api: apiConfig,
  app: apiConfig,
  issuer: issuerConfig,
  renderer: rendererConfig,
  mailer: mailerConfig,
};

/** What one process opens at most. */
function connectionsOf(objects: ChartObject[], component: string): number {
  const { DATABASE_CONNECTIONS } = configs[component as keyof typeof configs].shape;
  return DATABASE_CONNECTIONS.parse(settingOf(objects, component, "DATABASE_CONNECTIONS"));
}

/** What the processes may open when an upgrade starts one more of each; without ScaledObjects, their replicas. */
function mostConnections(objects: ChartObject[]): number {
  const scaled = new Map(ofKind(objects, "ScaledObject").map((one) => [componentOf(one), one.spec.maxReplicaCount]));
  return ofKind(objects, "Deployment")
    .map((one) => ((scaled.get(componentOf(one)) ?? one.spec.replicas) + 1) * connectionsOf(objects, componentOf(one)))
    .reduce((sum, each) => sum + each, 0);
}

testOfWays(
  "what the processes may open fits into the database that the chart makes, with ten for people",
  (objects) => {
    const database = ofKind(objects, "StatefulSet").find((one) => componentOf(one) === "postgres");
    if (!database) return;
    const [container] = podsOf([database]).flatMap(({ spec }) => spec.containers) as { args?: string[] }[];
    const most = Number(/^max_connections=(\d+)$/.exec(container?.args?.at(-1) ?? "")?.[1]);
    expect(mostConnections(objects)).toBeGreaterThan(40);
    expect(mostConnections(objects) + 10).toBeLessThanOrEqual(most);
  },
);
