import { optionalIds, tables } from "./tables.js";

/** Rows that the manual has and the recorded table of 2021 does not. */
const laterOptionals = [
  {
    Id: "22",
    Desc: "Factura de Crédito Electrónica MiPyMEs (FCE) - Anulación",
    FchDesde: "20181226",
    FchHasta: "NULL",
  },
  { Id: "2901", Desc: "RG 4291 Seguros de Caución - Póliza", FchDesde: "20260701", FchHasta: "NULL" },
  { Id: "2902", Desc: "RG 4291 Seguros de Caución - Endoso", FchDesde: "20260701", FchHasta: "NULL" },
];

/** FEParamGetTiposOpcional: as recorded, with the later rows. */
export const optionalRows = [...tables.TiposOpcional, ...laterOptionals];

export const isOptionalId = (id: string): boolean => optionalIds.has(id) || laterOptionals.some(({ Id }) => Id === id);

export type ActivityGroup = "meat" | "flour" | "tobacco";

type ActivityRow = { Id: number; Desc: string; group?: ActivityGroup };

/** What each usual issuer does. */
export const usualActivity: ActivityRow = { Id: 620100, Desc: "SERVICIOS DE CONSULTORES EN INFORMATICA" };

/** The activities that the authority knows; which are regulated is invented where no source tells it. */
const nomenclature: ActivityRow[] = [
  usualActivity,
  { Id: 471120, Desc: "VENTA AL POR MENOR EN SUPERMERCADOS" },
  { Id: 681098, Desc: "SERVICIOS INMOBILIARIOS REALIZADOS POR CUENTA PROPIA" },
  { Id: 853110, Desc: "ENSEÑANZA SECUNDARIA" },
  { Id: 101011, Desc: "MATANZA DE GANADO BOVINO", group: "meat" },
  { Id: 106110, Desc: "MOLIENDA DE TRIGO", group: "flour" },
  { Id: 120091, Desc: "ELABORACION DE CIGARRILLOS Y TABACO", group: "tobacco" },
];

export const findActivity = (id: number): ActivityRow | undefined => nomenclature.find(({ Id }) => Id === id);

/** The delivery notes of each group. Source: issuer/authority/README.md, section 17.3. */
export const deliveryNotesOf: Record<ActivityGroup, number[]> = { meat: [995], flour: [993, 994], tobacco: [88] };
