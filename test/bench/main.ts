// `npm run bench -- <name> [arguments]`: one benchmark, a module of this folder that exports `run`.
import { readdirSync } from "node:fs";

const [name, ...args] = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => /^[a-z0-9-]+\.(js|ts)$/.test(file))
  .map((file) => file.replace(/\.\w+$/, ""));

if (name === undefined || name === "main" || !names.includes(name)) {
  console.error(
    `Usage: npm run bench -- <name> [arguments]; one of: ${names.filter((one) => one !== "main").join(", ")}`,
  );
  process.exit(2);
}
const bench = (await import(`./${name}.js`)) as { run?: (args: string[]) => Promise<void> };
if (!bench.run) {
  console.error(`${name} is no benchmark`);
  process.exit(2);
}
await bench.run(args);
