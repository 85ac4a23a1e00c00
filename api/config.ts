import { z } from "zod";
import {
  aliquotDecimals,
  appUrl,
  commonConfig,
  databaseConnections,
  databaseUrl,
  integerFrom,
  listenAddress,
  sealingKey,
  secretKey,
  storageUrl,
  yesOrNo,
} from "../shared/config/config.js";

const eitherKey = "the public half of the issuers' SECRET_KEY, which `secrets public-key` prints; or SECRET_KEY itself";

/** Refuses settings with neither SEALING_KEY nor SECRET_KEY, together with all other faults. */
export const withSealingKey = <T extends z.ZodObject>(settings: T): T =>
  settings.refine(({ SEALING_KEY, SECRET_KEY }) => Boolean(SEALING_KEY ?? SECRET_KEY), {
    path: ["SEALING_KEY"],
    error: eitherKey,
    when: () => true,
  });

/** Settings of how a subscription is paid. */
export const paymentSettings = {
  /** How a subscription is paid: by a transfer that the operator enters, or at Mercado Pago. */
  PAYMENTS: z.enum(["manual", "mercadopago"], { error: "manual or mercadopago" }).default("manual"),
  /** Text of the page of the plan beside the price: to which account, and whom to tell. */
  PAYMENT_INSTRUCTIONS: z.string().max(2_000).optional(),
  MERCADOPAGO_ACCESS_TOKEN: z.string().optional(),
  /** Signs the provider's notifications. */
  MERCADOPAGO_WEBHOOK_SECRET: z.string().optional(),
  MERCADOPAGO_URL: z
    .url({ protocol: /^https?$/, error: "the URL of the provider's API" })
    .transform((url) => url.replace(/\/$/, ""))
    .default("https://api.mercadopago.com"),
  /** Whether each payment names our address for notifications, instead of the one that is registered at the provider. */
  MERCADOPAGO_NOTIFICATION_URL: z.enum(["on", "off"], { error: "on or off" }).default("off"),
  /** How old the time of a notification's signature may be, in seconds; without it any. */
  MERCADOPAGO_MAX_AGE: integerFrom(1).optional(),
  /** The host of the provider's page, where it is another than its own. */
  MERCADOPAGO_CHECKOUT_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d+)?$/, { error: "a host, with its port where it has one" })
    .optional(),
  /** The company that issues a voucher for each payment. Without it none is issued. */
  BILLING_COMPANY: z.string().min(1).max(64).optional(),
  /** Point of sale of BILLING_COMPANY. */
  BILLING_POS: integerFrom(1).max(99_999).optional(),
  BILLING_ENV: z.enum(["production", "homologation"], { error: "production or homologation" }).default("production"),
  /** VAT rate code of what is paid. */
  BILLING_TAX_TYPE: integerFrom(1).max(9).default(5),
};

