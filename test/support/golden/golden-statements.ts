import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";
import { administrationCalls } from "./administration.js";
import { batchCalls } from "./batches.js";
import { claimCalls } from "./claims.js";
import { companyCalls } from "./company.js";
import { contingencyCalls } from "./contingency.js";
import { deliveryCalls } from "./delivery.js";
import { issuingCalls } from "./issuing.js";
import { listingCalls } from "./listing.js";
import { paymentCalls } from "./payments.js";
import { type GoldenCalls, recordStatements } from "./record-statements.js";

export const goldenFolder = path.join(projectFolder, "test/integration/db/golden");

const goldenCalls: GoldenCalls = {
  ...{ ...issuingCalls, ...contingencyCalls, ...batchCalls, ...claimCalls },
  ...{ ...listingCalls, ...deliveryCalls, ...companyCalls, ...administrationCalls, ...paymentCalls },
};

/** The name of a statement that has a digest of its text in it says only its kind: its file is named by the call. */
const isDigest = (name: string) => /_[0-9a-f]{16}$/.test(name);

/**
 * The statements of all calls as they are sent, by the names of their files. A prepared one has its own name, which belongs to one text
 * alone. Any other has that of its call, with its place behind it when the call sends several.
 */
export async function recordAll(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const add = (name: string, text: string) => {
    if ((all.get(name) ?? text) !== text) throw new Error(`there are two texts of the statement ${name}`);
    all.set(name, text);
  };
  for (const [call, golden] of Object.entries(goldenCalls)) {
    const sent = await recordStatements(golden);
    if (sent.length === 0) throw new Error(`the call ${call} sends no statement`);
    const unnamed = new Set<string>();
    for (const { name, text } of sent) {
      if (name !== undefined && !isDigest(name)) add(name, text);
      else unnamed.add(text.replace(/^\/\* \w+_[0-9a-f]{16} \*\//, ""));
    }
    for (const [at, text] of [...unnamed].entries()) add(at === 0 ? call : `${call}.${at + 1}`, text);
  }
  return all;
}

/** The golden files by their names. */
export const readGolden = (): Map<string, string> =>
  new Map(
    readdirSync(goldenFolder)
      .filter((file) => file.endsWith(".sql"))
      .map((file) => [file.slice(0, -".sql".length), readFileSync(path.join(goldenFolder, file), "utf8")]),
  );
