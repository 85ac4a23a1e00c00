import type { Command } from "commander";
import { findUsage, listUsage } from "../../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { periodEndOf, type Quota, toQuota } from "../../../shared/domain/quota.js";
import { addQuota, changeSubscription, monthlyOfNew } from "../../operations/subscriptions.js";
import { day } from "../../schemas/company.js";
import { notDone } from "../not-done.js";
import { addCompanyVerb, type CompanyOption, wholeNumber } from "../options.js";
import { type CommandOutput, describeChange, getCompanyByCode, operatorOf, type RunCommand } from "../perform.js";
import { readOption } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";

/** `plan set`, `quota extra`, `subscription set`, `usage show`. Gives the nouns that have more verbs. */
export function addSubscriptionCommands(
  program: Command,
  perform: RunCommand,
): { plan: Command; subscription: Command } {
  const plan = program.command("plan").description("how many vouchers a month a company may issue");
  addCompanyVerb(plan, "set", "change the plan; takes effect at once")
    .requiredOption("--monthly <number>", "vouchers a month", wholeNumber)
    .action(({ company, monthly }: CompanyOption & { monthly: number }) =>
      perform(async (office) => {
        const operator = await operatorOf(office, company);
        const { changed } = await changeSubscription(operator, { monthlyVouchers: monthly });
        const usage = await findUsage(office.db, operator.companyId, argentineDay(office.nowMs));
        if (!usage) throw notDone("The company has no subscription.");
        return describeChange(describeQuota(toQuota(usage)), changed);
      }),
    );

  const quota = program.command("quota").description("vouchers bought beyond the plan");
  addCompanyVerb(quota, "extra", "add vouchers to the current period; takes effect at once")
    .requiredOption("--add <number>", "how many", wholeNumber)
    .action(({ company, add }: CompanyOption & { add: number }) =>
      perform(async (office) => {
        const operator = await operatorOf(office, company);
        const { result, changed } = await addQuota(operator, add, argentineDay(office.nowMs));
        return describeChange(describeQuota(result), changed);
      }),
    );

  const subscription = program.command("subscription").description("how long a company has paid for");
  addCompanyVerb(subscription, "set", "end, renew or begin the subscription; takes effect at once")
    .requiredOption("--until <day>", "the last paid day, YYYY-MM-DD; a past day ends the subscription")
    .action((options: CompanyOption & { until: string }) =>
      perform(async (office) => {
        const operator = await operatorOf(office, options.company);
        const changes = { until: readOption(day, "--until", options.until) };
        const today = argentineDay(office.nowMs);
        const first = { ...changes, anchor: today, monthlyVouchers: monthlyOfNew };
        const { result, changed } = await changeSubscription(operator, changes, first);
        const { until } = result;
        const active = until >= today;
        return describeChange(
          { json: { subscription: { until, active } }, text: drawFields({ until, active }) },
          changed,
        );
      }),
    );

  const usage = program.command("usage").description("how many vouchers a company has issued");
  addCompanyVerb(usage, "show", "show vouchers per period, latest first").action(({ company }: CompanyOption) =>
    perform(async (office) => {
      const { id } = await getCompanyByCode(office, company);
      const periods = (await listUsage(office.db, id)).map(({ anchor, periodStart, extra, reserved, ...used }) => ({
        periodStart,
        periodEnd: periodEndOf(anchor, periodStart),
        used: used.usedProduction + used.usedHomologation,
        production: used.usedProduction,
        homologation: used.usedHomologation,
        extra,
        reserved,
      }));
      const headings = ["from", "renews on", "used", "production", "homologation", "extra", "reserved"];
      const rows = periods.map((period) => Object.values(period));
      return { json: { usage: periods }, text: drawTable(headings, rows, "Nothing was issued yet.") };
    }),
  );
  return { plan, subscription };
}

const describeQuota = (quota: Quota): CommandOutput => {
  const { granted, used, remaining, periodEnd } = quota;
  return { json: { quota }, text: drawFields({ granted, used, remaining, "renews on": periodEnd }) };
};
