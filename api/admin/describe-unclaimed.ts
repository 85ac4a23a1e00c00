import type { ListedIssuance } from "../../shared/db/issuing/open-issuances.js";
import type { Unclaimed } from "./find-unclaimed.js";
import { drawRows } from "./table.js";

const where = { imported: "imported, without a key", authority: "at the authority alone" } as const;

/** The vouchers that an issuance may adopt, with the command for each. */
export function describeUnclaimed(
  company: string,
  { id, pos: own }: Pick<ListedIssuance, "id" | "pos">,
  { unclaimed, unclaimedProblem }: Unclaimed,
): string {
  const rows = unclaimed.map(({ voucherDate: date, totalAmount: total, ...one }) => {
    return {
      pos: one.pos,
      number: one.number,
      date,
      total,
      currency: one.currency,
      cae: one.cae,
      where: where[one.where],
    };
  });
  const commands = unclaimed.map(
    ({ pos, number }) =>
      `npm run -s admin -- issuance resolve ${id} --company ${company} --adopt --number ${number}${pos === own ? "" : ` --number-pos ${pos}`} --because "WHY"`,
  );
  return [
    ...(rows.length === 0
      ? []
      : [
          `Vouchers without a key that equal the sale:\n${drawRows(rows, "")}`,
          `If one of them is its own, adopt it before its key is sent again: it would get a second one.\n${commands.join("\n")}`,
        ]),
    ...(unclaimedProblem === null ? [] : [`Not all vouchers without a key were looked for: ${unclaimedProblem}`]),
  ].join("\n\n");
}
