import path from "node:path";
import { projectFolder } from "../../../shared/assets.js";

/** A row of the fault matrix as it went in this run. */
export interface FaultResult {
  row: number;
  fault: string;
  check: string;
  passed: boolean;
}

/** One file per row that was run: test files run in processes of their own. */
export const resultsFolder = path.join(projectFolder, ".cache", "fault-rows");
