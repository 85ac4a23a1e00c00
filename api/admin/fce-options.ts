import type { Command } from "commander";
import { aliasBeside, type FcePayment } from "../../shared/domain/fce.js";
import { fcePayment } from "../schemas/voucher-terms.js";
import { tell } from "./field-options.js";
import { WrongValue } from "./read-option.js";

export interface FceOptions {
  fceCbu?: string | undefined;
  fceAlias?: string | undefined;
  fceTransfer?: string | undefined;
}

export const addFceOptions = (command: Command): Command =>
  command
    .option("--fce-cbu <digits>", `of credit invoices (FCE MiPyME): ${tell(fcePayment.cbu)}`)
    .option("--fce-alias <alias>", `of credit invoices: ${tell(fcePayment.alias)}`)
    .option("--fce-transfer <system>", `of credit invoices: ${tell(fcePayment.transfer)}`);

/**
 * How credit invoices are paid from now on, unchecked. Undefined when no option says anything. An empty CBU ends all of it.
 * @throws WrongValue naming what is missing
 */
export function readFce(
  { fceCbu, fceAlias, fceTransfer }: FceOptions,
  before: FcePayment | null,
): object | null | undefined {
  if (fceCbu === undefined && fceAlias === undefined && fceTransfer === undefined) return undefined;
  if (fceCbu === "") {
    if (fceAlias || fceTransfer) throw new WrongValue('--fce-cbu "" ends credit invoices: give it alone');
    return null;
  }
  const cbu = fceCbu ?? before?.cbu;
  const transfer = fceTransfer ?? before?.transfer;
  const missing = [cbu ? [] : "--fce-cbu", transfer ? [] : "--fce-transfer"].flat();
  if (missing.length > 0) throw new WrongValue(`Credit invoices also need ${missing.join(" and ")}.`);
  return { cbu, alias: fceAlias === undefined ? aliasBeside(cbu, before) : fceAlias || null, transfer };
}
