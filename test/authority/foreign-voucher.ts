import { z } from "zod";
import { addDays, toFiscalDate, toProcessTime } from "./argentine-time.js";
import { caeOf } from "./cae.js";
import type { DeclaredVoucher } from "./declared-voucher.js";
import { environmentNames } from "./environment.js";
import type { GrantedVoucher } from "./ledger.js";
import type { World } from "./world.js";

export const foreignVoucherSchema = z.strictObject({
  env: z.enum(environmentNames).default("homologation"),
  cuit: z.coerce.string().regex(/^\d{11}$/),
  pos: z.int().positive(),
  type: z.int().positive(),
  /** The sequence's next number, or a later one for a sequence that begins in the middle. */
  number: z.int().positive().optional(),
  /** Declared fields under the WSDL's names, amounts as strings; the rest is a 121.00 sale to a final consumer. */
  fields: z.record(z.string(), z.unknown()).default({}),
});

const sale: Omit<DeclaredVoucher, "CbteDesde" | "CbteHasta"> = {
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  ImpTotal: "121",
  ImpTotConc: "0",
  ImpNeto: "100",
  ImpOpEx: "0",
  ImpTrib: "0",
  ImpIVA: "21",
  MonId: "PES",
  MonCotiz: "1",
  CondicionIVAReceptorId: 5,
  Iva: [{ Id: 5, BaseImp: "100", Importe: "21" }],
};

/** Issues the sequence's next voucher as if another system shared the point of sale; no rule is checked. */
export function issueForeign(
  world: World,
  { env, fields, number: asked, ...sequence }: z.infer<typeof foreignVoucherSchema>,
): GrantedVoucher {
  const { ledger } = world.environments[env];
  const today = toFiscalDate(world.now());
  const last = ledger.lastOf(sequence);
  const number = Math.max((last?.numberTo ?? 0) + 1, asked ?? 1);
  const date = last && last.date > today ? last.date : today;
  const declared: DeclaredVoucher = { ...sale, CbteFch: date, ...fields, CbteDesde: number, CbteHasta: number };
  const voucher: GrantedVoucher = {
    ...sequence,
    number,
    numberTo: number,
    cae: caeOf(today, ledger.nextCaeTail()),
    caeExpiration: addDays(declared.CbteFch ?? date, 10),
    date: declared.CbteFch ?? date,
    processed: toProcessTime(world.now()),
    grantedAtMs: Date.now(),
    foreign: true,
    observations: [],
    declared,
  };
  ledger.append([voucher]);
  return voucher;
}
