import { InvalidArgumentError } from "commander";
import { readVoucherName, type VoucherName } from "../../shared/domain/voucher-name.js";

/** One more voucher that is another sale's, as an option's value. */
export function despiteOption(text: string, before: VoucherName[] = []): VoucherName[] {
  const name = readVoucherName(text);
  if (!name)
    throw new InvalidArgumentError(
      "It must be POS-TYPE-NUMBER, such as 3-6-54: number 54 of type 6 at point of sale 3.",
    );
  return [...before, name];
}
