import { execFile, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { type CodeLanguage, languages } from "../../../api/docs/read-guide.js";
import { projectFolder } from "../../../shared/assets/assets.js";

const typescript = createRequire(import.meta.url).resolve("tsx");

/** How each language runs here, and a command that succeeds where it can. */
const runners: Record<CodeLanguage, { command: string; args: string[]; probe: [command: string, ...args: string[]] }> =
  {
    curl: { command: "sh", args: [], probe: ["curl", "--version"] },
    typescript: { command: process.execPath, args: ["--import", typescript], probe: [process.execPath, "--version"] },
    python: { command: "python3", args: [], probe: ["python3", "--version"] },
    php: { command: "php", args: [], probe: ["php", "-r", 'exit(function_exists("curl_init") ? 0 : 1);'] },
  };

export function canRun(language: CodeLanguage): boolean {
  const [command, ...args] = runners[language].probe;
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/**
 * Runs one program of the guides in `folder`, with `input` as its standard input, and gives what it prints. Throws with its
 * complaints when it fails.
 */
export async function runExample(
  language: CodeLanguage,
  example: string,
  folder: string,
  variables: Record<string, string>,
  input = "",
): Promise<string> {
  const { command, args } = runners[language];
  const program = path.join(projectFolder, "api/docs/guides/examples", example, languages[language].file);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  const running = promisify(execFile)(command, [...args, program], { cwd: folder, env, timeout: 100_000 });
  running.child.stdin?.on("error", () => undefined).end(input); // it may end without reading
  return (await running).stdout;
}
