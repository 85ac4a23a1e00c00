import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { migrationNames } from "../../shared/db/migrate/migrate.js";

/** A line of `prisma/migrations.sha256`, as sha256sum writes and checks it from its folder. */
interface Published {
  name: string;
  sha256: string;
}

/** A name that occurs twice is read twice: then one of both is wrong. */
export const readPublished = (list: string): Published[] =>
  [...list.matchAll(/^([0-9a-f]{64}) {2}migrations\/([^/\n]+)\/migration\.sql$/gm)].map(
    ([, sha256 = "", name = ""]) => ({ name, sha256 }),
  );

const writeLine = ({ name, sha256 }: Published) => `${sha256}  migrations/${name}/migration.sql\n`;

const hashIn = (folder: string, name: string) =>
  createHash("sha256")
    .update(readFileSync(path.join(folder, name, "migration.sql")))
    .digest("hex");

/** What is wrong with the migrations of this folder, by the list of those that are published. */
export function faultsOf(folder: string, list: string): string[] {
  const published = readPublished(list);
  const here = migrationNames(folder);
  const listed = new Set(published.map(({ name }) => name));
  const last = published.at(-1)?.name ?? "";
  return [
    ...published.flatMap(({ name, sha256 }) => {
      if (!here.includes(name)) return [`${name} is published and missing: bring it back`];
      return hashIn(folder, name) === sha256
        ? []
        : [`${name} is published and was edited: bring it back, and write another migration`];
    }),
    ...here.flatMap((name) => {
      if (listed.has(name)) return [];
      return name < last
        ? [`${name} is new and comes before ${last}, which is published: give it a later name`]
        : [`${name} is not listed yet: UPDATE_MIGRATIONS=1 npm test -- --project unit published-migrations`];
    }),
  ];
}

/** The list with the folders that it lacks. A line that is there stays as it is, so an edited migration stays a fault. */
export function withNewFolders(folder: string, list: string): string {
  const listed = new Set(readPublished(list).map(({ name }) => name));
  const added = migrationNames(folder).filter((name) => !listed.has(name));
  return list + added.map((name) => writeLine({ name, sha256: hashIn(folder, name) })).join("");
}
