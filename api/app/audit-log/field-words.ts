import type { Scope } from "../../../shared/db/company/caller.js";
import type { VatRounding } from "../../../shared/domain/amounts.js";
import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import type { Role } from "../../../shared/domain/roles.js";
import { labelOf } from "../../schemas/field-labels.js";
import { roundingName, roundings } from "../fiscal-data/words.js";
import { provinceName } from "../spanish/names.js";
import { eventName, roleName, scopeName } from "../spanish/words.js";

/** The names that only the audit log has, or that mean something else there. */
const labels: Record<string, string> = {
  active: "Activo",
  anchor: "Cuenta desde el",
  because: "Motivo",
  code: "Código",
  decision: "Decisión",
  effect: "Efecto",
  errors: "Errores",
  extra: "Comprobantes adicionales",
  height: "Alto",
  again: "Otra vez",
  issuer: "Emitido por",
  monthlyVouchers: "Comprobantes por mes",
  numbers: "Números",
  pdfVersions: "Copias del PDF",
  pdfs: "PDF",
  sequences: "Numeraciones",
  sha256: "Huella",
  since: "Desde",
  sizeBytes: "Tamaño en bytes",
  state: "Estado",
  subject: "Titular",
  subscription: "Suscripción",
  total: "Comprobantes",
  type: "Tipo",
  until: "Hasta",
  verified: "Verificada",
  versions: "Copias",
  width: "Ancho",
};

/** The words for a field of an entry: `address`, or `fce.alias` of one within another. */
export function auditLabelOf(path: string): string {
  const name = path.split(".").at(-1) ?? path;
  if (Object.hasOwn(labels, name)) return labels[name] ?? name;
  const known = labelOf(path);
  return known === path ? labelOf(name) : known;
}

const homologationMails: Record<string, string> = {
  any: "A cualquier dirección",
  domain: "Al dominio de la cuenta",
  own: "Solo al correo de la cuenta",
};
const invitationRules: Record<string, string> = {
  production: "Al dominio de la cuenta hasta que emita en producción",
  any: "A cualquier dirección",
};

const values: Record<string, (value: string) => string> = {
  role: (value) => roleName(value as Role),
  scopes: (value) => scopeName(value as Scope),
  events: eventName,
  homologationMail: (value) => homologationMails[value] ?? value,
  invitations: (value) => invitationRules[value] ?? value,
  vatRounding: (value) => (Object.hasOwn(roundings, value) ? roundingName(value as VatRounding) : value),
  taxType: (value) => taxConditionLabel(Number(value)),
  stateId: (value) => provinceName(Number(value)),
};

/** The words for a value that the API names by a code; others stay as they are. */
export const auditValueOf = (path: string, value: string): string => {
  const name = path.split(".").at(-1) ?? path;
  return (Object.hasOwn(values, name) && values[name]?.(value)) || value;
};
