import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isCompiled, sourcesFingerprint } from "./compiled-files.mjs";
import { packagesMatch, writeStamp } from "./installed-packages.mjs";
import { readJson } from "./read-json.mjs";
import { runTool } from "./run-tool.mjs";

/**
 * The steps before any part of the project can run, in order. `isDone` is cheap. `run` may return what else to tell. `hint` says what to do when `run` fails.
 */
export const steps = [
  {
    name: "dependencies",
    doing: "installing",
    done: "installed",
    hint: "check the network and the disk, then run: npm ci",
    isDone: packagesMatch,
    run: installPackages,
  },
  {
    name: "database client",
    doing: "generating",
    done: "generated",
    hint: "fix prisma/schema.prisma, then run the command again",
    isDone: (root) => {
      const fingerprint = schemaFingerprint(root);
      return !fingerprint || (existsSync(path.join(root, generatedClient)) && readState(root).client === fingerprint);
    },
    run: generateClient,
  },
  {
    name: "build",
    doing: "bundling",
    done: "bundled",
    hint: "fix the errors above, then run the command again",
    isDone: (root) => readState(root).build === sourcesFingerprint(root) && isCompiled(root),
    run: compile,
  },
];

const generatedClient = "shared/db/generated/client.ts";

// We need neither Prisma's engine download nor its update check. Any executable can replace the engine.
const toolEnvironment = () => ({
  ...process.env,
  CHECKPOINT_DISABLE: "1",
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
});

async function installPackages(root) {
  const { NODE_ENV: _, ...env } = toolEnvironment();
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  // We need no install scripts: our own code restores PostgreSQL's symbolic links when it starts.
  const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  let downloaded = 0;
  const takeLine = (line) => {
    if (!line.startsWith("npm http ")) return false;
    if (/\.tgz .*cache miss/.test(line)) downloaded += 1;
    return true;
  };
  const install = (...more) =>
    runTool("npm ci", npm[0], [...npm.slice(1), ...args, "--loglevel=http", ...more], { cwd: root, env, takeLine });
  // What npm's cache knows needs no request. Should it know too little, the registry is asked for everything.
  await install("--prefer-offline").catch(() => install());
  writeStamp(root);
  return downloaded === 0 ? "all out of npm's cache" : `${downloaded} packages downloaded`;
}

async function generateClient(root) {
  const prisma = path.join(root, "node_modules", "prisma", "build", "index.js");
  const fingerprint = schemaFingerprint(root);
  await runTool("prisma generate", process.execPath, [prisma, "generate"], { cwd: root, env: toolEnvironment() });
  writeState(root, { client: fingerprint });
}

async function compile(root) {
  const fingerprint = sourcesFingerprint(root);
  const bundle = path.join(root, "shared", "launch", "bundle.mjs");
  await runTool("esbuild", process.execPath, [bundle], { cwd: root, env: process.env });
  writeState(root, { build: fingerprint });
}

function schemaFingerprint(root) {
  const schema = path.join(root, "prisma", "schema.prisma");
  if (!existsSync(schema)) return undefined;
  const hash = createHash("sha256");
  for (const file of [
    schema,
    path.join(root, "prisma.config.ts"),
    path.join(root, "node_modules/prisma/package.json"),
  ]) {
    hash.update(existsSync(file) ? readFileSync(file) : "");
  }
  return hash.digest("hex");
}

const stateFile = (root) => path.join(root, ".cache", "prepared.json");

const readState = (root) => readJson(stateFile(root)) ?? {};

function writeState(root, change) {
  mkdirSync(path.dirname(stateFile(root)), { recursive: true });
  writeFileSync(stateFile(root), JSON.stringify({ ...readState(root), ...change }));
}