const settings = commonConfig.extend({
  DATABASE_CONNECTIONS: databaseConnections(12),
  /** A replica of the database, for listings, reports and the overview of companies whose last commits it has. */
  READ_DATABASE_URL: databaseUrl.optional(),
  PORT: integerFrom(0).max(65_535).default(3000),
  /** Where `/metrics`, `/board` and `/health/*` are answered instead of on PORT. */
  INTERNAL_PORT: integerFrom(1).max(65_535).optional(),
  LISTEN_ADDRESS: listenAddress,
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, { error: "a path such as /api, without a slash at its end" })
    .default("/api"),
  /** Private keys are sealed to it. */
  SEALING_KEY: sealingKey.optional(),
  /** Without SEALING_KEY, its public half is derived from this. */
  SECRET_KEY: secretKey.optional(),
  /** How long an issuance waits for its turn before 429. */
  LOCK_WAIT_MS: integerFrom(1).default(20_000),
  /** How long any request may take before 504. */
  REQUEST_TIMEOUT_MS: integerFrom(1).default(60_000),
  /** How long it keeps serving after SIGTERM while reporting "not ready", so that load balancers stop sending requests. */
  SHUTDOWN_DELAY_MS: integerFrom(0).default(0),
  /** Requests a minute per API key; 0 = no limit. */
  RATE_LIMIT_PER_MINUTE: integerFrom(0).default(600),
  /** Requests a minute per company in one environment, over all its keys; 0 = no limit. */
  COMPANY_RATE_LIMIT_PER_MINUTE: integerFrom(0).default(6_000),
  /** Registry look-ups a minute per company in one environment that no cache answers; 0 = no limit. */
  REGISTRY_LOOKUPS_PER_MINUTE: integerFrom(0).default(300),
  TRIBUTE_ALIQUOT_DECIMALS: aliquotDecimals,
  /** How many proxies in front of the API are believed when they add to X-Forwarded-For; 0 = the socket's address counts. */
  TRUST_PROXY: integerFrom(0).default(0),
  /** Whether the web application is served at `/app`, or alone, so that no trouble of a page touches issuing. */
  APP: z.enum(["on", "off", "only"], { error: "on, off or only" }).default("on"),
  /** Where people reach it. The mailer makes links of it; here it only tells whether mails to people can be sent. */
  APP_URL: appUrl,
  /** People whom a company's owners may invite on an Argentine day; 0 = no limit. */
  INVITATIONS_PER_COMPANY_PER_DAY: integerFrom(0).default(20),
  BOARD_USER: z.string().optional(),
  BOARD_PASSWORD: z.string().optional(),
  PDF_STORAGE_URL: storageUrl,
  /** A file that each backup writes or touches. Its age is told among the metrics. */
  BACKUP_FILE: z.string().optional(),
  /** Whether webhooks may go to http and to addresses that are not public. */
  WEBHOOK_ALLOW_PRIVATE: yesOrNo,
  ...paymentSettings,
});

/** One setting of the board without the other: the board would be off, and nobody would know why. */
const neededBy = (name: "BOARD_USER" | "BOARD_PASSWORD", other: "BOARD_USER" | "BOARD_PASSWORD") =>
  [
    (given: { BOARD_USER?: string | undefined; BOARD_PASSWORD?: string | undefined }) =>
      given[name] !== undefined || given[other] === undefined,
    {
      path: [name],
      error: `a value, because ${other} is set and the board needs both; or unset both`,
      when: () => true,
    },
  ] satisfies Parameters<typeof settings.refine>;

type PaymentSetting = "MERCADOPAGO_ACCESS_TOKEN" | "MERCADOPAGO_WEBHOOK_SECRET" | "APP_URL";

/** Whether this process takes payments: one without pages has no page to pay on. */
export const takesPayments = ({
  PAYMENTS,
  APP,
}: {
  PAYMENTS?: string | undefined;
  APP?: string | undefined;
}): boolean => PAYMENTS === "mercadopago" && APP !== "off";

const neededToPay = (name: PaymentSetting) =>
  [
    (
      given: { PAYMENTS?: string | undefined; APP?: string | undefined } & {
        [Name in PaymentSetting]?: string | undefined;
      },
    ) => !takesPayments(given) || given[name] !== undefined,
    { path: [name], error: "a value, because PAYMENTS is mercadopago", when: () => true },
  ] satisfies Parameters<typeof settings.refine>;

export const apiConfig = withSealingKey(settings)
  .refine(...neededBy("BOARD_USER", "BOARD_PASSWORD"))
  .refine(...neededBy("BOARD_PASSWORD", "BOARD_USER"))
  .refine(...neededToPay("MERCADOPAGO_ACCESS_TOKEN"))
  .refine(...neededToPay("MERCADOPAGO_WEBHOOK_SECRET"))
  .refine(...neededToPay("APP_URL"))
  .refine(({ BILLING_COMPANY, BILLING_POS }) => BILLING_COMPANY === undefined || BILLING_POS !== undefined, {
    path: ["BILLING_POS"],
    error: "the point of sale of BILLING_COMPANY",
    when: () => true,
  });

/** Settings that the routes get to see: no secret. */
export type ApiConfig = Omit<
  z.output<typeof apiConfig>,
  "SEALING_KEY" | "SECRET_KEY" | "MERCADOPAGO_ACCESS_TOKEN" | "MERCADOPAGO_WEBHOOK_SECRET"
>;
