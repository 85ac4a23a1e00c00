import type { Command } from "commander";
import { isRuleName, ruleNames } from "../../../shared/domain/dated-rules.js";
import { listRules, type RuleView, setRule } from "../../operations/dated-rules.js";
import { day } from "../../schemas/company.js";
import { addVerb } from "../options.js";
import { adminOf, describeChange, type RunCommand } from "../perform.js";
import { readOption, WrongValue } from "../read-option.js";
import { drawRows } from "../table.js";

/** `rule list|set`. Source: api/admin/README.md, "Rules that begin on a day". */
export function addRuleCommands(program: Command, perform: RunCommand): void {
  const rule = program.command("rule").description("what the law asks for from a day on");

  addVerb(rule, "list", "list the rules with their days").action(() =>
    perform(async ({ db }) => {
      const rules = await listRules(db);
      return { json: { rules }, text: draw(rules) };
    }),
  );

  addVerb(rule, "set <name>", "move the first day of a rule, for all companies: the law was put off, or came early")
    .requiredOption("--from <day>", "YYYY-MM-DD, or never")
    .action((name: string, { from }: { from: string }) =>
      perform(async (office) => {
        if (!isRuleName(name)) throw new WrongValue(`There is no rule ${name}. There are: ${ruleNames.join(", ")}.`);
        const starts = from === "never" ? null : readOption(day, "--from", from);
        const { result, changed } = await setRule(office.db, adminOf(office), name, starts);
        return describeChange({ json: { rule: result }, text: draw([result]) }, changed);
      }),
    );
}

const draw = (rules: RuleView[]): string =>
  drawRows(
    rules.map(({ name, from, until, moved, what, source }) => {
      return { name, from: from ?? (moved ? "never" : "ever"), until, moved, what, source };
    }),
    "There is no rule.",
  );
