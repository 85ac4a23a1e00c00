import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { postgresProcess } from "../../sandbox/servers/postgres-data.js";
import { commandsOf } from "../../support/readers/page-commands.js";

/** Runs commands of a page as they stand there. */
export interface Page {
  /** Runs the block of this name, as the user of the database server. Gives what it printed. */
  run(name: string, more?: Record<string, string>): Promise<string>;
  /** The blocks that were not run. */
  unused(): string[];
}

/** @param env what the page's own first block sets for its reader */
export function openPage(file: string, env: Record<string, string>): Page {
  const commands = commandsOf(file);
  const used = new Set<string>();
  return {
    async run(name, more = {}) {
      const block = commands.get(name);
      if (block === undefined) throw new Error(`${file} has no commands "${name}"`);
      used.add(name);
      const options = { ...postgresProcess, env: { ...postgresProcess.env, ...env, ...more } };
      const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", block], options);
      return stdout;
    },
    unused: () => [...commands.keys()].filter((name) => !used.has(name)),
  };
}
