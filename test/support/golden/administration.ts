import * as keys from "../../../shared/db/company/api-keys.js";
import { addAuditEntry } from "../../../shared/db/company/audit-entries.js";
import * as certificates from "../../../shared/db/company/certificates.js";
import * as companies from "../../../shared/db/company/companies.js";
import { findDelegated } from "../../../shared/db/company/delegations.js";
import * as points from "../../../shared/db/company/points-of-sale.js";
import { resealPrivateKeys } from "../../../shared/db/company/private-keys.js";
import { findUsage, listUsage } from "../../../shared/db/company/subscriptions.js";
import * as tickets from "../../../shared/db/company/tickets.js";
import * as webhooks from "../../../shared/db/webhooks/endpoints.js";
import type { GoldenCalls } from "./record-statements.js";
import { tenant } from "./samples.js";

const page = { limit: 1, offset: 1 };
const made = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
const operator = { companyId: null, production: true };
const installed = { id: 1, certificatePem: "a", expiresAt: new Date(0), cuit: "20111111112" };
const company = { code: "a", cuit: "20111111112", name: "a", taxType: 1, activityStart: "2026-03-01", fce: null };
const seal = { seal: () => new Uint8Array(), open: () => "{}" };
const keysOf = {
  opener: { open: async () => "a" },
  sealer: { seal: async () => new Uint8Array() },
  isSealed: () => false,
};
const contracted = { anchor: "2026-03-01", until: "2027-03-01", monthlyVouchers: 1 };
const counted = (name: string) => [[{ [name]: 1 }]];

/** What a company's keys, people and operators administer. */
export const administrationCalls: GoldenCalls = {
  create_api_key: { send: (db) => keys.createApiKey(db, { ...tenant, name: "a", scopes: ["read"] }), rows: [[made]] },
  list_api_keys: (db) => keys.listApiKeys(db, tenant),
  list_api_keys_page: (db) => keys.listApiKeys(db, tenant, page),
  count_api_keys: { send: (db) => keys.countApiKeys(db, tenant), rows: counted("keys") },
  count_api_keys_in_force: { send: (db) => keys.countApiKeysInForce(db, tenant), rows: counted("keys") },
  find_key_end: (db) => keys.findKeyEnd(db, tenant, 1),
  is_last_configuring: (db) => keys.isLastConfiguring(db, tenant, 1),
  revoke_api_key: { send: (db) => keys.revokeApiKey(db, tenant, 1), rows: [[{}]] },
  list_key_hashes: (db) => keys.listKeyHashes(db, 1),
  add_audit_entries: (db) =>
    addAuditEntry(db, { type: "system" }, { companyId: 1, production: null, action: "a", resourceId: "1" }),
  list_certificates: (db) => certificates.listCertificates(db, tenant),
  list_certificates_page: (db) => certificates.listCertificates(db, tenant, page),
  list_certificates_of_operator: (db) => certificates.listCertificates(db, operator),
  count_certificates: { send: (db) => certificates.countCertificates(db, tenant), rows: counted("certificates") },
  count_current_certificates: {
    send: (db) => certificates.countCurrentCertificates(db, tenant),
    rows: counted("certificates"),
  },
  create_certificate: {
    send: (db) =>
      certificates.createCertificate(db, keysOf.sealer as never, {
        ...tenant,
        alias: "a",
        csrPem: "a",
        privateKeyPem: "a",
      }),
    rows: [[made]],
  },
  find_certificate: (db) => certificates.findCertificate(db, tenant, 1),
  find_certificate_of_operator: (db) => certificates.findCertificate(db, operator, 1),
  activate_certificate: {
    send: (db) => certificates.activateCertificate(db, { ...tenant, ...installed }),
    rows: [[], [made]],
  },
  activate_certificate_of_operator: {
    send: (db) => certificates.activateCertificate(db, { ...operator, ...installed }),
    rows: [[], [made]],
  },
  reseal_private_keys: {
    send: (db) => resealPrivateKeys(db, keysOf as never),
    rows: [[{ id: 1, ...tenant, sealedKey: new Uint8Array() }]],
  },
  create_company: (db) => companies.createCompany(db, company),
  find_company: (db) => companies.findCompany(db, "a"),
  get_company: { send: (db) => companies.getCompany(db, 1), rows: [[made]] },
  list_companies: (db) => companies.listCompanies(db),
  list_company_ids: (db) => companies.listCompanyIds(db),
  update_company: {
    send: (db) => companies.updateCompany(db, 1, { name: "a", fce: null, legends: [] }),
    rows: [[made]],
  },
  update_company_without_change: { send: (db) => companies.updateCompany(db, 1, {}), rows: [[made]] },
  find_delegated: (db) => findDelegated(db),
  list_points_of_sale: (db) => points.listPointsOfSale(db, tenant),
  list_points_of_sale_page: (db) => points.listPointsOfSale(db, tenant, page),
  count_points_of_sale: { send: (db) => points.countPointsOfSale(db, tenant), rows: counted("points") },
  find_point_of_sale: (db) => points.findPointOfSale(db, tenant, 1),
  insert_point_of_sale: {
    send: (db) => points.insertPointOfSale(db, tenant, { number: 1, name: "a", optionals: [], legends: [] }),
    rows: [[made]],
  },
  update_point_of_sale: {
    send: (db) => points.updatePointOfSale(db, tenant, 1, { enabled: true, authorization: "CAE" }),
    rows: [[made]],
  },
  list_replaced: (db) => points.listReplaced(db, tenant, 1),
  find_logo_key: (db) => points.findLogoKey(db, tenant, 1),
  set_logo_key: (db) => points.setLogoKey(db, tenant, 1, null),
  find_usage: { send: (db) => findUsage(db, 1, "2026-03-01"), rows: [[contracted]] },
  list_usage: { send: (db) => listUsage(db, 1), rows: [[contracted]] },
  read_ticket: (db) => tickets.readTicket(db, seal, 1, "wsfe"),
  reseal_tickets: {
    send: (db) => tickets.resealTickets(db, { from: seal, to: seal }),
    rows: [[{ certificateId: 1, service: "wsfe", sealed: new Uint8Array() }]],
  },
  read_login_failure: (db) => tickets.readLoginFailure(db, 1, "wsfe"),
  save_login_failure: (db) => tickets.saveLoginFailure(db, 1, "wsfe", { kind: "a", cause: "a" }),
  list_webhooks: (db) => webhooks.listWebhooks(db, tenant),
  list_webhooks_page: (db) => webhooks.listWebhooks(db, tenant, page),
  count_webhooks: { send: (db) => webhooks.countWebhooks(db, tenant), rows: counted("webhooks") },
  find_webhook: (db) => webhooks.findWebhook(db, tenant, 1),
  insert_webhook: {
    send: (db) => webhooks.insertWebhook(db, tenant, { url: "a", events: ["*"], description: null }),
    rows: [[made]],
  },
  update_webhook: { send: (db) => webhooks.updateWebhook(db, tenant, 1, {}), rows: [[made]] },
  delete_webhook: (db) => webhooks.deleteWebhook(db, tenant, 1),
};
