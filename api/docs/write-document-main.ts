import { writeFileSync } from "node:fs";
import { bothLanguages } from "./docs.js";
import { documentFile } from "./made-document.js";

// A step of the build.
writeFileSync(documentFile, JSON.stringify(bothLanguages()));
