import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { requireTool, toolsFolder } from "../test-tools.js";

const run = promisify(execFile);
const packages = createRequire(import.meta.url);
const compiler = path.join(path.dirname(packages.resolve("typescript/package.json")), "bin", "tsc");

/**
 * Generates a client from a served OpenAPI document, compiles it together with a program that uses it as `./client.js`, and runs the
 * program. Gives what it prints. @throws Error with the compiler's or the program's complaints
 */
export async function runWithGeneratedClient(
  documentUrl: string,
  program: string,
  variables: Record<string, string>,
): Promise<string> {
  const generator = path.join(path.dirname(requireTool.resolve("oazapfts")), "cli.js");
  // Where the client finds what it imports.
  const folder = mkdtempSync(path.join(toolsFolder, "generated-client-"));
  const node = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, ...variables };
    const { stdout } = await run(process.execPath, args, { cwd: folder, env, timeout: 100_000 }).catch((error) => {
      throw new Error(`${path.basename(args[0] ?? "")} failed:\n${error.stdout}\n${error.stderr}`, { cause: error });
    });
    return stdout;
  };
  try {
    await node(generator, documentUrl, "client.ts");
    writeFileSync(path.join(folder, "program.ts"), program);
    await node(
      compiler,
      "--ignoreConfig",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--types",
      "node",
      "program.ts",
    );
    return await node("program.js");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
