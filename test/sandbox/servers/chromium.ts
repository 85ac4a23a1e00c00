import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";
import { isRoot } from "./readable-folder.js";
import { type UnpackedBrowser, unpackBrowser, unpackFonts } from "./unpack-chromium.js";

export interface Chromium {
  executablePath: string;
  /** Variables for the renderer in addition to the caller's environment: LD_LIBRARY_PATH, FONTCONFIG_FILE, CHROMIUM_NO_SANDBOX. */
  env: Record<string, string>;
  /** Whether it can use its own sandbox here. */
  sandbox: boolean;
  args: string[];
}

type Browser = Pick<Chromium, "executablePath" | "env">;

const run = promisify(execFile);
const args = ["--disable-gpu", "--disable-dev-shm-usage"];
const packedBrowser = path.join(projectFolder, "node_modules", "@sparticuz", "chromium");

/**
 * Finds Chromium: the one of CHROMIUM_PATH, else the one inside @sparticuz/chromium (linux-x64; unpacked into .cache at the first
 * use), else Playwright's, else the system's. Where it cannot use its sandbox, `env` allows the renderer to print without.
 * @throws Error that says what to do when there is none
 */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const [browser, sandbox] = await Promise.all([findBrowser(environment), canUseSandbox(environment)]);
  return { ...browser, env: { ...browser.env, ...(!sandbox && { CHROMIUM_NO_SANDBOX: "1" }) }, sandbox, args };
}

/** As the setting says, else whether this user can make a user namespace. Root gets no sandbox from Chromium. */
async function canUseSandbox({ CHROMIUM_NO_SANDBOX }: NodeJS.ProcessEnv): Promise<boolean> {
  if (CHROMIUM_NO_SANDBOX) return CHROMIUM_NO_SANDBOX !== "1";
  if (isRoot || process.platform !== "linux") return !isRoot;
  return run("unshare", ["--user", "--map-root-user", "true"]).then(
    () => true,
    () => false,
  );
}

async function findBrowser(environment: NodeJS.ProcessEnv): Promise<Browser> {
  const given = environment.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist`);
    return withFonts(given, {}, environment);
  }
  const packaged = findPackage();
  if (packaged) {
    const browser = await unpackBrowser(packaged.packed, packaged.cache);
    return withFonts(browser.executablePath, await libraryPath(browser, environment), environment);
  }
  const installed = (await playwrightBrowser()) ?? systemBrowser(environment);
  if (installed) return withFonts(installed, {}, environment);
  throw new Error("no Chromium was found: npx playwright install chromium --only-shell, or set CHROMIUM_PATH");
}

/** The packed browser, and the cache folder of its version. Undefined on a platform where it does not run. */
function findPackage(): { packed: string; cache: string } | undefined {
  const manifest = path.join(packedBrowser, "package.json");
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return { packed: path.join(packedBrowser, "bin"), cache: path.join(projectFolder, ".cache", "chromium", version) };
}

/** Adds the packed fonts: without any system font, all text of a PDF is blank, even in web fonts. */
async function withFonts(
  executablePath: string,
  env: Record<string, string>,
  environment: NodeJS.ProcessEnv,
): Promise<Browser> {
  const packaged = findPackage();
  if (environment.FONTCONFIG_FILE || !packaged) return { executablePath, env };

  const { packed, cache } = packaged;
  const fonts = await unpackFonts(packed, cache);
  const file = path.join(cache, "fonts.conf");
  const settings = fontSettings(fonts, path.join(cache, "fontconfig"));
  if (!existsSync(file) || readFileSync(file, "utf8") !== settings) writeFileSync(file, settings);
  return { executablePath, env: { ...env, FONTCONFIG_FILE: file } };
}

const fontSettings = (fonts: string, fontCache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(fonts)}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapeXml(fontCache)}</cachedir>
</fontconfig>
`;

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Adds the packed libraries only if the system lacks some, because they hide the system's own. */
async function libraryPath(browser: UnpackedBrowser, environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { stdout } = await run("ldd", [browser.executablePath]).catch(() => ({ stdout: "not found" }));
  if (!stdout.includes("not found")) return {};
  const inherited = environment.LD_LIBRARY_PATH;
  return { LD_LIBRARY_PATH: inherited ? `${inherited}:${browser.libraries}` : browser.libraries };
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import("playwright");
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

function systemBrowser(environment: NodeJS.ProcessEnv): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = (environment.PATH ?? "").split(path.delimiter);
  return [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find((file) => existsSync(file));
}
