// npm run sbom: writes what ships into dist/, inside a bundle or beside it, and ends with 1 when a licence may not ship. Needs nothing
// but npm, node_modules and the bundles.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder, readAsset } from "../assets/assets.js";
import { readBundles } from "../launch/compiled-files.mjs";
import { outside } from "../launch/programs.mjs";
import { placesWithNeeded } from "../launch/shipped-packages.mjs";
import { judgeLicences } from "./licences.js";
import { type Lock, onlyShipped, type SoftwareBill } from "./only-shipped.js";

const options = { cwd: projectFolder, encoding: "utf8", maxBuffer: 64 * 1_048_576 } as const;
const all = JSON.parse(execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], options)) as SoftwareBill;
const lock = JSON.parse(readAsset("package-lock.json")) as Lock;
const shippedBundles = Object.values(readBundles(projectFolder)).filter(({ ships }) => ships);
const inside = [...new Set(shippedBundles.flatMap((bundle) => bundle.inside))];
const beside = placesWithNeeded(lock, Object.keys(outside)).filter((place) => !inside.includes(place));
const bill = onlyShipped(all, lock, [...inside, ...beside]);
const reasons = JSON.parse(readAsset("shared/deploy/licences.json")) as Record<string, string>;

const rows = judgeLicences(bill.components, reasons);
const needless = Object.keys(reasons).filter((name) => !rows.some((row) => row.name === name && row.reason));
const flagged = rows.filter(({ isFlagged }) => isFlagged);
const table = rows.map(({ name, version, licence, reason = "" }) =>
  [name, version, licence, reason].join("\t").trimEnd(),
);

const folder = path.join(projectFolder, "dist");
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(path.join(folder, "licences.txt"), `${table.join("\n")}\n`);

console.log(
  `${rows.length} packages ship, ${inside.length} of them inside bundles, the others in node_modules: dist/sbom.cdx.json, dist/licences.txt`,
);
for (const { name, version, licence } of flagged) {
  console.log(
    `  ${name} ${version}: may a package of licence "${licence}" ship? If so, say why in shared/deploy/licences.json`,
  );
}
for (const name of needless) console.log(`  ${name}: needs no reason in shared/deploy/licences.json any more`);
process.exitCode = flagged.length + needless.length > 0 ? 1 : 0;
