import { foreseeExcess, type NoteOf } from "../../shared/db/issuing/credits.js";
import type { Excess } from "../../shared/domain/credit-bound.js";
import { money, nameOfVoucher, voucherWithName } from "../../shared/domain/spanish.js";
import type { IssuingDeps } from "../environment.js";
import { type ApiError, businessFault } from "../errors.js";
import type { IssuingRequest } from "./issuing-request.js";

/** The 400 for a credit that is more than what is left of its original. Source: api/README.md, "Credit notes". */
export function creditExceeds({ original }: NoteOf, { asked, left, currency, isPartlyCredited }: Excess): ApiError {
  const { posNumber, voucherType, voucherNumber } = original;
  const name = `voucher ${posNumber}-${voucherType}-${voucherNumber}`;
  return businessFault(
    isPartlyCredited
      ? {
          en: `Part of ${name} is credited already: of its credit of ${asked} ${currency}, ${left} is left. Send items for what is to be credited.`,
          es: `Ya se acreditó una parte de ${voucherWithName(original)}: de su crédito por ${money(asked, currency)} quedan ${money(left, currency)}. Mandá las líneas que se acreditan.`,
          app: `Ya se acreditó una parte de ${nameOfVoucher(original)} y quedan ${money(left, currency)}: elegí qué líneas acreditar.`,
        }
      : {
          en: `The credit of ${asked} ${currency} is more than what is left of ${name}: ${left} ${currency}.`,
          es: `La nota de crédito por ${money(asked, currency)} supera lo que queda de ${voucherWithName(original)}: acreditá hasta ${money(left, currency)}.`,
          app: `La nota de crédito por ${money(asked, currency)} supera lo que queda de ${nameOfVoucher(original)}: acreditá hasta ${money(left, currency)}.`,
        },
  );
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
