import type { ProcessName, Services } from "./process-environment.js";
import { sandboxPaths } from "./sandbox-folder.js";
import type { Keys } from "./seed-demo.js";
import { writeWhole } from "./write-whole.js";

/** `.sandbox/sandbox.json`. Source: test/sandbox/README.md. */
export interface Description {
  baseUrl: string;
  company: "demo";
  keys: Keys["keys"];
  pointsOfSale: number[];
  mono: { keys: Keys["keys"]; pointsOfSale: number[] };
  /** Who signs in to the web application there: the owner of `company`. */
  app: { url: string; email: string; password: string };
  board: { url: string; user: string; password: string };
  docs: string;
  openapi: string;
  /** Null when SMTP_URL is given. */
  mailbox: string | null;
  authority: { url: string; control: string } | null;
  /** The stand-in of the payment provider, and the test key of `operador`, which bills. Null when PAYMENTS is given. */
  payments: { url: string; key: string } | null;
  databaseUrl: string;
  redisUrl: string;
  processes: Record<ProcessName, number>;
  metrics: Record<Exclude<ProcessName, "api">, string>;
}

export interface DescribedSandbox {
  environment: Record<string, string>;
  services: Services;
  mailbox: string | null;
  keys: Keys;
  processes: Record<ProcessName, number>;
  metricsPorts: Record<Exclude<ProcessName, "api">, number>;
}

export function describeSandbox(sandbox: DescribedSandbox): Description {
  const { environment, services, keys, metricsPorts } = sandbox;
  const origin = `http://127.0.0.1:${environment.PORT}`;
  const metricsUrl = (port: number) => `http://127.0.0.1:${port}/metrics`;
  return {
    baseUrl: `${origin}${(environment.BASE_PATH ?? "").replace(/\/+$/, "")}`,
    company: "demo",
    keys: keys.keys,
    pointsOfSale: [1, 2, 3],
    mono: { keys: keys.mono.keys, pointsOfSale: [1] },
    app: { url: `${origin}/app`, ...keys.app },
    board: { url: `${origin}/board`, user: environment.BOARD_USER ?? "", password: environment.BOARD_PASSWORD ?? "" },
    docs: `${origin}/docs`,
    openapi: `${origin}/openapi.json`,
    mailbox: sandbox.mailbox,
    authority:
      services.authorityUrl === null
        ? null
        : { url: services.authorityUrl, control: `${services.authorityUrl}/control` },
    payments: services.payments && { url: services.payments.url, key: keys.operador?.keys.test ?? "" },
    databaseUrl: services.databaseUrl,
    redisUrl: services.redisUrl,
    processes: sandbox.processes,
    metrics: {
      issuer: metricsUrl(metricsPorts.issuer),
      renderer: metricsUrl(metricsPorts.renderer),
      mailer: metricsUrl(metricsPorts.mailer),
    },
  };
}

export const writeDescription = (description: Description): void =>
  writeWhole(sandboxPaths.description, `${JSON.stringify(description, undefined, 2)}\n`);
