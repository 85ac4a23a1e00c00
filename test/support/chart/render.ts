import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import type { ChartObject } from "./objects.js";

export const chartFolder = path.join(projectFolder, "shared", "deploy", "chart");

export interface Given {
  /** Files of the chart's folder `examples`. */
  examples?: readonly string[];
  values?: unknown;
  args?: readonly string[];
}

/** Runs Helm on the chart with these values. @throws with what Helm says */
async function run(helm: string, command: string[], { examples = [], values = {}, args = [] }: Given): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-chart-"));
  try {
    const file = path.join(folder, "values.yaml");
    // JSON is YAML, too.
    writeFileSync(file, JSON.stringify(values));
    const files = [...examples.map((name) => path.join(chartFolder, "examples", name)), file];
    const given = [...command, chartFolder, ...files.flatMap((one) => ["--values", one]), ...args];
    const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
    const { stdout } = await promisify(execFile)(helm, given, { env, maxBuffer: 2 ** 26 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function renderChart(helm: string, given: Given): Promise<ChartObject[]> {
  const text = await run(helm, ["template", "talonario"], given);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJS() as ChartObject | null;
    return object === null ? [] : [object];
  });
}

/** What `helm lint --strict` says. @throws with it, when there is any fault */
export const lintChart = (helm: string, given: Given): Promise<string> => run(helm, ["lint", "--strict"], given);
