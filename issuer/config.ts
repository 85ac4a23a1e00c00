import { z } from "zod";
import {
  commonConfig,
  databaseConnections,
  integerFrom,
  listenAddress,
  metricsPort,
  secretKey,
  storageUrl,
} from "../shared/config/config.js";
import { httpHosts, withHttpsProduction } from "../shared/config/taxauth-http.js";
import { authorityEndpoints, type Endpoints } from "./authority/endpoints.js";

const endpoint = (official: string) => z.url({ protocol: /^https?$/, error: "an http or https URL" }).default(official);

export const issuerConfig = withHttpsProduction(
  commonConfig.extend({
    DATABASE_CONNECTIONS: databaseConnections(10),
    SECRET_KEY: secretKey,
    /** Opens too, but seals nothing: while a new SECRET_KEY is brought in, old and new private keys stand side by side. */
    NEW_SECRET_KEY: secretKey.optional(),
    TAXAUTH_HOMOLOGATION_WSAA_URL: endpoint(authorityEndpoints.homologation.wsaaUrl),
    TAXAUTH_HOMOLOGATION_WSFE_URL: endpoint(authorityEndpoints.homologation.wsfeUrl),
    TAXAUTH_HOMOLOGATION_PADRON_A5_URL: endpoint(authorityEndpoints.homologation.padronA5Url),
    TAXAUTH_HOMOLOGATION_PADRON_A13_URL: endpoint(authorityEndpoints.homologation.padronA13Url),
    TAXAUTH_HOMOLOGATION_FECRED_URL: endpoint(authorityEndpoints.homologation.fecredUrl),
    TAXAUTH_PRODUCTION_WSAA_URL: endpoint(authorityEndpoints.production.wsaaUrl),
    TAXAUTH_PRODUCTION_WSFE_URL: endpoint(authorityEndpoints.production.wsfeUrl),
    TAXAUTH_PRODUCTION_PADRON_A5_URL: endpoint(authorityEndpoints.production.padronA5Url),
    TAXAUTH_PRODUCTION_PADRON_A13_URL: endpoint(authorityEndpoints.production.padronA13Url),
    TAXAUTH_PRODUCTION_FECRED_URL: endpoint(authorityEndpoints.production.fecredUrl),
    /** Hosts to which production may speak http. */
    TAXAUTH_HTTP_HOSTS: httpHosts,
    /** The timeout of one call to the authority. */
    TAXAUTH_TIMEOUT_MS: integerFrom(1).default(30_000),
    /** How soon after a login the authority gives the same certificate a second ticket. */
    TAXAUTH_HOMOLOGATION_RELOGIN_MS: integerFrom(0).default(600_000),
    TAXAUTH_PRODUCTION_RELOGIN_MS: integerFrom(0).default(120_000),
    /** Sequences of one environment that one process serves at once. */
    ISSUER_CONCURRENCY: integerFrom(1).default(100),
    /** How long a number must be seen as not granted before we believe the refusal of a repeated request for it. */
    REFUSAL_QUIET_MS: integerFrom(1).default(24 * 3_600_000),
    /** Vouchers of one sequence sent to the authority in one call. */
    ISSUE_BATCH_MAX: integerFrom(1).max(250).default(1),
    /** How long calls for issuing must go unanswered until a contingency begins (CAEA). */
    CONTINGENCY_AFTER_MS: integerFrom(1).default(60_000),
    /** Beside the PDFs the issuers keep how far the database has got. */
    PDF_STORAGE_URL: storageUrl,
    METRICS_PORT: metricsPort,
    LISTEN_ADDRESS: listenAddress,
  }),
);

export type IssuerConfig = z.output<typeof issuerConfig>;

export const toEndpoints = (config: IssuerConfig): Endpoints => ({
  homologation: endpointsOf(config, "HOMOLOGATION"),
  production: endpointsOf(config, "PRODUCTION"),
});

const endpointsOf = (config: IssuerConfig, environment: "HOMOLOGATION" | "PRODUCTION") => ({
  wsaaUrl: config[`TAXAUTH_${environment}_WSAA_URL`],
  wsfeUrl: config[`TAXAUTH_${environment}_WSFE_URL`],
  padronA5Url: config[`TAXAUTH_${environment}_PADRON_A5_URL`],
  padronA13Url: config[`TAXAUTH_${environment}_PADRON_A13_URL`],
  fecredUrl: config[`TAXAUTH_${environment}_FECRED_URL`],
});
