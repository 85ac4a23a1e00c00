import { mkdirSync } from "node:fs";
import { type CertificateAuthority, openCertificateAuthority } from "./certificate-authority.js";
import { type Environment, type EnvironmentName, environmentNames, openEnvironment } from "./environment.js";
import { createFaultBook, type FaultBook } from "./faults.js";
import { createRequestLog, type RequestLog } from "./request-log.js";
import { defaultSettings, type Settings } from "./settings.js";

/** The simulator's state. The services and the control routes work on it. */
export type World = {
  settings: Settings;
  environments: Record<EnvironmentName, Environment>;
  faults: FaultBook;
  /** The number of calls received, by "environment operation". */
  calls: Map<string, number>;
  requests: RequestLog;
  certificates: () => Promise<CertificateAuthority>;
  now: () => Date;
};

export function openWorld(
  folder: string | undefined,
  settings: Partial<Settings> = {},
  certificatesFolder = folder,
): World {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const [homologation, production] = environmentNames;
  let certificates: Promise<CertificateAuthority> | undefined;
  const world: World = {
    settings: { ...defaultSettings, ...settings },
    environments: {
      homologation: openEnvironment(homologation, folder),
      production: openEnvironment(production, folder),
    },
    faults: createFaultBook(),
    calls: new Map(),
    requests: createRequestLog(),
    certificates: () => {
      certificates ??= openCertificateAuthority(certificatesFolder);
      return certificates;
    },
    now: () => new Date(Date.now() + world.settings.clockOffsetMs),
  };
  return world;
}

export function closeWorld(world: World): void {
  for (const { ledger, decisions, codes } of Object.values(world.environments)) {
    ledger.close();
    decisions.close();
    codes.close();
  }
}
