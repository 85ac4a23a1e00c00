import { adminCommand } from "../../shared/config/config.js";
import type { ListedIssuance } from "../../shared/db/issuing/open-issuances.js";
import { nameOfNumber } from "../../shared/domain/voucher-name.js";
import type { UnclaimedVouchers } from "./find-unclaimed.js";
import { dayCell, drawRows } from "./table.js";

const where = { imported: "imported, without a key", authority: "at the authority alone" } as const;

/** The vouchers without a key that equal an issuance, with the command for each that it may adopt. */
export function describeUnclaimed(
  company: string,
  { id, pos: own }: Pick<ListedIssuance, "id" | "pos">,
  { unclaimed, unclaimedProblem }: UnclaimedVouchers,
): string {
  const rows = unclaimed.map(({ voucherDate: date, totalAmount: total, ...one }) => ({
    voucher: nameOfNumber({ posNumber: one.pos, voucherType: one.type, number: one.number }),
    ...{
      date: dayCell(date),
      total,
      currency: one.currency,
      cae: one.cae,
      processed: one.processedAt,
      where: where[one.where],
    },
  }));
  const commands = unclaimed
    .filter(({ adoptable }) => adoptable)
    .map(
      ({ pos, number }) =>
        `${adminCommand("issuance resolve")} ${id} --company ${company} --adopt --number ${number}${pos === own ? "" : ` --number-pos ${pos}`} --because "WHY"`,
    );
  return [
    ...(rows.length === 0 ? [] : [`Vouchers without a key that equal the sale:\n${drawRows(rows, "")}`]),
    ...(commands.length === 0 ? [] : [`${adoptFirst}\n${commands.join("\n")}`]),
    ...(unclaimed.some(({ adoptable }) => !adoptable) ? [standsElsewhere] : []),
    ...(unclaimedProblem === null ? [] : [`Not all vouchers without a key were looked for: ${unclaimedProblem}`]),
  ].join("\n\n");
}

const adoptFirst =
  "If one of them is its own, adopt it before its key is sent again: it would get a second one. One that is certainly another sale's is named " +
  "with --despite.";

const standsElsewhere =
  "One in another numbering, of an earlier day or of what the key was sent with before cannot be adopted. If it is its own, close the key with --reject --bar.";
