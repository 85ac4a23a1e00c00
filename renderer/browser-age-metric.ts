import { Gauge } from "prom-client";
import { ageOfBrowser } from "../shared/process/browser-age.js";

/** Tells among the metrics how old the browser is that prints. Without a sample when its file cannot be looked at. */
export function tellAge(file: string): void {
  new Gauge({
    name: "talonario_chromium_age_seconds",
    help: "Seconds since the Chromium that prints was built",
    async collect() {
      const age = await ageOfBrowser(file, Date.now());
      if (age === undefined) this.reset();
      else this.set(age);
    },
  });
}
