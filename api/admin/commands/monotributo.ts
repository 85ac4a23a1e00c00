import type { Command } from "commander";
import { readEnteredCaps } from "../../../shared/db/company/monotributo-caps.js";
import { type CapsInForce, listCaps } from "../../../shared/domain/monotributo/caps.js";
import { setCaps } from "../../operations/monotributo-caps.js";
import { day } from "../../schemas/company.js";
import { readGivenFile } from "../given-file.js";
import { addVerb } from "../options.js";
import { adminOf, describeChange, type RunCommand } from "../perform.js";
import { readOption } from "../read-option.js";
import { drawRows } from "../table.js";

/** `monotributo caps set|list`. Source: api/admin/README.md, "Caps of the monotributo". */
export function addMonotributoCommands(program: Command, perform: RunCommand): void {
  const caps = program
    .command("monotributo")
    .description("what monotributistas may earn")
    .command("caps")
    .description("income caps of the categories, from a day on");

  addVerb(caps, "list", "list the caps that are known, with their days").action(() =>
    perform(async ({ db }) => {
      const known = listCaps(await readEnteredCaps(db));
      return { json: { caps: known }, text: draw(known) };
    }),
  );

  addVerb(caps, "set", "enter the caps of a half-year, for all companies; the same day again replaces them")
    .requiredOption("--from <day>", "the first day, YYYY-MM-DD")
    .requiredOption("--file <path>", "a CSV file with the header letter,amount and eleven rows; - is standard input")
    .action((options: { from: string; file: string }) =>
      perform(async (office) => {
        const from = readOption(day, "--from", options.from);
        const { readCaps } = await import("../read-caps.js");
        const amounts = await readCaps(await readGivenFile(options.file));
        const { result, changed } = await setCaps(office.db, adminOf(office), { from, amounts });
        return describeChange({ json: { caps: result }, text: draw([result]) }, changed);
      }),
    );
}

const draw = (caps: CapsInForce[]): string =>
  drawRows(
    caps.map(({ from, until, amounts }) => ({ from, until, ...amounts })),
    "There are no caps.",
  );
