import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";

/** The commands of a page that drills run, by the name in the comment before their block: `<!-- drill: base backup -->`. */
export function commandsOf(page: string): Map<string, string> {
  const text = readFileSync(path.join(projectFolder, page), "utf8");
  const blocks = text.matchAll(/^<!-- drill: (.+) -->\n+```sh\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, name = "", commands = ""]) => [name, commands]));
}
