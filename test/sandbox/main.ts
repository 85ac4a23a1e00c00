import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { createOwner } from "../../shared/db/migrate/create-owner.js";
import { migrate } from "../../shared/db/migrate/migrate.js";
import { claimLock } from "../../shared/launch/process-lock.mjs";
import { openDemo } from "./demo-keys.js";
import { describeSandbox, writeDescription } from "./description.js";
import { type Launcher, openLauncher } from "./launcher.js";
import { loadMadePadron } from "./made-padron.js";
import { drawPanel } from "./panel.js";
import { sharedEnvironment } from "./process-environment.js";
import { openProcessRoles } from "./process-roles.js";
import { startProcesses } from "./processes.js";
import { muteSteps, say, step } from "./progress.js";
import { openSecrets, prepareSandboxFolder, removeDescription, sandboxPaths } from "./sandbox-folder.js";
import { startServices } from "./services.js";
import { readSettings, type Settings, UsageError } from "./settings.js";
import { stopRequest } from "./stop-requests.js";
import { untilWatchdogEnded } from "./watchdog.js";
import { writeWhole } from "./write-whole.js";

// The terminal may close before this process ends.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const lock = claimLock(sandboxPaths.lock);
if (lock.holder) {
  console.error(`This clone's sandbox is already running, as process ${lock.holder.pid}. Stop it first, or use it:`);
  console.error(existsSync(sandboxPaths.panel) ? readFileSync(sandboxPaths.panel, "utf8") : "(it is still starting)");
  process.exit(1);
}

let launcher: Launcher | undefined;
const stopRequested = stopRequest(() => {
  launcher?.kill();
  process.exit(130);
});

let exitCode = 0;
try {
  await untilWatchdogEnded(sandboxPaths.watchdog);
  const settings = await readSettings(process.argv.slice(2), process.env);
  prepareSandboxFolder(settings.reset);
  launcher = openLauncher();
  const running = run(launcher, settings);
  // After a stop request, the interrupted start fails later. That error does not matter.
  running.catch(() => undefined);
  await Promise.race([running, stopRequested]);
  await stopRequested;
} catch (error) {
  exitCode = 1;
  console.error(`\n${explain(error)}\n`);
}
if (launcher) await stopEverything(launcher);
lock.release();
process.exit(exitCode);

async function run(started: Launcher, settings: Settings): Promise<void> {
  const { given } = settings;
  const begun = performance.now();
  const secrets = openSecrets();
  const services = await startServices(started, given, `http://127.0.0.1:${settings.port}`);
  const { databaseUrl, authorityUrl } = services;
  const isGiven = given.DATABASE_URL !== undefined;
  await step(
    "migrations",
    async () => {
      if (!isGiven) await createOwner(databaseUrl);
      return migrate(databaseUrl);
    },
    (applied) => (applied.length === 0 ? "" : `${applied.length} applied`),
  );
  const shared = await sharedEnvironment(settings, secrets, services);
  // A given database may belong to somebody who may not create roles.
  const databaseUrlOf = isGiven ? () => databaseUrl : await openProcessRoles(databaseUrl, secrets.secretKey);
  const { SEALING_KEY: sealingKey } = shared;
  const { executablePath, sandbox } = services.chromium;
  const environment = { ...shared, CHROMIUM_PATH: executablePath, ...(!sandbox && { CHROMIUM_NO_SANDBOX: "1" }) };
  writeWhole(sandboxPaths.environment, JSON.stringify(environment));

  let describe: (() => void) | undefined;
  const onRestart = () => describe?.();
  const [keys, running] = await Promise.all([
    step("demo company", () => openDemo({ databaseUrl, isGiven, sealingKey, authorityUrl })),
    startProcesses({
      launcher: started,
      settings,
      shared,
      databaseUrlOf,
      chromium: services.chromium,
      onRestart,
    }),
  ]);
  await step("padrón of SIRCIP", () => loadMadePadron(databaseUrl));
  const description = () =>
    describeSandbox({ environment: shared, services, mailbox: services.mailbox, keys, ...running });
  describe = () => writeDescription(description());
  describe();

  const notes = settings.isOtherPort ? [`Port 3000 is taken; this sandbox uses ${settings.port}.`] : [];
  const logs = path.relative(projectFolder, sandboxPaths.logs);
  const panel = drawPanel(description(), logs, notes, Date.now());
  writeWhole(sandboxPaths.panel, panel);
  say(`  ready in ${((performance.now() - begun) / 1000).toFixed(1)} s\n\n${panel}`);
}

async function stopEverything(started: Launcher): Promise<void> {
  const begun = performance.now();
  say("\n  stopping");
  muteSteps();
  removeDescription();
  await started.stop();
  say(`  stopped in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** A usage error in one line. Any other error with its cause. */
function explain(error: unknown): string {
  if (error instanceof UsageError || !(error instanceof Error))
    return String(error instanceof Error ? error.message : error);
  const reason = error.cause instanceof Error ? error.cause.message : "";
  const cause = error.message.includes(reason) ? "" : `\n  because: ${reason}`;
  return `The sandbox could not start: ${error.message}${cause}`;
}
