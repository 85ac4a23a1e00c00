import { z } from "zod";
import {
  adminCommandName,
  aliquotDecimals,
  appUrl,
  commonConfig,
  databaseConnections,
  mailFrom,
  sealingKey,
  secretKey,
  smtpTls,
  smtpUrl,
  storageUrl,
  yesOrNo,
} from "../../shared/config/config.js";
import { httpHosts, withHttpsProduction } from "../../shared/config/taxauth-http.js";
import { paymentSettings, withSealingKey } from "../config.js";

/** The settings of the command line. A command that needs a missing optional one reports it. */
export const adminConfig = z.object({
  DATABASE_URL: commonConfig.shape.DATABASE_URL,
  DATABASE_CONNECTIONS: databaseConnections(2),
  REDIS_URL: commonConfig.shape.REDIS_URL.optional(),
  SEALING_KEY: sealingKey.optional(),
  SECRET_KEY: secretKey.optional(),
  /** For the links of `user invite`. */
  APP_URL: appUrl,
  ADMIN_COMMAND: adminCommandName,
  TRIBUTE_ALIQUOT_DECIMALS: aliquotDecimals,
  /** The company that bills payments, of which `payment bill` binds a voucher. */
  BILLING_COMPANY: paymentSettings.BILLING_COMPANY,
  BILLING_ENV: paymentSettings.BILLING_ENV,
  /** The key under which `secrets rotate` seals everything again. */
  NEW_SECRET_KEY: secretKey.optional(),
});

/** The settings of `secrets public-key`, which needs no database. */
export const secretsConfig = adminConfig.pick({ SECRET_KEY: true, NEW_SECRET_KEY: true });

export type AdminConfig = z.output<typeof adminConfig>;

const authorityUrl = z.url({ protocol: /^https?$/, error: "an http or https URL" }).optional();

/** All settings of the four processes together. Where the operator does not hold SECRET_KEY, SEALING_KEY is enough. */
const settings = commonConfig.extend({
  DATABASE_CONNECTIONS: databaseConnections(2),
  SEALING_KEY: sealingKey.optional(),
  SECRET_KEY: secretKey.optional(),
  SMTP_URL: smtpUrl,
  SMTP_TLS: smtpTls,
  MAIL_FROM: mailFrom,
  APP_URL: appUrl,
  PDF_STORAGE_URL: storageUrl,
  CHROMIUM_PATH: z.string().optional(),
  CHROMIUM_NO_SANDBOX: yesOrNo,
  PLAYWRIGHT_BROWSERS_PATH: z.string().optional(),
  TAXAUTH_HOMOLOGATION_WSAA_URL: authorityUrl,
  TAXAUTH_HOMOLOGATION_WSFE_URL: authorityUrl,
  TAXAUTH_HOMOLOGATION_PADRON_A5_URL: authorityUrl,
  TAXAUTH_HOMOLOGATION_PADRON_A13_URL: authorityUrl,
  TAXAUTH_HOMOLOGATION_FECRED_URL: authorityUrl,
  TAXAUTH_PRODUCTION_WSAA_URL: authorityUrl,
  TAXAUTH_PRODUCTION_WSFE_URL: authorityUrl,
  TAXAUTH_PRODUCTION_PADRON_A5_URL: authorityUrl,
  TAXAUTH_PRODUCTION_PADRON_A13_URL: authorityUrl,
  TAXAUTH_PRODUCTION_FECRED_URL: authorityUrl,
  TAXAUTH_HTTP_HOSTS: httpHosts,
  PAYMENTS: paymentSettings.PAYMENTS,
  MERCADOPAGO_ACCESS_TOKEN: paymentSettings.MERCADOPAGO_ACCESS_TOKEN,
  MERCADOPAGO_URL: paymentSettings.MERCADOPAGO_URL,
  BILLING_COMPANY: paymentSettings.BILLING_COMPANY,
});

export const serviceConfig = withHttpsProduction(withSealingKey(settings));

const usable = <T extends z.ZodType>(setting: T) => setting.optional().catch(undefined);
const { shape } = serviceConfig;

/** Settings for `doctor`, field by field: a faulty one counts as missing, so that the other checks still run. */
export const usableConfig = z.object({
  DATABASE_URL: usable(shape.DATABASE_URL),
  REDIS_URL: usable(shape.REDIS_URL),
  SEALING_KEY: usable(shape.SEALING_KEY),
  SECRET_KEY: usable(shape.SECRET_KEY),
  SMTP_URL: usable(shape.SMTP_URL),
  SMTP_TLS: usable(shape.SMTP_TLS),
  APP_URL: usable(shape.APP_URL),
  PDF_STORAGE_URL: usable(shape.PDF_STORAGE_URL),
  CHROMIUM_PATH: usable(shape.CHROMIUM_PATH),
  CHROMIUM_NO_SANDBOX: usable(shape.CHROMIUM_NO_SANDBOX),
  PLAYWRIGHT_BROWSERS_PATH: usable(shape.PLAYWRIGHT_BROWSERS_PATH),
  PAYMENTS: usable(shape.PAYMENTS),
  MERCADOPAGO_ACCESS_TOKEN: usable(shape.MERCADOPAGO_ACCESS_TOKEN),
  MERCADOPAGO_URL: usable(shape.MERCADOPAGO_URL),
  BILLING_COMPANY: usable(shape.BILLING_COMPANY),
});

export type UsableConfig = z.output<typeof usableConfig>;
