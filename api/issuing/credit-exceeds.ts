import { foreseeExcess, type NoteOf } from "../../shared/db/issuing/credits.js";
import type { Excess } from "../../shared/domain/credit-bound.js";
import { Decimal, formatAmount, toCents } from "../../shared/domain/money.js";
import { money, nameOfVoucher, voucherWithName } from "../../shared/domain/spanish.js";
import { findVatRate } from "../../shared/domain/vat-rates.js";
import { type ApiError, businessFault } from "../http/errors.js";
import type { IssuingDeps } from "./deps.js";
import type { IssuingRequest } from "./issuing-request.js";

/** The 400 for a credit that is more than what is left of its original. Source: api/README.md, "Credit notes". */
export function creditExceeds({ original }: NoteOf, { asked, left, currency, isPartlyCredited }: Excess): ApiError {
  const { posNumber, voucherType, voucherNumber } = original;
  const net = netOfLeft(original, left);
  const name = `voucher ${posNumber}-${voucherType}-${voucherNumber}`;
  return businessFault(
    isPartlyCredited
      ? {
          en: `Part of ${name} is credited already: of its credit of ${asked} ${currency}, ${left} is left. Send items for what is to be credited.`,
          es: `Ya se acreditó una parte de ${voucherWithName(original)}: de su crédito por ${money(asked, currency)} quedan ${money(left, currency)}. Mandá las líneas que se acreditan.`,
          app: `Ya se acreditó una parte de ${nameOfVoucher(original)} y quedan ${money(left, currency)}: elegí qué líneas acreditar.`,
        }
      : {
          en: `The credit of ${asked} ${currency} is more than what is left of ${name}: ${left} ${currency}${net ? " with its VAT" : ""}. To credit the rest, send the items that are left, or one item of that amount${net ? " with priceIncludesVat true" : ""}.`,
          es: `La nota de crédito por ${money(asked, currency)} supera lo que queda de ${voucherWithName(original)}: ${money(left, currency)}${net ? " con IVA" : ""}. Para acreditar el resto, mandá las líneas que faltan o una sola por ese importe${net ? " con priceIncludesVat en true" : ""}.`,
          app: `La nota de crédito por ${money(asked, currency)} supera lo que queda de ${nameOfVoucher(original)}: acreditá hasta ${money(left, currency)}${net ? ` con IVA, que son ${money(net, currency)} sin IVA` : ""}.`,
        },
  );
}

/**
 * Amount left of an original whose prices are without VAT, as such a price: a cent less where its VAT would make it more. Undefined where
 * prices have VAT, there is none, or rates differ.
 */
function netOfLeft({ payload, amounts }: NoteOf["original"], left: string): string | undefined {
  const [row, ...others] = amounts.vatRows;
  const rate = row && findVatRate(row.taxType);
  const isOfOneRate = others.length === 0 && row?.base === new Decimal(amounts.total).minus(amounts.vat).toFixed(2);
  if (payload.priceIncludesVat || !rate || !isOfOneRate) return undefined;
  const net = new Decimal(left).div(rate.plus(1)).toDecimalPlaces(2, Decimal.ROUND_DOWN);
  return formatAmount(toCents(net.times(rate)).plus(net).gt(left) ? net.minus("0.01") : net);
}

/** A credit of more than what is left is refused before the quota is looked at. Only the recording decides for good. */
export async function foreseeCreditExcess(
  { issuing }: Pick<IssuingDeps, "issuing">,
  request: Pick<IssuingRequest, "caller" | "noteOf" | "body" | "amounts">,
): Promise<ApiError | undefined> {
  const { caller, noteOf } = request;
  if (noteOf?.kind !== "credit") return undefined;
  const excess = await foreseeExcess(issuing.of(caller), caller, noteOf, request);
  return excess && creditExceeds(noteOf, excess);
}
