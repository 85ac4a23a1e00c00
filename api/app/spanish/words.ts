import type { Scope } from "../../../shared/db/company/caller.js";
import type { Role } from "../../../shared/domain/roles.js";
import type { WebhookEvent } from "../../../shared/domain/webhook-events.js";
import { scopeNames } from "../../schemas/scope-names.js";

/** The words for what the API names in English. A type says which names there are, so a new one is missed by the compiler. */

const events: Record<WebhookEvent | "*", string> = {
  "*": "Todos los eventos",
  "invoice.issued": "Comprobante emitido",
  "invoice.unconfirmed": "Comprobante en duda",
  "invoice.settled": "Comprobante resuelto",
  "invoice.pdf_ready": "PDF listo",
  "invoice.email_sent": "Correo enviado",
  "invoice.email_failed": "Correo fallido",
  "invoice.imported": "Comprobante importado",
  "batch.finished": "Lote terminado",
  "certificate.expiring": "Certificado por vencer",
  "quota.warning": "Cupo por agotarse",
  "subscription.ending": "Suscripción por vencer",
  "subscription.renewed": "Suscripción renovada",
  "contingency.started": "Contingencia iniciada",
  "contingency.ended": "Contingencia terminada",
  "contingency.report_due": "Informe de CAEA por vencer",
  "authority.notice": "Aviso de ARCA",
  ping: "Prueba",
};

/** Name of a webhook's event. */
export const eventName = (event: string): string => ofName(events, event);

const batchStates = { running: "En curso", done: "Terminado", cancelled: "Cancelado" };

/** Name of the state of a whole batch. */
export const batchStateName = (state: keyof typeof batchStates): string => batchStates[state];

const elementStates = { pending: "Pendiente", issued: "Emitido", failed: "No se emitió" };

/** Name of the state of an element of a batch. */
export const stateName = (state: keyof typeof elementStates): string => elementStates[state];

const mailStates = { due: "Por enviar", sent: "Enviado", failed: "No se pudo enviar" };

/** Name of the state of a mail of a voucher. */
export const mailStateName = (state: keyof typeof mailStates): string => mailStates[state];

const deliveryStates = { pending: "Pendiente", delivered: "Entregado", failed: "No se pudo entregar" };

/** Name of the state of a delivery of a webhook. */
export const deliveryStateName = (state: keyof typeof deliveryStates): string => deliveryStates[state];

/** Name of a scope of an API key. */
export const scopeName = (scope: Scope): string => scopeNames[scope];

const roleNames: Record<Role, string> = { owner: "Administra", issuer: "Emite", reader: "Consulta" };

export const roleName = (role: Role): string => roleNames[role];

export const environmentWord = (production: boolean): string => (production ? "Producción" : "Homologación");

const sources = { api: "API", app: "Aplicación", rcel: "Emitido en otro sistema" };

/** Where a voucher was issued. */
export const sourceName = (source: keyof typeof sources): string => sources[source];

const actors = { user: "Persona", apikey: "Clave de API", admin: "Operador del servicio", system: "El servicio" };

/** Name of the kind of actor who made a change. */
export const actorTypeName = (actorType: keyof typeof actors): string => actors[actorType];

const ofName = (words: Record<string, string>, name: string): string =>
  (Object.hasOwn(words, name) && words[name]) || name;
