// `npm run <name> -- <arguments>`: runs one program of the project inside this process, so that signals reach it.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { programFile } from "./compiled-files.mjs";
import { PrepareError, prepare, root } from "./prepare.mjs";
import { lockHolder } from "./process-lock.mjs";

const mains = {
  api: "api/main",
  issuer: "issuer/main",
  renderer: "renderer/main",
  mailer: "mailer/main",
  admin: "api/admin/main",
  authority: "test/authority/main",
  bench: "test/bench/main",
  chaos: "test/chaos/main",
  migrate: "shared/db/migrate/migrate-main",
  openapi: "api/docs/release-document-main",
  sbom: "shared/deploy/sbom-main",
  advisories: "shared/deploy/advisories-main",
};

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(mains, name)) {
  process.stderr.write(`Usage: node shared/launch/run.mjs ${Object.keys(mains).join("|")} [arguments]\n`);
  process.exit(2);
}
const main = programFile(root, mains[name]);

try {
  // Only the program may write to standard output.
  if (!isDeployed()) await prepare({ out: process.stderr });
  if (!existsSync(main)) throw new PrepareError(`${path.relative(root, main)} is missing; make it with: npm run build`);
  if (name === "admin" && !isGiven("DATABASE_URL") && !asksForHelp() && !asksForPublicKey()) takeSandboxEnvironment();
} catch (error) {
  fail(error instanceof PrepareError ? error.message : error.stack);
}
process.argv = [process.argv[0], main, ...args];
await import(pathToFileURL(main).href);

/** Whether this is a built installation without development dependencies. It has no bundler, so it cannot build. */
function isDeployed() {
  return existsSync(main) && !existsSync(path.join(root, "node_modules", "esbuild"));
}

function asksForHelp() {
  return args.length === 0 || args.some((arg) => ["-h", "--help", "help", "--version"].includes(arg));
}

/** Whether to print the public half of a given secret key: that needs no database, and must not become the sandbox's key. */
function asksForPublicKey() {
  return isGiven("SECRET_KEY") && args.includes("public-key");
}

/** Whether a secret is set, by itself or as a file. */
function isGiven(secret) {
  return Boolean(process.env[secret] || process.env[`${secret}_FILE`]);
}

/** Takes all of the sandbox's settings: secrets in its database are sealed with its own key. */
function takeSandboxEnvironment() {
  const folder = path.join(root, ".sandbox");
  const file = path.join(folder, "environment.json");
  if (!lockHolder(path.join(folder, "lock")) || !existsSync(file)) {
    throw new PrepareError(
      "DATABASE_URL is not set and this clone's sandbox is not running; start it first: npm start",
    );
  }
  Object.assign(process.env, JSON.parse(readFileSync(file, "utf8")));
}

function fail(message) {
  if (name === "admin" && args.includes("--json")) console.log(JSON.stringify({ ok: false, error: message }));
  else process.stderr.write(`${message}\n`);
  process.exit(1);
}
