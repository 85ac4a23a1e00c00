import { createRequire } from "node:module";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { installPackages } from "./install-packages.js";

/** Packages that only single tests and benchmarks need, with a lock file of their own. */
export const toolsFolder = path.join(projectFolder, "test", "tools");

/** Installs them, unless they are there. Gives false when the package registry cannot be reached. */
export const installTools = (): Promise<boolean> => installPackages(toolsFolder);

export const requireTool = createRequire(path.join(toolsFolder, "package.json"));
