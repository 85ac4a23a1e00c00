import { type Role, roles } from "../../../shared/domain/roles.js";

/** A place of the navigation. A page says in which section it stands. */
interface Section {
  key: string;
  title: string;
  /** Below the company and environment: "/invoices". */
  path: string;
  /** The least role that it is offered to. */
  role: Role;
}

const daily = [
  { key: "overview", title: "Resumen", path: "", role: "reader" },
  { key: "new", title: "Emitir", path: "/invoices/new", role: "issuer" },
  { key: "invoices", title: "Comprobantes", path: "/invoices", role: "reader" },
  { key: "batches", title: "Lotes", path: "/batches", role: "reader" },
  { key: "reports", title: "Reportes", path: "/reports", role: "reader" },
] as const satisfies Section[];

const settings = [
  { key: "points-of-sale", title: "Puntos de venta", path: "/points-of-sale", role: "reader" },
  { key: "certificates", title: "Certificados", path: "/certificates", role: "reader" },
  { key: "api-keys", title: "Claves de API", path: "/api-keys", role: "reader" },
  { key: "webhooks", title: "Webhooks", path: "/webhooks", role: "reader" },
  { key: "people", title: "Personas", path: "/people", role: "reader" },
  { key: "fiscal-data", title: "Datos fiscales", path: "/fiscal-data", role: "reader" },
  { key: "plan", title: "Plan", path: "/plan", role: "reader" },
  { key: "audit-log", title: "Auditoría", path: "/audit-log", role: "reader" },
] as const satisfies Section[];

export type SectionKey = (typeof daily | typeof settings)[number]["key"];

const groups: { title: string; sections: readonly (Section & { key: SectionKey })[] }[] = [
  { title: "Día a día", sections: daily },
  { title: "Configuración", sections: settings },
];

/** The navigation of somebody with this role. A reader sees everything; only what one may not do at all is left out. */
export const groupsFor = (role: Role) =>
  groups.map(({ title, sections }) => ({
    title,
    sections: sections.filter((section) => roles.indexOf(role) <= roles.indexOf(section.role)),
  }));

/** The path of a section, for the same place in the other environment. */
export const pathOfSection = (key: SectionKey | undefined): string =>
  groups.flatMap(({ sections }) => sections).find((section) => section.key === key)?.path ?? "";
