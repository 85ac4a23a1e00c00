import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";

/** The result of a row of the fault matrix in this run. */
export interface FaultResult {
  row: number;
  fault: string;
  check: string;
  passed: boolean;
}

/** Holds one file per row, because test files run in separate processes. */
export const resultsFolder = path.join(projectFolder, ".cache", "fault-rows");
