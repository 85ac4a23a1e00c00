import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import type { z } from "zod";
import { serviceConfig } from "../../../api/admin/config.js";
import { apiConfig } from "../../../api/config.js";
import { issuerConfig } from "../../../issuer/config.js";
import { mailerConfig } from "../../../mailer/config.js";
import { rendererConfig } from "../../../renderer/config.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { readConfig } from "../../../shared/config/config.js";
import { addressesOf } from "../../../shared/config/database-hosts.js";
import { migrateConfig } from "../../../shared/db/migrate/config.js";
import { startClusterOfSecrets } from "../../support/chart/cluster-of-secrets.js";
import { type ChartObject, containersOf, ofKind, type Pod, podsOf } from "../../support/chart/objects.js";
import { renderChart } from "../../support/chart/render.js";
import { findHelm, objectsOf, testOfWays } from "../../support/chart/rendered-ways.js";
import { bucketKeys, marked, payments, secrets } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";

const compose = parse(readFileSync(path.join(projectFolder, "compose.yaml"), "utf8"), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};

/** What a process reads, by its component. */
const configs: Record<string, z.ZodObject> = {
  migrate: migrateConfig,
  api: apiConfig,
  app: apiConfig,
  issuer: issuerConfig,
  renderer: rendererConfig,
  mailer: mailerConfig,
  admin: serviceConfig,
};

const oursOf = (objects: ChartObject[]) => podsOf(objects).filter(({ component }) => component in configs);
const environmentOf = (pod: Pod) => containersOf(pod).flatMap(({ env = [] }) => env);
const secretsOf = (pod: Pod) => environmentOf(pod).flatMap(({ name, valueFrom }) => (valueFrom ? [name] : []));

/** Read by the AWS SDK, by Node, and by the driver of PostgreSQL. */
const ofOthers = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "NODE_EXTRA_CA_CERTS", "PGSSLMODE"];

