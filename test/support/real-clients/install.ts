import { createRequire } from "node:module";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";
import { installPackages } from "../install-packages.js";

const folder = path.join(projectFolder, "test", "clients");

/** Installs the published clients. Gives false when the package registry cannot be reached. */
export const installClients = (): Promise<boolean> => installPackages(folder);

/** Loads a package of the folder, or a file of one. The type is unchecked: the caller states it. */
export const loadClient = <Module>(name: string): Module =>
  createRequire(path.join(folder, "package.json"))(name) as Module;
