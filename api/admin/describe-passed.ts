import { adminCommand } from "../../shared/config/config.js";
import type { PassedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import { nameOfNumber } from "../../shared/domain/voucher-name.js";

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
