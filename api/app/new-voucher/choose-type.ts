import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { isRegistered } from "../../../shared/domain/issuer-conditions.js";
import { fitsLetter } from "../../../shared/domain/predictions/receiver-condition.js";
import type { Letter } from "../../../shared/domain/voucher-type-table.js";
import { findVoucherType, invoiceTypeOf } from "../../../shared/domain/voucher-types.js";
import { read, type TypedFields, toCode } from "../fields/typed.js";
import type { IssuerTaxStatus } from "./form-options.js";

/** The VAT condition of who has none. */
export const finalConsumer = 5;

interface TypeChoice {
  /** Undefined while the receiver's condition, which decides it, is still to be chosen. */
  voucherType: number | string | undefined;
  /** Undefined when a type was asked for that does not exist. */
  letter: Letter | undefined;
  /** Why it is this one: "porque el receptor es IVA Responsable Inscripto". */
  reason: string;
}

/**
 * The type that was chosen, or else the invoice of the letter that own and receiver's VAT condition ask for.
 * Source: api/README.md, rules 15 and 16.
 */
export function chooseType(typed: TypedFields, own: IssuerTaxStatus, receiver: unknown): TypeChoice {
  const asked = toCode(read(typed, "voucherType"));
  if (asked !== "")
    return { voucherType: asked, letter: findVoucherType(Number(asked))?.letter, reason: "porque elegiste ese tipo" };
  if (!isRegistered(own.taxType))
    return {
      voucherType: invoiceTypeOf("C"),
      letter: "C",
      reason: `porque la empresa es ${taxConditionLabel(own.taxType)}`,
    };
  if (receiver === undefined)
    return {
      voucherType: undefined,
      letter: undefined,
      reason: "La letra sale de la condición de IVA del receptor: elegila.",
    };
  const condition = typeof receiver === "number" ? receiver : finalConsumer;
  const letter = fitsLetter("A", condition) ? "A" : "B";
  const regime = letter === "A" && own.withheldA ? "withheld" : "ordinary";
  return {
    voucherType: invoiceTypeOf(letter, regime),
    letter,
    reason: `porque el receptor es ${taxConditionLabel(condition)}`,
  };
}
