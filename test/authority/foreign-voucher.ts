import { z } from "zod";
import { addDays, toFiscalDate, toProcessTime } from "./argentine-time.js";
import { caeOf } from "./cae.js";
import { environmentNames } from "./environment.js";
import { foreignFieldsSchema } from "./foreign-fields.js";
import type { GrantedVoucher } from "./ledger.js";
import type { World } from "./world.js";

export const foreignVoucherSchema = z.strictObject({
  env: z.enum(environmentNames).default("homologation"),
  cuit: z.coerce.string().regex(/^\d{11}$/),
  pos: z.int().positive(),
  type: z.int().positive(),
  /** By default the sequence's next number; a later one leaves a gap. */
  number: z.int().positive().optional(),
  /** How many numbers the voucher takes. With more than one it is a lot, from CbteDesde to CbteHasta. */
  count: z.int().positive().default(1),
  /** How long ago it was granted. FchProceso, the date and the lags follow from this. */
  processedAgoMs: z.number().nonnegative().default(0),
  fields: foreignFieldsSchema.prefault({}),
});

/** Issues the sequence's next voucher like another system that shares the point of sale. Checks no rule. */
export function issueForeign(
  world: World,
  { env, fields, number: asked, count, processedAgoMs, ...sequence }: z.infer<typeof foreignVoucherSchema>,
): GrantedVoucher {
  const { ledger } = world.environments[env];
  const processedAt = new Date(world.now().getTime() - processedAgoMs);
  const today = toFiscalDate(processedAt);
  const last = ledger.lastOf(sequence);
  const number = Math.max((last?.numberTo ?? 0) + 1, asked ?? 1);
  const numberTo = number + count - 1;
  const date = fields.CbteFch ?? (last && last.date > today ? last.date : today);
  const voucher: GrantedVoucher = {
    ...sequence,
    number,
    numberTo,
    cae: caeOf(today, ledger.nextCaeTail()),
    caeExpiration: addDays(date, 10),
    date,
    processed: toProcessTime(processedAt),
    grantedAtMs: Date.now() - processedAgoMs,
    foreign: true,
    observations: [],
    declared: { ...fields, CbteFch: date, CbteDesde: number, CbteHasta: numberTo },
  };
  ledger.append([voucher]);
  return voucher;
}
