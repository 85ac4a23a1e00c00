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
  /** The sequence's next number, or a later one for a sequence that begins in the middle. */
  number: z.int().positive().optional(),
  /** How many numbers the one voucher takes: more than one is a lot, from CbteDesde to CbteHasta. */
  count: z.int().positive().default(1),
  /** How long ago it was granted: FchProceso, the date and the lags count from then. */
  processedAgoMs: z.number().nonnegative().default(0),
  fields: foreignFieldsSchema.prefault({}),
});

/** Issues the sequence's next voucher as if another system shared the point of sale; no rule is checked. */
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
