import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The places of the packages that these files belong to, as package-lock.json names them: `node_modules/zod`. Sorted. */
export function placesOf(files) {
  const places = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(places)].sort();
}

/**
 * The places of these packages and of all that they need, by package-lock.json. Without what is optional: that is native code,
 * which an image has no use for.
 */
export function placesWithNeeded({ packages }, names) {
  const found = new Set();
  const add = (name, from) => {
    const place = findPlace(packages, name, from);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    for (const needed of Object.keys(packages[place].dependencies ?? {})) add(needed, place);
  };
  for (const name of names) add(name, "");
  return [...found].sort();
}

/** Where a package at this place finds another one: in its own node_modules, or in those of the folders above. */
function findPlace(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = path.posix.join(folder, "node_modules", name);
    const { optional, devOptional } = packages[place] ?? {};
    if (packages[place]) return optional || devOptional ? undefined : place;
    if (folder === "") return undefined;
  }
}

/** The licences of the packages at these places, word for word, as they ask for when they are passed on. */
export function licencesOf(root, places) {
  const texts = places.map((place) => {
    const folder = path.join(root, place);
    const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const whole = files.sort().map((file) => readFileSync(path.join(folder, file), "utf8").trim());
    const short = [license, author?.name ?? author].filter((part) => typeof part === "string").join(", ");
    return `${name} ${version}\n\n${whole.join("\n\n") || short}\n`;
  });
  return texts.join(`\n${"-".repeat(78)}\n\n`);
}
