import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, inject, test } from "vitest";
import { programFile, projectFolder } from "../../../shared/assets/assets.js";
import { findChromium } from "../../sandbox/servers/chromium.js";
import { isReachableByAll, isRoot, nobody } from "../../sandbox/servers/readable-folder.js";

const run = promisify(execFile);
const toRemove: string[] = [];
afterEach(() => {
  for (const folder of toRemove.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Prints one page as the user "nobody" if this is root. `before` is a command that starts it. */
async function printWith(sandbox: boolean, before: string[] = []) {
  const { executablePath, env } = await findChromium();
  const [command = "", ...args] = [...before, process.execPath, programFile("test/support/processes/print-one-main")];
  const given = { PATH: process.env.PATH, HOME: tmpdir(), ...env };
  const user = isRoot ? nobody : {};
  const done = await run(command, [...args, executablePath, `${sandbox}`], { cwd: projectFolder, env: given, ...user });
  return JSON.parse(done.stdout) as { uid: number; pdf: string; deepest: number };
}

const onlyRoot = isRoot && !isReachableByAll(projectFolder);
const hasNamespaces = await run("unshare", ["--user", "--map-root-user", "true"], isRoot ? nobody : {}).then(
  () => !onlyRoot,
  () => false,
);

test.skipIf(!hasNamespaces)("with its sandbox, Chromium shows pages in a process namespace of their own", async () => {
  expect(await printWith(true)).toMatchObject({ pdf: "%PDF-", deepest: expect.toSatisfy((depth) => depth > 1) });
  expect(await printWith(false)).toMatchObject({ pdf: "%PDF-", deepest: 1 });
});

const without = ["unshare", "--user", "--map-user=1000", "--keep-caps", "sh", "-c"];
const emptied = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" "$@"';

test.skipIf(!hasNamespaces)(
  "where the system allows no user namespaces, nothing is printed until the setting allows it",
  async () => {
    const refused = await printWith(true, [...without, emptied]).catch((error) => error.stderr as string);
    expect(refused).toContain("NoSandboxError: Chromium cannot use its sandbox: this system does not allow it");
    expect(refused).toContain("CHROMIUM_NO_SANDBOX=1");
    expect(await printWith(false, [...without, emptied])).toMatchObject({ pdf: "%PDF-" });
  },
);

/** What the doctor says of the browser, asked as the user "nobody" if this is root. */
async function examineChromium(before: string[] = [], setting: Record<string, string> = {}) {
  const { executablePath, env } = await findChromium();
  const { CHROMIUM_NO_SANDBOX: _, ...given } = env;
  const [command = "", ...args] = [...before, process.execPath, "dist/api/admin/main.js", "doctor", "--json"];
  const options = { ...given, PATH: process.env.PATH, CHROMIUM_PATH: executablePath, ...setting };
  const done = run(command, args, { cwd: projectFolder, env: options, ...(isRoot ? nobody : {}) });
  const { stdout } = await done.catch((error) => error as { stdout: string });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
  return checks.find(({ name }) => name === "chromium");
}

test.skipIf(!hasNamespaces)(
  "the doctor starts Chromium as the renderer does, and sees where it has no sandbox",
  async () => {
    expect(await examineChromium()).toMatchObject({
      ok: true,
      detail: expect.stringContaining("starts in its sandbox"),
    });
    expect(await examineChromium([...without, emptied])).toMatchObject({
      ok: false,
      detail: expect.stringContaining("max_user_namespaces is 0"),
    });
    expect(await examineChromium([...without, emptied], { CHROMIUM_NO_SANDBOX: "1" })).toMatchObject({
      ok: true,
      detail: expect.stringContaining("without its sandbox"),
    });
  },
);

test.skipIf(!hasNamespaces)(
  "the doctor sees that Chromium has no sandbox where no switch of the system says so",
  async () => {
    const root = mkdtempSync(path.join(tmpdir(), "talonario-root-"));
    chmodSync(root, 0o755);
    toRemove.push(root);
    // Linux makes no user namespace for a process in a folder of its own.
    const apart = ["unshare", "--user", "--map-user=1000", "--keep-caps", "--mount", "sh", "-c"];
    const enter = `mount --rbind / ${root} && exec chroot ${root} sh -c 'cd ${projectFolder} && exec "$0" "$@"' "$0" "$@"`;
    expect(await examineChromium([...apart, enter])).toMatchObject({
      ok: false,
      detail: expect.stringContaining("no sandbox"),
    });
  },
);

test.skipIf(!isRoot)("the renderer does not start as root, and its log says what to do", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-renderer-"));
  toRemove.push(folder);
  const { executablePath, env } = await findChromium();
  const { CHROMIUM_NO_SANDBOX: _, ...given } = env;
  const settings = { DATABASE_URL: inject("postgresUrl"), REDIS_URL: inject("redisUrl") };
  const ended = await run(process.execPath, ["dist/renderer/main.js"], {
    cwd: projectFolder,
    env: { ...given, ...settings, CHROMIUM_PATH: executablePath, PDF_STORAGE_URL: `file:${folder}` },
  }).catch((error) => error as { code: number; stdout: string });
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining("it has none as root") });
  expect(ended.stdout).toContain("CHROMIUM_NO_SANDBOX=1");
});
