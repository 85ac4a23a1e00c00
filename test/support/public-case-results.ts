import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";

/** A case out of a public report of this field: what somebody sent, what is right, and where the rule stands. */
export interface PublicCase {
  /** Cases of one kind have one cause: they stand together in the table. */
  kind: string;
  sent: string;
  right: string;
  /** The page and section that says so. */
  rule: string;
}

export interface PublicCaseResult extends PublicCase {
  passed: boolean;
}

/** Holds one file per case, because test files run in separate processes. */
export const resultsFolder = path.join(projectFolder, ".cache", "public-cases");
