import { spawnSync } from "node:child_process";
import { projectFolder } from "../assets/assets.js";
import { readAudit } from "./advisories.js";

// `npm run advisories`: compares package-lock.json with the advisories that the registry knows. Exit code 0: none. 1: some. 3: no
// registry answered, so nothing is known.

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: projectFolder,
  encoding: "utf8",
  maxBuffer: 64 * 1_048_576,
  timeout: 120_000,
});
const verdict = readAudit(stdout ?? "");
switch (verdict.outcome) {
  case "clean":
    console.log(`No advisory names one of the ${verdict.packages} packages that ship.`);
    break;
  case "found":
    console.error(["Packages that ship have advisories:", ...verdict.advisories].join("\n"));
    process.exitCode = 1;
    break;
  case "unanswered":
    console.error(`NOT CHECKED: no registry answered with advisories (${verdict.reason}).`);
    process.exitCode = 3;
}
