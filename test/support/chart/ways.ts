import type { Given } from "./render.js";

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");

/** What is secret, each as a word that shows where it went. The passwords hold what a URL cannot have as it is. */
export const marked = {
  owner: "marked@owner/1",
  api: "marked@api/1",
  issuer: "marked@issuer/1",
  renderer: "marked@renderer/1",
  mailer: "marked@mailer/1",
  redis: "marked@redis/1",
  board: "marked-board",
  secretKey: key("s"),
  newSecretKey: key("n"),
  webhookKey: key("w"),
  smtp: "marked-smtp",
  traces: "marked-traces",
};

const { board, secretKey, newSecretKey, webhookKey, smtp, redis, traces, ...passwords } = marked;

/** The least that an operator must say; with `secrets`, all that can be secret. */
export const said = {
  sealingKey: key("p"),
  issuer: { secretKey },
  mailer: {
    smtpUrl: "smtps://user:password@smtp.example.com:465",
    settings: { MAIL_FROM: "Facturas <a@example.com>" },
  },
};

export const secrets = {
  ...said,
  database: { passwords },
  redis: { password: redis },
  api: { boardUser: "operator", boardPassword: board },
  issuer: { secretKey, newSecretKey },
  mailer: { ...said.mailer, smtpUrl: `smtps://user:${smtp}@smtp.example.com:465`, webhookKey },
  traces: { headers: `authorization=Basic ${traces}` },
};

/** A bucket with a pair of keys for each process, and one for the command line. */
export const bucketKeys = {
  ...{ api: "marked-keys-of-api", issuer: "marked-keys-of-issuer", renderer: "marked-keys-of-renderer" },
  ...{ mailer: "marked-keys-of-mailer", admin: "marked-keys-of-admin" },
};
const pairOf = (secretAccessKey: string) => ({ accessKeyId: "AKIAEXAMPLE", secretAccessKey });
export const macKeys = {
  storage: {
    url: "s3://facturas/pdf",
    ...pairOf(bucketKeys.admin),
    keyForEach: true,
    keys: {
      ...{ api: pairOf(bucketKeys.api), issuer: pairOf(bucketKeys.issuer) },
      ...{ renderer: pairOf(bucketKeys.renderer), mailer: pairOf(bucketKeys.mailer) },
    },
  },
  networkPolicies: { storage: { to: [{ ipBlock: { cidr: "10.20.2.0/24" } }] } },
};

/** Subscriptions are paid at the provider, and billed. */
export const payments = { accessToken: "marked-token", webhookSecret: "marked-webhook-secret" };
export const paid = {
  host: "facturas.example.com",
  payments: {
    ...payments,
    settings: { PAYMENTS: "mercadopago", BILLING_COMPANY: "operador", BILLING_POS: 1, BILLING_ENV: "homologation" },
  },
};

/** The ways in which the chart is rendered, by name. */
export const ways: Record<string, Given> = {
  "one host's defaults": { values: said },
  "three hosts with PostgreSQL and S3 elsewhere": {
    examples: ["three-hosts.yaml"],
    values: { sealingKey: said.sealingKey },
  },
  "pages apart": { examples: ["pages-apart.yaml"], values: said },
  "KEDA and ServiceMonitor on": { examples: ["watched-and-scaled.yaml"], values: said },
  "everything off that can be": {
    values: {
      ...said,
      pages: "off",
      admin: { enabled: false },
      disruptionBudgets: { enabled: false },
      topologySpread: { enabled: false },
      networkPolicies: { enabled: false },
      renderer: { sandbox: { seccomp: "RuntimeDefault", because: "a cluster whose nodes nobody may write to" } },
      database: {
        make: false,
        hosts: "10.0.0.5:5432,10.0.0.6:5432",
        replica: "10.0.0.7:5432",
        parameters: "sslmode=verify-full&target_session_attrs=read-write",
        passwords: { owner: "owner-of-the-database" },
      },
      redis: { make: false, url: "redis://10.0.0.8:6379" },
      storage: { url: "s3://facturas/pdf" },
    },
  },
  // Beside the five: what they leave out.
  "the example of one host": { examples: ["one-host.yaml"], values: said },
  "CloudNativePG and Valkey with Sentinel": {
    examples: ["cloudnative-pg/values.yaml", "valkey-sentinel/values.yaml"],
    values: said,
  },
  "pages together, scaled by the database, with keys of a bucket": {
    values: {
      ...secrets,
      pages: "together",
      database: { ...secrets.database, maxConnections: 250 },
      scaling: { enabled: true, trigger: "postgresql" },
      storage: { url: "s3://facturas/pdf", accessKeyId: "AKIAEXAMPLE", secretAccessKey: "marked-bucket" },
      networkPolicies: { storage: { to: [{ ipBlock: { cidr: "10.20.2.0/24" } }] } },
    },
  },
  "a bucket with keys for each process": { values: { ...said, ...macKeys } },
  "paid in the application": { values: { ...said, ...paid } },
  "paid on the pages of the API": { values: { ...said, ...paid, pages: "together" } },
  "an upgrade": { values: said, args: ["--is-upgrade"] },
};
