import { parseUrl } from "../../shared/domain/parse-url.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { webhookKeyOf } from "../../shared/sealing/webhook-key.js";
import { authorityVariables } from "../authority/authority-urls.js";
import type { PaymentProvider } from "../payment-provider/stand-in.js";
import { type Secrets, sandboxPaths } from "./sandbox-folder.js";
import type { Chromium } from "./servers/chromium.js";
import type { Settings } from "./settings.js";

export interface Services {
  databaseUrl: string;
  redisUrl: string;
  smtpUrl: string;
  /** The simulator's URL; null when the environment gives the whole authority. */
  authorityUrl: string | null;
  /** The stand-in of the payment provider; null when the environment says how is paid. */
  payments: Pick<PaymentProvider, "url" | "host" | "token" | "secret"> | null;
}

export type ProcessName = "api" | "issuer" | "renderer" | "mailer";

/** The settings of the four processes and of the operator's command line. Given settings override the sandbox's own. */
export const sharedEnvironment = async (
  { given, port }: Settings,
  secrets: Secrets,
  services: Services,
): Promise<Record<string, string> & { SEALING_KEY: string }> => ({
  BASE_PATH: "/api",
  MAIL_FROM: "Talonario <no-reply@talonario.example>",
  APP_URL: `http://127.0.0.1:${port}`,
  SECRET_KEY: secrets.secretKey,
  SEALING_KEY: given.SEALING_KEY || (await publicKeyOf(given.SECRET_KEY || secrets.secretKey)),
  BOARD_USER: secrets.boardUser,
  BOARD_PASSWORD: secrets.boardPassword,
  RATE_LIMIT_PER_MINUTE: "0",
  COMPANY_RATE_LIMIT_PER_MINUTE: "0",
  REGISTRY_LOOKUPS_PER_MINUTE: "0",
  MAILS_PER_COMPANY_PER_DAY: "0",
  WEBHOOK_ALLOW_PRIVATE: "1",
  PDF_STORAGE_URL: `file:${sandboxPaths.pdf}`,
  ...(services.authorityUrl === null ? {} : authorityVariables(services.authorityUrl)),
  TAXAUTH_HTTP_HOSTS: httpHostsOf(given),
  ...(services.payments && paymentVariables(services.payments)),
  ...pickSettings(given),
  PORT: `${port}`,
  DATABASE_URL: services.databaseUrl,
  REDIS_URL: services.redisUrl,
  SMTP_URL: services.smtpUrl,
});

/** The whole environment of one process. Only the API takes payments, only the issuer gets the secret key, and only the mailer the one of the webhooks. */
export function environmentOf(
  name: ProcessName,
  { given }: Settings,
  shared: Record<string, string>,
  metricsPorts: Record<Exclude<ProcessName, "api">, number>,
  chromium: Chromium,
): Record<string, string> {
  const { METRICS_PORT: _, INTERNAL_PORT: __, ...inherited } = given;
  const { SECRET_KEY, NEW_SECRET_KEY, SEALING_KEY, WEBHOOK_KEY, ...environment } = { ...inherited, ...shared };
  if (name === "api") return { ...environment, ...defined({ SEALING_KEY }) };
  const others = Object.entries(environment).filter((each) => !isOfPayments(each));
  const withMetrics = { ...Object.fromEntries(others), METRICS_PORT: `${metricsPorts[name]}` };
  if (name === "issuer") return { ...withMetrics, ...defined({ SECRET_KEY, NEW_SECRET_KEY }) };
  if (name === "mailer")
    return { ...withMetrics, ...defined({ WEBHOOK_KEY: WEBHOOK_KEY ?? (SECRET_KEY && webhookKeyOf(SECRET_KEY)) }) };
  return { ...withMetrics, ...chromium.env, CHROMIUM_PATH: chromium.executablePath };
}

/** How a subscription is paid at the stand-in, and who bills. */
const paymentVariables = ({ url, host, token, secret }: NonNullable<Services["payments"]>) => ({
  PAYMENTS: "mercadopago",
  ...{ MERCADOPAGO_URL: url, MERCADOPAGO_CHECKOUT_HOST: host },
  ...{ MERCADOPAGO_ACCESS_TOKEN: token, MERCADOPAGO_WEBHOOK_SECRET: secret },
  ...{ BILLING_COMPANY: "operador", BILLING_POS: "1", BILLING_ENV: "homologation" },
});

const isOfPayments = ([name]: [string, string]) => /^(PAYMENT|MERCADOPAGO_|BILLING_)/.test(name);

const defined = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined));
/** The sandbox issues nothing real: whatever authority it is given, it uses. An empty value counts as not set. */
const httpHostsOf = (given: Record<string, string>): string =>
  Object.entries(given)
    .filter(([name]) => name.startsWith("TAXAUTH_PRODUCTION_"))
    .flatMap(([, url]) => parseUrl(url)?.hostname ?? [])
    .join(",");

const settingNames =
  /^(TAXAUTH_.+|MAIL_FROM|APP_URL|BASE_PATH|SECRET_KEY|LOCK_WAIT_MS|REQUEST_TIMEOUT_MS|RATE_LIMIT_PER_MINUTE|COMPANY_RATE_LIMIT_PER_MINUTE|REGISTRY_LOOKUPS_PER_MINUTE|TRIBUTE_ALIQUOT_DECIMALS|MAILS_PER_COMPANY_PER_DAY|WEBHOOK_RETRY_MS|WEBHOOK_ALLOW_PRIVATE|SMTP_TLS|ISSUER_CONCURRENCY|ISSUE_BATCH_MAX|CONTINGENCY_AFTER_MS|BOARD_USER|BOARD_PASSWORD|PAYMENTS|PAYMENT_INSTRUCTIONS|MERCADOPAGO_.+|BILLING_.+|PDF_STORAGE_URL)$/;

const pickSettings = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => settingNames.test(name)));
