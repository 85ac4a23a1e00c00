import type { CodeRow } from "./code-tables/read-code-table.js";

export type Letter = "A" | "B" | "C";
export type VoucherKind = "invoice" | "debitNote" | "creditNote";

/**
 * Regime, which sets types of one letter apart. `withheld`: letter A of a company that the authority put under withholding (RG 5762/2025).
 * `fce`: credit invoices (FCE MiPyME). `export`: of sales abroad, which the authority numbers in another service.
 */
export type Regime = "ordinary" | "withheld" | "fce" | "export";

interface VoucherType {
  code: number;
  /** Null where the type has none. */
  letter: Letter | null;
  regime: Regime | null;
  /** Null for a type that is issued elsewhere alone. */
  kind: VoucherKind | null;
  /** In the authority's table; null where that has it not. */
  name: string | null;
  /** Common name, where neither its kind nor the authority says so. */
  title: string | undefined;
}

type VoucherTypeRow = [
  code: number,
  letter: VoucherType["letter"],
  regime: VoucherType["regime"],
  kind: VoucherType["kind"],
  name: VoucherType["name"],
  title?: string,
];

/**
 * Every type of voucher that we issue, print or name. Which types we issue, their letters, what their notes are and may refer to, and their
 * names follow from here. Source: issuer/authority/README.md, sections 7, 12 and 16.2.
 */
const rows: VoucherTypeRow[] = [
  [1, "A", "ordinary", "invoice", "Factura A"],
  [2, "A", "ordinary", "debitNote", "Nota de Débito A"],
  [3, "A", "ordinary", "creditNote", "Nota de Crédito A"],
  [4, "A", "ordinary", null, "Recibos A", "Recibo A"],
  [5, "A", "ordinary", null, "Notas de Venta al contado A"],
  [6, "B", "ordinary", "invoice", "Factura B"],
  [7, "B", "ordinary", "debitNote", "Nota de Débito B"],
  [8, "B", "ordinary", "creditNote", "Nota de Crédito B"],
  [9, "B", "ordinary", null, "Recibos B", "Recibo B"],
  [10, "B", "ordinary", null, "Notas de Venta al contado B"],
  [11, "C", "ordinary", "invoice", "Factura C"],
  [12, "C", "ordinary", "debitNote", "Nota de Débito C"],
  [13, "C", "ordinary", "creditNote", "Nota de Crédito C"],
  [15, "C", "ordinary", null, "Recibo C", "Recibo C"],
  [19, null, "export", null, null, "Factura de Exportación"],
  [20, null, "export", null, null, "Nota de Débito por operaciones con el exterior"],
  [21, null, "export", null, null, "Nota de Crédito por operaciones con el exterior"],
  [34, "A", "ordinary", null, "Cbtes. A del Anexo I, Apartado A,inc.f),R.G.Nro. 1415"],
  [35, "B", "ordinary", null, "Cbtes. B del Anexo I,Apartado A,inc. f),R.G. Nro. 1415"],
  [39, "A", "ordinary", null, "Otros comprobantes A que cumplan con R.G.Nro. 1415"],
  [40, "B", "ordinary", null, "Otros comprobantes B que cumplan con R.G.Nro. 1415"],
  [49, null, null, null, "Comprobante de Compra de Bienes Usados a Consumidor Final"],
  [51, "A", "withheld", "invoice", 'Factura A con Leyenda "Operación Sujeta a Retención"'],
  [52, "A", "withheld", "debitNote", 'Nota de Débito A con Leyenda "Operación Sujeta a Retención"'],
  [53, "A", "withheld", "creditNote", 'Nota de Crédito A con Leyenda "Operación Sujeta a Retención"'],
  [54, "A", "withheld", null, 'Recibo A con Leyenda "Operación Sujeta a Retención"'],
  [60, "A", "ordinary", null, "Cta de Vta y Liquido prod. A"],
  [61, "B", "ordinary", null, "Cta de Vta y Liquido prod. B"],
  [63, "A", "ordinary", null, "Liquidacion A"],
  [64, "B", "ordinary", null, "Liquidacion B"],
  [91, null, null, null, null, "Remito R"],
  [201, "A", "fce", "invoice", "Factura de Crédito electrónica MiPyMEs (FCE) A"],
  [202, "A", "fce", "debitNote", "Nota de Débito electrónica MiPyMEs (FCE) A"],
  [203, "A", "fce", "creditNote", "Nota de Crédito electrónica MiPyMEs (FCE) A"],
  [206, "B", "fce", "invoice", "Factura de Crédito electrónica MiPyMEs (FCE) B"],
  [207, "B", "fce", "debitNote", "Nota de Débito electrónica MiPyMEs (FCE) B"],
  [208, "B", "fce", "creditNote", "Nota de Crédito electrónica MiPyMEs (FCE) B"],
  [211, "C", "fce", "invoice", "Factura de Crédito electrónica MiPyMEs (FCE) C"],
  [212, "C", "fce", "debitNote", "Nota de Débito electrónica MiPyMEs (FCE) C"],
  [213, "C", "fce", "creditNote", "Nota de Crédito electrónica MiPyMEs (FCE) C"],
];

/** In the order of their codes. */
export const voucherTypeTable: readonly VoucherType[] = rows.map(([code, letter, regime, kind, name, title]) => ({
  code,
  letter,
  regime,
  kind,
  name,
  title,
}));

/** The authority's own table of them. */
export const authorityVoucherTypes: readonly CodeRow[] = voucherTypeTable.flatMap(({ code, name }) =>
  name === null ? [] : { id: String(code), description: name },
);

const byCode = new Map(voucherTypeTable.map((type) => [type.code, type]));

/** Any type that has a name here, also one that is issued elsewhere alone. */
export const findKnownType = (code: number): VoucherType | undefined => byCode.get(code);
