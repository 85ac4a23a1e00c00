import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { countRecent, findVoucherAge, printedVersions } from "../../shared/db/delivery/voucher-follow-ups.js";
import { ApiError, businessFault } from "../errors.js";
import { noVoucher } from "../request/read-id.js";
import type { Operator } from "./operator.js";

const action = "invoice.pdf.regenerate";
const dayMs = 24 * 3_600_000;
const windowDays = 30;
const maxADay = 5;

type PrintAnew = (voucherId: number, versions: number[]) => Promise<void>;

/**
 * Prints every existing copy of a voucher again, with today's logo and company data.
 * Source: api/README.md, "Further paths".
 */
export function regeneratePdf(
  operator: Operator,
  voucherId: number,
  printAnew: PrintAnew,
): Promise<{ remaining: number }> {
  const { companyId, production } = operator;
  const resourceId = `${voucherId}`;
  return writeAudited(operator.db, operator.actor, companyId, async (tx) => {
    const voucher = await findVoucherAge(tx, operator, voucherId);
    if (!voucher) throw noVoucher();
    if (voucher.isForeign) throw businessFault("The voucher was issued elsewhere: it has no PDF here.");
    if (voucher.ageMs > windowDays * dayMs)
      throw businessFault(`A PDF can be made anew within ${windowDays} days of the voucher's issuance.`);
    const { times, earliestAgoMs } = await countRecent(tx, operator, { action, resourceId, windowMs: dayMs });
    if (times >= maxADay) throw tooMany(dayMs - earliestAgoMs);

    const printed = await printedVersions(tx, voucherId);
    const copies = printed.length > 0 ? printed : [[1]];
    // Before the commit, so that every counted print was really requested. An uncounted print does less harm than a missing one.
    for (const versions of copies) await printAnew(voucherId, versions);
    const after = { versions: copies };
    return {
      result: { remaining: maxADay - times - 1 },
      record: { companyId, production, action, resourceId, after },
    };
  });
}

const tooMany = (waitMs: number) =>
  new ApiError(429, `The PDF of a voucher can be made anew ${maxADay} times a day.`, {
    code: "QUOTA_EXCEEDED",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  });
