import type { Command } from "commander";
import { listSircipPeriods } from "../../../shared/db/sircip/periods.js";
import { isStateId, jurisdictions } from "../../../shared/domain/perceptions/jurisdictions.js";
import { isContradicted, listProvinces, type ProvinceView, setProvince } from "../../operations/sircip-provinces.js";
import { day } from "../../schemas/company.js";
import { addVerb, taxId, wholeNumber } from "../options.js";
import { adminOf, describeChange, type RunCommand } from "../perform.js";
import { readOption, WrongValue } from "../read-option.js";
import { drawRows } from "../table.js";

interface PeriodOption {
  period?: string;
}

/** `sircip load|list|show|provinces|province`. Source: api/admin/README.md, "SIRCIP". */
export function addSircipCommands(program: Command, perform: RunCommand): void {
  const sircip = program.command("sircip").description("the padrón of SIRCIP, and the provinces that take part");

  addVerb(sircip, "load <file>", "load a month of the padrón: TXT, or a ZIP with one file; - is standard input")
    .option("--period <month>", "the month that it must be of, YYYYMM")
    .option("--now", "do not wait for an idle machine: sales beside it are slower")
    .action((file: string, options: PeriodOption & { now?: true }) =>
      perform(async (office) => (await import("../sircip/load-file.js")).loadFile(office, file, options)),
    );

  addVerb(sircip, "list", "list the months that are loaded").action(() =>
    perform(async ({ db }) => {
      const periods = await listSircipPeriods(db);
      const rows = periods.map(({ period, rows: count, loaded }) => ({ period, rows: count, loaded }));
      return { json: { periods }, text: drawRows(rows, "No padrón of SIRCIP is loaded.") };
    }),
  );

  addVerb(sircip, "show", "show a taxpayer of the padrón, of the newest month unless one is given")
    .argument("<cuit>", "the tax id", taxId)
    .option("--period <month>", "YYYYMM")
    .action((cuit: string, options: PeriodOption) =>
      perform(async (office) => (await import("../sircip/show-taxpayer.js")).showTaxpayer(office, cuit, options)),
    );

  addVerb(sircip, "provinces", "list the provinces with the days on which they begin").action(() =>
    perform(async ({ db }) => {
      const provinces = await listProvinces(db);
      return { json: { provinces }, text: draw(provinces) };
    }),
  );

  addVerb(sircip, "province", "give a province the day on which it begins, for all companies")
    .argument("<state-id>", "the province's code, as in stateId", wholeNumber)
    .requiredOption("--from <day>", "YYYY-MM-DD, or never")
    .action((stateId: number, { from }: { from: string }) =>
      perform(async (office) => {
        if (!isStateId(stateId)) throw new WrongValue(`There is no province ${stateId}. There are: ${allProvinces}.`);
        const starts = from === "never" ? null : readOption(day, "--from", from);
        const { result, changed } = await setProvince(office.db, adminOf(office), stateId, starts);
        return describeChange({ json: { province: result }, text: draw([result]) }, changed);
      }),
    );
}

const allProvinces = jurisdictions.map(({ stateId, name }) => `${stateId} ${name}`).join(", ");

const draw = (provinces: ProvinceView[]): string =>
  drawRows(
    provinces.map(({ stateId, jurisdiction, name, from, padron }) => {
      const contradiction = isContradicted({ from, padron }) ? "its digits say that it did not adhere" : null;
      return { stateId, jurisdiction, name, from: from ?? "never", padron, contradiction };
    }),
    "There is no province.",
  );
