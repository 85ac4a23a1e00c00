import path from "node:path";
import { isAuthorityGiven } from "../authority/authority-urls.js";
import { type KeptProvider, type PaymentProvider, startPaymentProvider } from "../payment-provider/stand-in.js";
import type { Launcher } from "./launcher.js";
import type { Services } from "./process-environment.js";
import { step } from "./progress.js";
import { readStored, sandboxPaths } from "./sandbox-folder.js";
import { type Chromium, findChromium } from "./servers/chromium.js";
import { startPostgres } from "./servers/embedded-postgres.js";
import { startRedis } from "./servers/embedded-redis.js";
import { findFreePort, isPortFree } from "./servers/free-port.js";
import { startMailCatcher } from "./servers/mail-catcher.js";
import { startSimulator } from "./simulator.js";
import { writeWhole } from "./write-whole.js";

export interface StartedServices extends Services {
  chromium: Chromium;
  /** The mail catcher's page; null when SMTP_URL is given. */
  mailbox: string | null;
  /** The stand-in of the payment provider; null when PAYMENTS is given. */
  payments: PaymentProvider | null;
}

type Given = Record<string, string>;

/**
 * Starts in parallel all services that the four processes need. A service that the environment gives is used instead.
 * @param origin where the application will answer
 */
export async function startServices(launcher: Launcher, given: Given, origin: string): Promise<StartedServices> {
  const [databaseUrl, redisUrl, chromium, mail, payments, authorityUrl] = await Promise.all([
    step("PostgreSQL", () => openPostgres(launcher, given.DATABASE_URL), fromEnvironment(given.DATABASE_URL)),
    step("Redis", () => openRedis(launcher, given.REDIS_URL), fromEnvironment(given.REDIS_URL)),
    step("Chromium", () => findChromium(given), fromEnvironment(given.CHROMIUM_PATH)),
    step("mail catcher", () => openMail(launcher, given.SMTP_URL), fromEnvironment(given.SMTP_URL)),
    step("payment provider", () => openPayments(launcher, given, origin), fromEnvironment(given.PAYMENTS)),
    step(
      "tax authority",
      () => openAuthority(launcher, given),
      (url) => (url === null ? "given" : "simulated"),
    ),
  ]);
  return { databaseUrl, redisUrl, chromium, ...mail, payments, authorityUrl };
}

const fromEnvironment = (value: string | undefined) => () => (value === undefined ? "" : "given");

async function openPostgres(launcher: Launcher, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const folder = sandboxPaths.postgres;
  const port = await findFreePort();
  const { url } = await launcher.keep({
    name: "PostgreSQL",
    stage: "postgres",
    signal: "SIGINT",
    start: (onSpawn) => startPostgres({ folder, port, onSpawn }),
    logFile: path.join(folder, "server.log"),
  });
  return url;
}

async function openRedis(launcher: Launcher, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const folder = sandboxPaths.redis;
  const port = await findFreePort();
  const { url } = await launcher.keep({
    name: "Redis",
    stage: "redis",
    start: (onSpawn) => startRedis({ folder, port, onSpawn }),
    logFile: path.join(folder, "server.log"),
  });
  return url;
}

async function openMail(launcher: Launcher, given: string | undefined) {
  if (given !== undefined) return { smtpUrl: given, mailbox: null };
  const catcher = await startMailCatcher({ folder: sandboxPaths.mail });
  launcher.onStop("outside", catcher.stop);
  return { smtpUrl: catcher.smtpUrl, mailbox: catcher.url };
}

async function openPayments(launcher: Launcher, given: Given, origin: string): Promise<PaymentProvider | null> {
  if (given.PAYMENTS !== undefined) return null;
  const provider = await startKeptProvider(origin);
  launcher.onStop("outside", async () => provider[Symbol.asyncDispose]());
  return provider;
}

async function openAuthority(launcher: Launcher, given: Given): Promise<string | null> {
  if (isAuthorityGiven(given)) return null;
  const port = await findFreePort();
  const { url } = await launcher.keep({
    name: "authority",
    stage: "outside",
    start: (onSpawn) => startSimulator(port, given, onSpawn),
  });
  return url;
}

/**
 * Starts the stand-in of the payment provider. What was paid stays between starts, and so does its port, if it is free: a page to pay on is
 * kept for a day.
 * @param origin where people reach the application, and notifications go
 */
async function startKeptProvider(origin: string): Promise<PaymentProvider> {
  const kept = readStored<KeptProvider>(sandboxPaths.payments);
  const port = kept && (await isPortFree(kept.port)) ? kept.port : 0;
  return startPaymentProvider({
    ...{ kept, port, notifyAt: origin },
    onChange: (changed) => writeWhole(sandboxPaths.payments, JSON.stringify(changed)),
  });
}
