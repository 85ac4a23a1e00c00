import type { Company } from "../../shared/db/company/companies.js";
import { findSubscription, findUsage } from "../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { provinceName } from "../../shared/domain/perceptions/jurisdictions.js";
import type { SircipAgent } from "../../shared/domain/perceptions.js";
import { toQuota } from "../../shared/domain/quota.js";
import type { CommandContext, CommandOutput } from "./perform.js";
import { drawFields } from "./table.js";

/** A company with its subscription and quota. */
export async function describeCompany({ db, nowMs }: CommandContext, company: Company): Promise<CommandOutput> {
  const today = argentineDay(nowMs);
  const contracted = await findSubscription(db, company.id);
  const usage = await findUsage(db, company.id, today);
  const quota = usage ? toQuota(usage) : null;
  const subscription = contracted && {
    until: contracted.until,
    active: contracted.until >= today,
    monthly: contracted.monthlyVouchers,
  };
  const { id: _, certificateMode: certificate, ...others } = company;
  const fields = { ...others, certificate };
  const { fce, mail } = company;
  const text = drawFields({
    ...fields,
    fce: fce && [`CBU ${fce.cbu}`, fce.alias ?? [], fce.transfer].flat().join(", "),
    legends: company.legends.map(({ text, on }) => `${text} (${on})`).join("; "),
    mail: [mail.senderName ?? [], mail.replyTo === null ? [] : `answers to ${mail.replyTo}`].flat().join(", "),
    sircip: company.sircip && describeAgent(company.sircip),
    subscription: subscription && `until ${subscription.until}${subscription.active ? "" : " (expired)"}`,
    quota: quota && `${quota.used} of ${quota.granted} used, ${quota.remaining} left until ${quota.periodEnd}`,
  });
  return { json: { company: { ...fields, subscription: subscription ?? null, quota } }, text };
}

const describeAgent = ({ from, ownPerceptions, exempt }: SircipAgent): string =>
  [
    `agent from ${from}`,
    ownPerceptions.length > 0 ? `own perceptions of ${ownPerceptions.map(provinceName).join(", ")}` : [],
    exempt.length > 0 ? `${exempt.length} with a certificate of exclusion` : [],
  ]
    .flat()
    .join("; ");
