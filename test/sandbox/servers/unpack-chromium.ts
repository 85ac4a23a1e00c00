import { execFile } from "node:child_process";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";

const run = promisify(execFile);

export interface UnpackedBrowser {
  executablePath: string;
  /** The folder with libraries that a minimal system lacks. */
  libraries: string;
}

/** Unpacks the browser and its libraries, once per cache folder. It takes 3 seconds and 190 MB. */
export async function unpackBrowser(packed: string, cache: string): Promise<UnpackedBrowser> {
  const folder = await makeOnce(path.join(cache, "browser"), async (unfinished) => {
    await Promise.all([
      unpackFile(path.join(packed, "chromium.br"), path.join(unfinished, "chromium")),
      unpackArchive(path.join(packed, "al2023.tar.br"), unfinished),
    ]);
    chmodSync(path.join(unfinished, "chromium"), 0o755);
  });
  return { executablePath: path.join(folder, "chromium"), libraries: path.join(folder, "lib") };
}

/** Unpacks the fonts, once per cache folder, and gives their folder. */
export const unpackFonts = (packed: string, cache: string): Promise<string> =>
  makeOnce(path.join(cache, "fonts"), (unfinished) => unpackArchive(path.join(packed, "fonts.tar.br"), unfinished));

/** Fills a temporary folder and renames it. So the folder is always complete, even if two processes make it. */
async function makeOnce(folder: string, fill: (unfinished: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-unfinished-`);
  try {
    await fill(unfinished);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const unpackFile = (packed: string, target: string): Promise<void> =>
  pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(target));

async function unpackArchive(packed: string, folder: string): Promise<void> {
  // Through a file: tar stops reading at the end mark of the archive, which would break a pipe that still holds padding.
  const archive = path.join(folder, path.basename(packed, ".br"));
  await unpackFile(packed, archive);
  await run("tar", ["-x", "--no-same-owner", "-f", archive, "-C", folder]);
  rmSync(archive);
}
