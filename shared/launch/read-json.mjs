import { readFileSync } from "node:fs";

/** What one of our JSON files holds. Undefined when it is not there, or only begun. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
