// npm run openapi [BEFORE.json]: writes the OpenAPI document of this version into dist/, as a release has it. With that of the release before,
// tells each change that may break a client, and ends with 1 where this version promises that there is none.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder, readAsset } from "../../shared/assets/assets.js";
import { type ComparedDocument, findBreakingChanges, mayBreak } from "./breaking-changes.js";
import { openApiDocument } from "./docs.js";

const { version } = JSON.parse(readAsset("package.json")) as { version: string };
const made = openApiDocument("", undefined, "en");
const document = { ...made, info: { ...made.info, version } };
const file = path.join(projectFolder, "dist", "openapi.json");
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(path.relative(projectFolder, file));

const [given] = process.argv.slice(2);
if (given && existsSync(given)) {
  const before = JSON.parse(readFileSync(given, "utf8")) as ComparedDocument;
  const changes = findBreakingChanges(before, document as unknown as ComparedDocument);
  for (const change of changes) console.log(`  ${change}`);
  const isAllowed = mayBreak(before.info.version, version);
  console.log(`${changes.length} changes since ${before.info.version} may break a client`);
  if (changes.length > 0 && !isAllowed) {
    console.error(`${version} promises none: give it the next ${version.startsWith("0.") ? "second" : "first"} number`);
    process.exitCode = 1;
  }
} else console.log("no document of a release before: nothing to compare");
