import { auditFields } from "../../shared/db/listing/listed-fields.js";
import { companyLimits } from "../operations/company-limits.js";
import { maxFilters } from "../parsing/read-listing.js";
import { list, quota, success } from "../schemas/answers.js";
import { auditEntry } from "../schemas/audit-entry.js";
import {
  certificate,
  certificateInstallation,
  certificateRequest,
  certificateRequested,
} from "../schemas/certificate.js";
import { fiscalData, fiscalDataChanges } from "../schemas/company.js";
import { payment, subscription } from "../schemas/subscription.js";
import { answer, describeIn } from "./describe.js";
import { listingQuery, matching, pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const describe = describeIn("Configuration");
const id = numberInPath("id", { en: "The certificate's id.", es: "El id del certificado." });

/** The operations under `/fiscal-data`, `/certificates`, `/quota` and `/subscription`, as the OpenAPI document describes them. */
export const configurationDocs = [
  describe("GET /fiscal-data", "getFiscalData", {
    summary: { en: "The company's fiscal data", es: "Los datos fiscales de la empresa" },
    description: {
      en: "What is printed and decides what the company issues. Both environments share it.",
      es: "Lo que se imprime y lo que decide qué emite la empresa. Los dos ambientes lo comparten.",
    },
    answers: answer(200, success(fiscalData), {
      en: "The same in both environments.",
      es: "Los mismos en los dos ambientes.",
    }),
  }),
  describe("PATCH /fiscal-data", "updateFiscalData", {
    summary: { en: "Change the company's fiscal data", es: "Cambiar los datos fiscales de la empresa" },
    description: {
      en: "Changes what the body names, for both environments: homologation and production share it. `cuit` and `certificate` are read only.",
      es: "Cambia lo que el cuerpo nombra, en los dos ambientes: homologación y producción lo comparten. `cuit` y `certificate` son de solo lectura.",
    },
    body: fiscalDataChanges,
    answers: answer(200, success(fiscalData), { en: "The fiscal data.", es: "Los datos fiscales." }),
  }),
  describe("GET /certificates", "listCertificates", {
    summary: { en: "List certificates", es: "Listar certificados" },
    description: {
      en: "Those of the environment, with requests that nothing was installed for yet and those that others replaced, the oldest first.",
      es: "Los del ambiente, con los pedidos que todavía no se instalaron y los que otros reemplazaron, del más viejo al más nuevo.",
    },
    query: pageQuery(),
    answers: answer(200, list(certificate), {
      en: "Certificates of the key's environment, the oldest first. `total` counts all.",
      es: "Los certificados del ambiente de la clave, del más viejo al más nuevo. `total` los cuenta todos.",
    }),
  }),
  describe("POST /certificates", "requestCertificate", {
    summary: { en: "Request a certificate", es: "Pedir un certificado" },
    description: {
      en: `Creates a private key, which never leaves the service, and the signing request to upload in the tax authority's portal. A company may have at most ${companyLimits.certificates} certificates in one environment that are active or not installed yet.`,
      es: `Crea una clave privada, que nunca sale del servicio, y el pedido de firma para subir en ARCA. Una empresa puede tener en un ambiente ${companyLimits.certificates} certificados como mucho, entre activos y sin instalar.`,
    },
    body: certificateRequest,
    answers: answer(201, success(certificateRequested), { en: "The signing request.", es: "El pedido de firma." }),
  }),
  describe("PUT /certificates/{id}", "installCertificate", {
    summary: { en: "Install a certificate", es: "Instalar un certificado" },
    description: {
      en: "Takes the certificate that the authority signed, in PEM. It replaces the active certificate of its environment.",
      es: "Recibe el certificado que firmó ARCA, en PEM. Reemplaza al certificado activo de su ambiente.",
    },
    params: id,
    body: certificateInstallation,
    answers: answer(200, success(certificate), {
      en: "The certificate, now active.",
      es: "El certificado, ya activo.",
    }),
  }),
  describe("GET /quota", "getQuota", {
    summary: { en: "The current period's quota", es: "El cupo del período" },
    description: {
      en: "How many vouchers the company may issue until the quota renews, and how many it has issued in each environment. Null without a subscription.",
      es: "Cuántos comprobantes puede emitir la empresa hasta que se renueve el cupo, y cuántos emitió en cada ambiente. null sin suscripción.",
    },
    answers: answer(200, success(quota.nullable()), {
      en: "Shared by both environments; null without a subscription.",
      es: "Los dos ambientes lo comparten; null sin suscripción.",
    }),
  }),
  describe("GET /subscription", "getSubscription", {
    summary: { en: "The plan, and until when it is paid", es: "El plan, y hasta cuándo está pago" },
    description: {
      en: "With the 50 newest payments. Answered while the subscription is lapsed too. Null without a subscription.",
      es: "Con los 50 pagos más nuevos. Responde también con la suscripción vencida. null sin suscripción.",
    },
    answers: answer(200, success(subscription.nullable()), {
      en: "Shared by both environments; null without a subscription.",
      es: "Los dos ambientes la comparten; null sin suscripción.",
    }),
  }),
  describe("GET /subscription/payments", "listPayments", {
    summary: { en: "List payments", es: "Listar pagos" },
    description: {
      en: "All of them, the newest first: what was paid, and what was asked for and not paid.",
      es: "Todos, del más nuevo al más viejo: lo que se pagó, y lo que se pidió y no se pagó.",
    },
    query: pageQuery(),
    answers: answer(200, list(payment), {
      en: "Payments, the newest first. `total` counts all.",
      es: "Los pagos, del más nuevo al más viejo. `total` los cuenta todos.",
    }),
  }),
];

/** The operation under `/audit-log`, as the OpenAPI document describes it. */
export const auditLogDocs = [
  describe("GET /audit-log", "listAuditLog", {
    summary: { en: "List administrative changes", es: "Listar la auditoría: los cambios de configuración" },
    description: {
      en: `Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most ${maxFilters.auditLog} filters.`,
      es: `Los cambios de puntos de venta, claves, certificados y datos fiscales de los últimos 90 días, con quién los hizo. Los más viejos nunca se listan. Los filtros y el orden funcionan como en el listado de comprobantes; una consulta lleva ${maxFilters.auditLog} filtros como mucho.`,
    },
    query: listingQuery(auditFields),
    answers: matching(auditEntry),
  }),
];
