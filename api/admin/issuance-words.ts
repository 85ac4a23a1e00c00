import { InvalidArgumentError } from "commander";
import { adminCommand } from "../../shared/config/config.js";
import type { PassedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import { nameOfNumber, readVoucherName, type VoucherName } from "../../shared/domain/voucher-name.js";

/** The vouchers that a decision imported, each with the command that gives it to a sale that it looks like. Empty without any. */
export function describePassed(
  company: string,
  numbering: { posNumber: number; voucherType: number },
  passed: PassedVoucher[],
): string {
  return passed
    .map(({ number, cae, like }) => {
      const imported = `The voucher ${nameOfNumber({ ...numbering, number })}, CAE ${cae}, is imported, without a key.`;
      const looks = like.map(
        ({ issuanceId, key }) =>
          `It looks like that of the key ${key}:\n${adminCommand("issuance resolve")} ${issuanceId} --company ${company} --adopt --number ${number} --because "WHY"`,
      );
      return [imported, ...looks].join("\n");
    })
    .join("\n\n");
}

/** One more voucher that is another sale's, as an option's value. */
export function despiteOption(text: string, before: VoucherName[] = []): VoucherName[] {
  const name = readVoucherName(text);
  if (!name)
    throw new InvalidArgumentError(
      "It must be POS-TYPE-NUMBER, such as 3-6-54: number 54 of type 6 at point of sale 3.",
    );
  return [...before, name];
}
