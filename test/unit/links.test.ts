import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

const folders = [".github", "api", "issuer", "mailer", "prisma", "renderer", "shared", "test"];
const pages = [
  ...readdirSync(projectFolder),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      path.posix.join(folder, name),
    ),
  ),
].filter((name) => name.endsWith(".md") && !/(^|\/)(generated|node_modules|output|dist)\//.test(name));
const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** The names that a link to a part of the page may use. */
const partsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(pages)("every link of %s leads to a file that is there, and to a part of it", (page) => {
  const links = [...read(page).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)].map(([, link = ""]) => link);
  const wrong = links.filter((link) => {
    const [file = "", part] = link.split("#");
    const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
    if (!existsSync(path.join(projectFolder, target))) return true;
    return part !== undefined && target.endsWith(".md") && !partsOf(target).includes(part);
  });
  expect(wrong).toEqual([]);
});
