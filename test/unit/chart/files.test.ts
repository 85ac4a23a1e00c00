import { readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { apiConfig } from "../../../api/config.js";
import { issuerConfig } from "../../../issuer/config.js";
import { mailerConfig } from "../../../mailer/config.js";
import { rendererConfig } from "../../../renderer/config.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { version } from "../../../shared/assets/version.js";
import { commonConfig } from "../../../shared/config/config.js";
import { largeObjectMakers } from "../../../shared/db/migrate/set-grants.js";
import { chartFolder } from "../../support/chart/render.js";

// What the chart's files show without Helm. What it makes of them: the other files of this folder.
const read = (...file: string[]) => readFileSync(path.join(chartFolder, ...file), "utf8");
const schema = JSON.parse(read("values.schema.json"));
const values = parse(read("values.yaml"));

test("the chart has the version of the service", () => {
  expect(parse(read("Chart.yaml"))).toMatchObject({ version, appVersion: version });
});

test("rules, system calls and Valkey's settings are the files that compose.yaml uses, and no copies", () => {
  const real = (file: string) => path.relative(projectFolder, realpathSync(path.join(chartFolder, "files", file)));
  expect(Object.fromEntries(readdirSync(path.join(chartFolder, "files")).map((file) => [file, real(file)]))).toEqual({
    "alerts.yml": "shared/monitoring/alerts.yml",
    "chromium-seccomp.json": "shared/deploy/chromium-seccomp.json",
    "valkey.conf": "shared/deploy/valkey.conf",
  });
});

describe("the settings that the values may have", () => {
  /** In a Secret, made by the chart of other values, fixed by the images, or for tests alone. */
  const notAmongThem = new RegExp(
    `^(${[
      ...[
        "DATABASE_URL",
        "READ_DATABASE_URL",
        "REDIS_URL",
        "SECRET_KEY",
        "NEW_SECRET_KEY",
        "SMTP_URL",
        "WEBHOOK_KEY",
        "BOARD_USER",
        "BOARD_PASSWORD",
      ],
      ...[
        "PORT",
        "INTERNAL_PORT",
        "METRICS_PORT",
        "APP",
        "APP_URL",
        "PDF_STORAGE_URL",
        "SEALING_KEY",
        "CHROMIUM_NO_SANDBOX",
        "OTEL_\\w+",
      ],
      ...["CHROMIUM_PATH", "FAILPOINT", "TAXAUTH_PRODUCTION_\\w+_URL", "TAXAUTH_HTTP_HOSTS"],
      // A container listens on all its addresses.
      "LISTEN_ADDRESS",
      // Of a cluster the page alone says how a command is called.
      "ADMIN_COMMAND",
      // The operator of a database of a cluster has metrics of its backups.
      "BACKUP_FILE",
      // The chart's policies let nobody out to a provider of payments.
      ...["MERCADOPAGO_\\w+", "BILLING_\\w+", "PAYMENTS", "PAYMENT_INSTRUCTIONS"],
    ].join("|")})$`,
  );
  const configs = {
    api: apiConfig,
    app: apiConfig,
    issuer: issuerConfig,
    renderer: rendererConfig,
    mailer: mailerConfig,
  };

  test.each(Object.entries(configs))("of %s are all that it reads and that are no secret", (process, { shape }) => {
    const own = Object.keys(shape).filter((name) => !notAmongThem.test(name));
    expect(own.length).toBeGreaterThan(1);
    expect(Object.keys(schema.properties[process].properties.settings.properties).sort()).toEqual(own.sort());
  });
});

test("the settings of traces are those that every process reads, but for where they go and with which key", () => {
  const read = Object.keys(commonConfig.shape).filter((name) => name.startsWith("OTEL_"));
  const { settings } = schema.properties.traces.properties;
  const own = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"];
  expect([...Object.keys(settings.properties), ...own].sort()).toEqual(read.sort());
  const samplers = commonConfig.shape.OTEL_TRACES_SAMPLER.unwrap().options;
  expect(settings.properties.OTEL_TRACES_SAMPLER.enum).toEqual(samplers);
});

test("the schema lets no unknown value pass, and knows each value that there is", () => {
  const open: string[] = [];
  const missing: string[] = [];
  const look = (at: string, part: typeof schema, value: unknown) => {
    const known = part.$ref ? schema.definitions[part.$ref.split("/").at(-1)] : part;
    if (known.properties && known.additionalProperties !== false) open.push(at);
    for (const [name, each] of Object.entries(known.properties ?? {})) look(`${at}/${name}`, each, undefined);
    if (typeof value !== "object" || value === null || Array.isArray(value) || !known.properties) return;
    for (const [name, each] of Object.entries(value))
      if (name in known.properties) look(`${at}/${name}`, known.properties[name], each);
      else missing.push(`${at}/${name}`);
  };
  look("", schema, values);
  expect([open, missing]).toEqual([[], []]);
  // Those that can be left out are the settings, and Helm's own.
  const undescribed = Object.keys(schema.properties).filter((name) => !(name in values) && name !== "global");
  expect(undescribed).toEqual([]);
});

test("each example is there for the values of the chart, and what it names in another file is there", () => {
  const examples = readdirSync(path.join(chartFolder, "examples"), { recursive: true, encoding: "utf8" });
  const files = examples.filter((file) => file.endsWith(".yaml"));
  expect(files.length).toBeGreaterThan(6);
  for (const file of files)
    for (const document of parseAllDocuments(read("examples", file)))
      expect([file, document.errors]).toEqual([file, []]);

  const database = parse(read("examples", "cloudnative-pg", "cluster.yaml"));
  const cluster = database.metadata.name;
  const given = parse(read("examples", "cloudnative-pg", "values.yaml"));
  expect(given.database).toMatchObject({
    hosts: `${cluster}-rw:5432`,
    name: database.spec.bootstrap.initdb.database,
    owner: database.spec.bootstrap.initdb.owner,
    ownerUrlFrom: { secret: `${cluster}-app`, key: "uri" },
  });
  expect(given.trust).toEqual({ secret: `${cluster}-ca`, key: "ca.crt" });
  expect(given.networkPolicies.database.to).toEqual([{ podSelector: { matchLabels: { "cnpg.io/cluster": cluster } } }]);
  // The migration makes the roles of the processes.
  expect(database.spec.bootstrap.initdb.postInitSQL).toEqual([`ALTER ROLE ${given.database.owner} CREATEROLE`]);
  expect(database.spec.bootstrap.initdb.postInitApplicationSQL).toEqual([
    `REVOKE EXECUTE ON FUNCTION ${largeObjectMakers} FROM PUBLIC`,
  ]);
  expect(database.spec.postgresql.synchronous).toMatchObject({ number: 1, dataDurability: "required" });

  const valkey = parseAllDocuments(read("examples", "valkey-sentinel", "valkey.yaml")).map((one) => one.toJS());
  const password = valkey.find(({ kind }) => kind === "Secret").stringData.password;
  const { redis } = parse(read("examples", "valkey-sentinel", "values.yaml"));
  expect(redis.url.split(password)).toHaveLength(3);
  const stateful = valkey.find(({ kind }) => kind === "StatefulSet");
  for (let each = 0; each < stateful.spec.replicas; each++)
    expect(redis.url).toContain(`${stateful.metadata.name}-${each}.${stateful.spec.serviceName}:26379`);
});

test("who answers an example's Ingress may reach the pods", () => {
  const folder = path.join(chartFolder, "examples");
  const examples = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  const withIngress = examples
    .map((file) => [file, parse(read("examples", file))])
    .filter(([, given]) => given.ingress);
  expect(withIngress.length).toBeGreaterThan(2);
  for (const [file, given] of withIngress) {
    const { from } = given.networkPolicies?.proxy ?? values.networkPolicies.proxy;
    const names = (from as { podSelector?: { matchLabels: Record<string, string> } }[]).map(
      ({ podSelector }) => podSelector?.matchLabels["app.kubernetes.io/name"],
    );
    expect([file, names]).toEqual([file, [given.ingress.className]]);
    // Over TLS alone, as the proxy of compose.yaml: Traefik serves an Ingress without it as well.
    const { tlsSecret, annotations } = given.ingress;
    expect([file, tlsSecret !== undefined, annotations]).toEqual([
      file,
      true,
      { "traefik.ingress.kubernetes.io/router.entrypoints": "websecure" },
    ]);
  }
});
