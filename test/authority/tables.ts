import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectFolder } from "../../shared/assets/assets.js";

const entry = z.object({ Id: z.string(), Desc: z.string(), FchDesde: z.string(), FchHasta: z.string() });
const condition = z.object({ Id: z.string(), Desc: z.string(), Cmp_Clase: z.string() });

const tablesSchema = z.object({
  TiposCbte: z.array(entry),
  TiposDoc: z.array(entry),
  TiposIva: z.array(entry),
  TiposMonedas: z.array(entry),
  TiposTributos: z.array(entry),
  TiposOpcional: z.array(entry),
  TiposPaises: z.array(z.object({ Id: z.string(), Desc: z.string() })),
  Provincias: z.array(z.object({ id: z.int(), nombre: z.string() })),
  CondicionIvaReceptor_A: z.array(condition),
  CondicionIvaReceptor_B: z.array(condition),
  CondicionIvaReceptor_C: z.array(condition),
  CondicionIvaReceptor_all: z.array(condition),
});

/** Recorded from the authority's homologation service. Source: issuer/authority/README.md, section 7. */
const recorded = tablesSchema.parse(
  JSON.parse(readFileSync(path.join(projectFolder, "test/authority/tables/tables.json"), "utf8")),
);

/** What the recordings are too old to have. Source: issuer/authority/README.md, section 16.5. */
const fund = { Id: "31", Desc: "Fondo Común de Inversión (N° CNV)", FchDesde: "20260901", FchHasta: "NULL" };

/** The code tables. */
export const tables = { ...recorded, TiposDoc: [...recorded.TiposDoc, fund] };

const idsOf = (rows: { Id: string }[]) => new Set(rows.map(({ Id }) => Id));

export const voucherTypeIds = idsOf(tables.TiposCbte);
export const documentTypeIds = idsOf(tables.TiposDoc);
export const vatIds = idsOf(tables.TiposIva);
export const currencyIds = idsOf(tables.TiposMonedas);
export const tributeIds = idsOf(tables.TiposTributos);
export const optionalIds = idsOf(tables.TiposOpcional);

const provinceNames = new Map(tables.Provincias.map(({ id, nombre }) => [id, nombre]));

/** The registry's name of a province, by its code. Source: issuer/authority/README.md, section 6.6. */
export const provinceName = (id: number): string | undefined => provinceNames.get(id);
