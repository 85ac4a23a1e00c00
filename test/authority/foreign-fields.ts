import { z } from "zod";
import { Decimal } from "./decimal.js";

const integer = z.coerce.number().int();
const amount = z.coerce
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform((text) => new Decimal(text).toFixed());
const date = z.string().regex(/^\d{8}$/);
const text = z.string();

const orAbsent = <Value>(value: Value | null | undefined) => value ?? undefined;
const rows = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape));

/**
 * The declared fields of a foreign voucher by the WSDL's names: rows as arrays, amounts as strings or numbers, null for an
 * absent field. Missing fields are those of a sale of 121.00 to a final consumer.
 */
export const foreignFieldsSchema = z.strictObject({
  Concepto: integer.default(1),
  DocTipo: integer.default(99),
  DocNro: integer.default(0),
  /** Today, or the last voucher's date when that is later. */
  CbteFch: date.optional(),
  ImpTotal: amount.default("121"),
  ImpTotConc: amount.default("0"),
  ImpNeto: amount.default("100"),
  ImpOpEx: amount.default("0"),
  ImpTrib: amount.default("0"),
  ImpIVA: amount.default("21"),
  FchServDesde: date.nullish().transform(orAbsent),
  FchServHasta: date.nullish().transform(orAbsent),
  FchVtoPago: date.nullish().transform(orAbsent),
  MonId: text.nullable().default("PES").transform(orAbsent),
  MonCotiz: amount.nullable().default("1").transform(orAbsent),
  CanMisMonExt: text.nullish().transform(orAbsent),
  CondicionIVAReceptorId: integer.nullable().default(5).transform(Number),
  CbtesAsoc: rows({ Tipo: integer, PtoVta: integer, Nro: integer, Cuit: text.optional(), CbteFch: date.optional() })
    .nullish()
    .transform(orAbsent),
  Tributos: rows({ Id: integer, Desc: text.optional(), BaseImp: amount, Alic: amount, Importe: amount })
    .nullish()
    .transform(orAbsent),
  Iva: rows({ Id: integer, BaseImp: amount, Importe: amount })
    .nullable()
    .default([{ Id: 5, BaseImp: "100", Importe: "21" }])
    .transform(orAbsent),
  Opcionales: rows({ Id: text, Valor: text }).nullish().transform(orAbsent),
  Compradores: rows({ DocTipo: integer, DocNro: integer, Porcentaje: amount }).nullish().transform(orAbsent),
  PeriodoAsoc: z.strictObject({ FchDesde: date, FchHasta: date }).nullish().transform(orAbsent),
  Actividades: rows({ Id: integer }).nullish().transform(orAbsent),
});
