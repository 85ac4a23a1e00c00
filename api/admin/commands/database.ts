import type { Command } from "commander";
import { addVerb } from "../options.js";
import type { RunCommand } from "../perform.js";
import { reason } from "../reason.js";
import { addWatermarkCommand, declare } from "./database-watermark.js";

/** `database restored` and `database watermark`. Source: api/admin/README.md, "A database that lost its last commits". */
export function addDatabaseCommands(program: Command, perform: RunCommand): void {
  const database = program.command("database").description("what a person knows of the database");

  addVerb(database, "restored", "the database went back, and lost commits, without anything that shows it")
    .requiredOption("--because <text>", "how you know, for the audit log", reason)
    .action(({ because }: { because: string }) => perform((office) => declare(office, because)));
  addWatermarkCommand(database, perform);
}
