import type { SystemOptions } from "../../support/processes/open-system.js";
import { type OtherHost, type ProcessName, serviceOf } from "../../support/processes/service-processes.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { insideOf } from "./hosts.js";
import { type HostPlace, outsideAddress } from "./network.js";
import { primaryUrl } from "./settings.js";

/** What runs on each host. Renderers only where the run is long enough for Chromium. */
export function processesOf(hasChromium: boolean): Record<string, ProcessName[]> {
  const printing = (name: ProcessName): ProcessName[] => (hasChromium ? [name] : []);
  return {
    a: ["api", "issuer", "mailer", ...printing("renderer")],
    b: ["api-2", "issuer-2", "mailer-2", ...printing("renderer-2")],
    c: ["api-3", "issuer-3"],
  };
}

/** Long enough for a sale to wait for another primary, and for a caller to hear when it cannot. */
const times = { TAXAUTH_TIMEOUT_MS: "5000", LOCK_WAIT_MS: "10000", REQUEST_TIMEOUT_MS: "25000" };

/** Each process reaches the primary by the proxy of its own host, Redis by its Sentinels, and the authority outside. */
export function systemOptions(
  places: HostPlace[],
  byHost: Record<string, ProcessName[]>,
  redisUrl: string,
): SystemOptions {
  const hosts: Partial<Record<ProcessName, OtherHost>> = {};
  const processEnv: Partial<Record<ProcessName, Record<string, string>>> = {};
  for (const place of places)
    for (const name of byHost[place.name] ?? []) {
      hosts[name] = { command: insideOf(place), address: place.address, servers: outsideAddress };
      processEnv[name] = { DATABASE_URL: asProcess(primaryUrl, serviceOf(name)), REDIS_URL: redisUrl };
    }
  return { processes: Object.values(byHost).flat(), hosts, processEnv, env: times };
}
