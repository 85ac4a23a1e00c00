import type { Command } from "commander";
import { declareRestored } from "../../operations/declare-restored.js";
import { addVerb } from "../options.js";
import { adminOf, type RunCommand } from "../perform.js";
import { reason } from "../reason.js";
import { addWatermarkCommand } from "./database-watermark.js";

/** `database restored` and `database watermark`. Source: api/admin/README.md, "A database that lost its last commits". */
export function addDatabaseCommands(program: Command, perform: RunCommand): void {
  const database = program.command("database").description("what a person knows of the database");

  addVerb(database, "restored", "the database went back, and lost commits, without anything that shows it")
    .requiredOption("--because <text>", "how you know, for the audit log", reason)
    .action(({ because }: { because: string }) =>
      perform(async (office) => {
        const restored = await declareRestored(office.db, adminOf(office), because);
        const text = `Every sequence is unverified from now on, and ids move on. Written to the audit log of ${restored.companies} companies.`;
        return { json: { database: restored }, text };
      }),
    );
  addWatermarkCommand(database, perform);
}
