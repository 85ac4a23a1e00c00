import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../shared/assets/assets.js";
import { compileTemplate } from "./compile-template.js";
import { compiledTemplate, templateNames } from "./template.js";

// A step of the build.
for (const name of templateNames) {
  const file = path.join(projectFolder, compiledTemplate(name));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await compileTemplate(name));
}
