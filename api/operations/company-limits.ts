import { countApiKeysInForce } from "../../shared/db/company/api-keys.js";
import { countCurrentCertificates } from "../../shared/db/company/certificates.js";
import { countPointsOfSale } from "../../shared/db/company/points-of-sale.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import { countWebhooks } from "../../shared/db/webhooks/endpoints.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { decimal } from "../../shared/domain/spanish.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { businessFault } from "../http/errors.js";

/** The most that a company may have in one environment; people are of both. Source: api/README.md, "Limits". */
export const companyLimits = { apiKeys: 200, pointsOfSale: 2_000, certificates: 20, webhooks: 10, people: 200 };

/** Refuses one more where there are as many as may be. */
const refusal =
  (most: number, count: (tx: Transaction, tenant: Tenant) => Promise<number>, words: LocalizedText) =>
  async (tx: Transaction, tenant: Tenant): Promise<void> => {
    if ((await count(tx, tenant)) >= most) throw businessFault(words);
  };

// Each of these refuses one more with a 400 `VALIDATION_ERROR`. Called under the company's lock (`writeAudited`), nothing can be added
// between the count and the insert.

/** Revoked and expired keys do not count. */
export const refuseExcessApiKey = refusal(companyLimits.apiKeys, countApiKeysInForce, {
  en: `This environment already has ${companyLimits.apiKeys} API keys in force, and more are not allowed. Revoke one that is no longer used.`,
  es: `Ya hay ${companyLimits.apiKeys} claves de API vigentes, que es el máximo: revocá una que no se use.`,
});

export const refuseExcessPointOfSale = refusal(companyLimits.pointsOfSale, countPointsOfSale, {
  en: `This environment already has ${companyLimits.pointsOfSale} points of sale, and more are not allowed. Use one of them: it can be enabled, and its name and address can be changed.`,
  es: `Ya hay ${decimal(companyLimits.pointsOfSale)} puntos de venta, que es el máximo: usá o cambiá uno de ellos.`,
});

/** A certificate that another one replaced does not count. So a company at the limit can always go on: it installs one. */
export const refuseExcessCertificate = refusal(companyLimits.certificates, countCurrentCertificates, {
  en: `This environment already has ${companyLimits.certificates} certificates that are active or not installed yet, and more are not allowed. Install one of them instead of requesting another.`,
  es: `Ya hay ${companyLimits.certificates} certificados activos o pedidos, que es el máximo: instalá uno de los pedidos.`,
});

export const refuseExcessWebhook = refusal(companyLimits.webhooks, countWebhooks, {
  en: `This environment already has ${companyLimits.webhooks} webhooks, and more are not allowed. Change one of them, or delete one that is no longer used.`,
  es: `Ya hay ${companyLimits.webhooks} webhooks, que es el máximo: cambiá uno, o borrá uno que no se use.`,
});
