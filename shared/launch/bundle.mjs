// Builds the bundles of programs.mjs into dist. A step of prepare.mjs, and of `npm run build`.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundlesFile, programFile, removeOld } from "./compiled-files.mjs";
import { withoutPackages } from "./own-maps.mjs";
import { bundles, outside } from "./programs.mjs";
import { licencesOf, placesOf } from "./shipped-packages.mjs";

const require = createRequire(import.meta.url);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** What a CommonJS package expects, and a module does not have. */
const banner = [
  'import { createRequire as createRequireOfBundle } from "node:module";',
  'import { dirname as dirnameOfBundle } from "node:path";',
  'import { fileURLToPath as pathOfBundle } from "node:url";',
  "const require = createRequireOfBundle(import.meta.url);",
  "const __filename = pathOfBundle(import.meta.url);",
  "const __dirname = dirnameOfBundle(__filename);",
].join("\n");

/** The commit of the sources, where it is known: an image's build has no history, and gets it as COMMIT. */
function findCommit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}

/**
 * The metrics look for spans by this package, and load it at every start: so they have it inside. What traces loads it from outside, where
 * the packages that it belongs to find the same one.
 */
const spansOfMetrics = {
  name: "spans of metrics",
  setup: (made) =>
    made.onResolve({ filter: /^@opentelemetry\/api$/ }, ({ importer }) =>
      importer.includes(`${path.sep}prom-client${path.sep}`)
        ? { path: require.resolve("@opentelemetry/api") }
        : undefined,
    ),
};

/** Nothing is renamed and no line joined: logs name what the sources name. */
async function bundle({ folder, programs, leavesPackagesOutside = false }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs.map((program) => `${program}.ts`),
    outbase: ".",
    outdir: "dist",
    chunkNames: `${folder}/parts/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    legalComments: "none",
    define: { BUILT_FROM: JSON.stringify(commit) },
    banner: { js: banner },
    // As a module. What the package gives Node otherwise takes 0.07 s more of each start, to find the names of what it exports.
    alias: { "@prisma/client/runtime/client": "@prisma/client/runtime/client.mjs" },
    plugins: [spansOfMetrics],
    metafile: true,
    logLevel: "warning",
    ...(leavesPackagesOutside ? { packages: "external" } : { external: Object.keys(outside) }),
  });
  refuseNamelessImports(metafile);
  return metafile;
}

/**
 * A CommonJS package that a bundle imports with `import()` has none of its names, as `import` gives them: a file of ours must stand
 * between.
 */
function refuseNamelessImports({ inputs }) {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path: imported } of imports)
      if (kind === "dynamic-import" && inputs[imported]?.format === "cjs")
        throw new Error(`${file}: import() of ${imported} gives no names; import a file of ours that imports it`);
}

/** What a bundle consists of: its files, the packages inside, and those of `outside` that it loads. */
function contents({ inputs, outputs }) {
  const imported = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const isImported = (name) => imported.some((one) => one.path === name || one.path.startsWith(`${name}/`));
  return {
    files: Object.keys(outputs),
    inside: placesOf(Object.keys(inputs)),
    outside: Object.keys(outside).filter(isImported),
  };
}

const isMap = (file) => file.endsWith(".map");
const shorten = (file) => writeFileSync(file, JSON.stringify(withoutPackages(JSON.parse(readFileSync(file, "utf8")))));

const commit = findCommit();
const made = {};
for (const { ships, runs, ...one } of bundles) {
  made[one.folder] = { ships, ...contents(await bundle(one)) };
  if (runs) execFileSync(process.execPath, [programFile(root, runs)], { stdio: "inherit" });
  if (!one.leavesPackagesOutside)
    for (const file of made[one.folder].files.filter(isMap)) shorten(path.join(root, file));
}
removeOld(root, made);

const inside = [...new Set(Object.values(made).flatMap((one) => (one.ships ? one.inside : [])))].sort();
writeFileSync(path.join(root, "dist", "third-party-licences.txt"), licencesOf(root, inside));
writeFileSync(path.join(root, bundlesFile), `${JSON.stringify(made, null, 1)}\n`);
