import { Gauge } from "prom-client";
import { commit, version } from "../assets/version.js";

/** Tells among the metrics which version runs: a graph of it shows when one was replaced. */
export function tellBuild(): void {
  new Gauge({
    name: "talonario_build_info",
    help: "1, for the version and the commit that run",
    labelNames: ["version", "commit"],
  }).set({ version, commit }, 1);
}