testOfWays("no process has a secret that its container of compose.yaml has not, and none lacks", (objects, way) => {
  const pods = oursOf(objects);
  // An API that serves the pages has what they have.
  const ofPages =
    way === "paid on the pages of the API" ? ["MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"] : [];
  const secret = new Set(pods.flatMap(secretsOf));
  const isBucket = secret.has("AWS_ACCESS_KEY_ID");
  for (const pod of pods) {
    const given = Object.entries(compose.services[pod.component]?.environment ?? {});
    const own = given.filter(([name, value]) => secret.has(name) && value !== "").map(([name]) => name);
    if (pod.component === "api") own.push(...ofPages);
    // compose.yaml shows how a bucket is used in shared/deploy/README.md.
    if (isBucket && pod.component !== "migrate") own.push("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
    expect([pod.component, secretsOf(pod).sort()]).toEqual([pod.component, own.sort()]);
    expect(containersOf(pod).filter(({ envFrom }) => envFrom !== undefined)).toEqual([]);
  }
});

testOfWays("every variable is one that its process reads, and is named once", (objects) => {
  for (const pod of oursOf(objects)) {
    const names = environmentOf(pod).map(({ name }) => name);
    const known = [...Object.keys(configs[pod.component]?.shape ?? {}), ...ofOthers, "NEW_SECRET_KEY"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

/** The variables with their values: of an existing Secret, which the chart does not see, one that would do. */
function resolve(pod: Pod, objects: ChartObject[]): Record<string, string> {
  const made = new Map(ofKind(objects, "Secret").map(({ metadata, stringData }) => [metadata.name, stringData ?? {}]));
  const key = Buffer.alloc(32).toString("base64");
  const existing: Record<string, string> = {
    ...{ DATABASE_URL: "postgresql://a:b@c:5432/d", REDIS_URL: "rediss://:a@b:6379", SMTP_URL: "smtps://a:b@c:465" },
    ...{ READ_DATABASE_URL: "postgresql://a:b@d:5432/d", OTEL_EXPORTER_OTLP_HEADERS: "a=b" },
    // As CloudNativePG names the owner's.
    uri: "postgresql://a:b@c:5432/d",
    ...{ SECRET_KEY: key, NEW_SECRET_KEY: key, WEBHOOK_KEY: key, BOARD_USER: "operator", BOARD_PASSWORD: "password" },
  };
  return Object.fromEntries(
    environmentOf(pod).flatMap(({ name, value, valueFrom }) => {
      if (!valueFrom) return [[name, value ?? ""]];
      const { name: secret, key: at, optional } = valueFrom.secretKeyRef;
      const data = made.get(secret);
      const found = data ? data[at] : (existing[at] ?? "password-of-others");
      if (found === undefined && !optional) throw new Error(`${secret} has no ${at}`);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

testOfWays("every process starts with the settings that it gets", (objects) => {
  for (const pod of oursOf(objects)) {
    const config = configs[pod.component] as z.ZodObject;
    const read = readConfig(config, { ...resolve(pod, objects), NODE_ENV: "production" });
    expect([pod.component, "faults" in read ? read.faults : []]).toEqual([pod.component, []]);
  }
});

testOf("chart", "several hosts and a replica are reached with the same passwords", async (context) => {
  const objects = await objectsOf("everything off that can be", context);
  const urlsOf = (role: string) => {
    const secret = ofKind(objects, "Secret").find(({ metadata }) => metadata.name === `talonario-${role}`);
    const { DATABASE_URL = "", READ_DATABASE_URL = "" } = secret?.stringData ?? {};
    return [...(addressesOf(DATABASE_URL) ?? []), READ_DATABASE_URL].map((url) => url.replace(/:\w{48}@/, ":…@"));
  };
  const query = "?sslmode=verify-full&target_session_attrs=read-write";
  const hosts = (user: string) =>
    ["10.0.0.5", "10.0.0.6"].map((host) => `postgresql://${user}:…@${host}:5432/talonario${query}`);
  expect(urlsOf("api")).toEqual([
    ...hosts("talonario_api"),
    // It takes no changes.
    "postgresql://talonario_api:…@10.0.0.7:5432/talonario?sslmode=verify-full",
  ]);
  expect(urlsOf("issuer")).toEqual([...hosts("talonario_issuer"), ""]);
});

testOf("chart", "an owner's URL that another program made is used with the TLS of the others", async (context) => {
  const objects = await objectsOf("CloudNativePG and Valkey with Sentinel", context);
  const told = oursOf(objects).map((pod) => [
    pod.component,
    environmentOf(pod).find(({ name }) => name === "PGSSLMODE")?.value,
  ]);
  const owners = { migrate: "verify-full", admin: "verify-full" };
  expect(Object.fromEntries(told)).toEqual({
    ...{ api: undefined, app: undefined, issuer: undefined, renderer: undefined, mailer: undefined },
    ...owners,
  });
});

testOf("chart", "each secret stands in the Secrets of those who have it, and nowhere else", async (context) => {
  const objects = await renderChart(await findHelm(context), { values: secrets });
  const holders: Record<keyof typeof marked, string[]> = {
    owner: ["migrate", "postgres"],
    api: ["api", "migrate"],
    issuer: ["issuer", "migrate"],
    renderer: ["migrate", "renderer"],
    mailer: ["mailer", "migrate"],
    redis: ["api", "issuer", "mailer", "redis", "renderer"],
    board: ["api"],
    secretKey: ["issuer"],
    newSecretKey: ["issuer"],
    webhookKey: ["mailer"],
    smtp: ["mailer"],
    traces: ["api", "issuer", "mailer", "renderer"],
  };
  for (const [name, value] of Object.entries(marked)) {
    const found = objects
      .filter((object) => {
        const text = JSON.stringify(object);
        return text.includes(value) || text.includes(encodeURIComponent(value));
      })
      .map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    const expected = holders[name as keyof typeof marked].map((role) => `Secret/talonario-${role}`);
    expect([name, found.sort()]).toEqual([name, expected]);
  }
  // Whole again as the driver reads it.
  const [migrate] = ofKind(objects, "Secret").filter(({ metadata }) => metadata.name === "talonario-migrate");
  const url = new URL(migrate?.stringData?.DATABASE_URL ?? "");
  expect([url.username, decodeURIComponent(url.password)]).toEqual(["talonario", marked.owner]);
});

testOf(
  "chart",
  "what the payment provider gave is read by who serves pages, and its token by the command line",
  async (context) => {
    for (const [way, pages] of [
      ["paid in the application", "app"],
      ["paid on the pages of the API", "api"],
    ] as const) {
      const objects = await objectsOf(way, context);
      for (const [value, readers] of [
        [payments.accessToken, ["admin", pages]],
        [payments.webhookSecret, [pages]],
      ] as const) {
        const holders = objects.filter((object) => JSON.stringify(object).includes(value));
        expect(holders.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual(["Secret/talonario-payments"]);
        const found = oursOf(objects).filter((pod) => Object.values(resolve(pod, objects)).includes(value));
        expect(found.map(({ component }) => component).sort()).toEqual([...readers].sort());
      }
      const billing = oursOf(objects).filter((pod) => "BILLING_COMPANY" in resolve(pod, objects));
      expect(billing.map(({ component }) => component).sort()).toEqual(["admin", pages].sort());
    }
  },
);

testOf("chart", "in a bucket with keys for each process, each has its own, and no other's", async (context) => {
  const objects = await objectsOf("a bucket with keys for each process", context);
  const pods = new Map(oursOf(objects).map((pod) => [pod.component, resolve(pod, objects).AWS_SECRET_ACCESS_KEY]));
  expect(Object.fromEntries(pods)).toEqual({ ...bucketKeys, app: bucketKeys.api, migrate: undefined });
  for (const [role, value] of Object.entries(bucketKeys)) {
    const holders = objects
      .filter((object) => JSON.stringify(object).includes(value))
      .map(({ metadata }) => metadata.name);
    expect(holders).toEqual([`talonario-${role === "admin" ? "storage" : role}`]);
  }
});

testOfWays("the key of Valkey's certificate is mounted by Valkey alone, and no other Secret is mounted", (objects) => {
  const mounted = podsOf(objects).flatMap(({ component, spec }) =>
    (spec.volumes ?? []).flatMap(({ secret }) =>
      secret ? [`${component}:${secret.secretName}:${secret.items?.map(({ key }) => key) ?? "all"}`] : [],
    ),
  );
  const ofValkey = ofKind(objects, "StatefulSet").some(({ metadata }) => metadata.name === "talonario-redis");
  const others = mounted.filter((one) => one !== "redis:talonario-redis-tls:all");
  expect(mounted.length - others.length).toBe(ofValkey ? 1 : 0);
  expect(others.filter((one) => !one.endsWith(":talonario-db-ca:ca.crt"))).toEqual([]);
});

testOf(
  "chart",
  "passwords that nobody gave are made by chance, long, and the same wherever they stand",
  async (context) => {
    const helm = await findHelm(context);
    const { sealingKey, issuer, mailer } = secrets;
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const objects = await renderChart(helm, { values: { sealingKey, issuer, mailer } });
        return Object.fromEntries(
          ofKind(objects, "Secret").map(({ metadata, stringData }) => [metadata.name, stringData]),
        );
      }),
    );
    const passwordOf = (url = "") => new URL(url).password;
    const roles = ["api", "issuer", "renderer", "mailer"];
    const made = roles.map((role) => passwordOf(first?.[`talonario-${role}`]?.DATABASE_URL));
    const ofMigrate = first?.["talonario-migrate"];
    expect(roles.map((role) => ofMigrate?.[`DATABASE_PASSWORD_${role.toUpperCase()}`])).toEqual(made);
    const all = [
      ...made,
      first?.["talonario-postgres"]?.POSTGRES_PASSWORD ?? "",
      first?.["talonario-redis"]?.REDIS_PASSWORD ?? "",
    ];
    expect(new Set(all).size).toBe(6);
    expect(all.filter((password) => !/^[A-Za-z0-9]{48}$/.test(password))).toEqual([]);
    expect(roles.map((role) => passwordOf(second?.[`talonario-${role}`]?.DATABASE_URL))).not.toEqual(made);
  },
);

testOf("chart", "an upgrade keeps what was made by chance, so that it starts no pod anew", async (context) => {
  const helm = await findHelm(context);
  const { sealingKey, issuer, mailer } = secrets;
  const values = { sealingKey, issuer, mailer };
  const first = await renderChart(helm, { values });
  await using cluster = await startClusterOfSecrets(first);
  const args = ["--dry-run=server", "--disable-openapi-validation", "--kube-apiserver", cluster.url];
  const secretsIn = (objects: ChartObject[]) =>
    Object.fromEntries(ofKind(objects, "Secret").map(({ metadata, stringData }) => [metadata.name, stringData]));
  const podsIn = (objects: ChartObject[]) => podsOf(objects).map(({ owner }) => owner.spec.template ?? owner.spec);

  const second = await renderChart(helm, { values, args });
  expect(secretsIn(second)).toEqual(secretsIn(first));
  expect(podsIn(second)).toEqual(podsIn(first));
  // Nor does a password that somebody gives for one role change another's.
  const third = await renderChart(helm, { values: { ...values, database: { passwords: { api: marked.api } } }, args });
  const changed = ofKind(third, "Secret").filter(
    ({ metadata, stringData }) => JSON.stringify(stringData) !== JSON.stringify(secretsIn(first)[metadata.name]),
  );
  expect(changed.map(({ metadata }) => metadata.name).sort()).toEqual(["talonario-api", "talonario-migrate"]);
});
