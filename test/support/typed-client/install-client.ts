import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";

const packages = createRequire(import.meta.url);
const compiler = path.join(path.dirname(packages.resolve("typescript/package.json")), "bin", "tsc");

/** A project outside the repository that has nothing but the packed client. */
export interface ClientProject extends Disposable {
  folder: string;
  write(name: string, text: string): void;
  /** Runs a program of the project and gives what it prints. @throws Error with its complaints */
  run(name: string, variables: Record<string, string>): Promise<string>;
  /** What the compiler complains about, with these options. */
  compile(options: object, files: string[]): Promise<string>;
}

/** The Node that the programs run on: another one than the tests' with `CLIENT_NODE=/path/to/node`. */
const node = process.env.CLIENT_NODE ?? process.execPath;

/** Packs the client and installs it in a new folder, as `npm install` of the published one does. Needs no network. */
export async function installClient(): Promise<ClientProject> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-typed-client-"));
  const npm = (cwd: string, ...args: string[]) => complain("npm", args, { cwd, env: process.env });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
  const packed = await npm(projectFolder, "pack", "./api/client", "--json", "--pack-destination", folder);
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("["))) as [{ filename: string }];
  await npm(folder, "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`);
  return {
    folder,
    write,
    run: (name, variables) =>
      complain(node, [name], { cwd: folder, env: { PATH: process.env.PATH, ...variables }, timeout: 100_000 }),
    async compile(options, files) {
      const compilerOptions = {
        ...options,
        noEmit: true,
        typeRoots: [path.join(projectFolder, "node_modules/@types")],
      };
      write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
      return complain(process.execPath, [compiler, "-p", "."], { cwd: folder }).catch((error: Error) => error.message);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function complain(command: string, args: string[], options: object): Promise<string> {
  const running = promisify(execFile)(command, args, { encoding: "utf8", ...options });
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${path.basename(command)} ${args[0]} failed:\n${error.stdout}\n${error.stderr}`, { cause: error });
  });
  return stdout;
}
