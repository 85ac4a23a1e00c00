// Leaves in node_modules what the bundles that ship load from there, and removes everything else. Only for a folder that becomes an
// image: a clone needs it all.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { outside, outsideFiles } from "./programs.mjs";
import { placesWithNeeded } from "./shipped-packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const kept = placesWithNeeded(lock, Object.keys(outside));

clean("node_modules");
for (const [name, files] of Object.entries(outsideFiles)) keepFiles(`node_modules/${name}`, files);

/** Removes from a folder what is neither kept nor on the way to it. Inside a package, only its own node_modules is looked at. */
function clean(folder) {
  for (const name of readdirSync(path.join(root, folder))) {
    const place = `${folder}/${name}`;
    if (kept.includes(place)) {
      if (kept.some((one) => one.startsWith(`${place}/node_modules/`))) clean(`${place}/node_modules`);
      else rmSync(path.join(root, place, "node_modules"), { recursive: true, force: true });
    } else if (kept.some((one) => one.startsWith(`${place}/`))) clean(place);
    else rmSync(path.join(root, place), { recursive: true });
  }
}

/** Removes all other files of a package. */
function keepFiles(folder, files) {
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !files.includes(file)) rmSync(path.join(root, folder, file));
  }
}
