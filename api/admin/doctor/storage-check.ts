import { randomUUID } from "node:crypto";
import { mkdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { folderOf, openStorage } from "../../../shared/storage/open-storage.js";
import { loginName } from "../operator-name.js";
import { type Check, failed, passed, reasonOf } from "./check.js";

/** Whether files can be written, read and removed in the storage of PDFs and logos. Nothing is left behind. */
export async function checkStorage(url: string): Promise<Check> {
  const name = "storage";
  const folder = folderOf(url);
  const where = folder ? `${url}, ${whoLooks()}` : url;
  const key = `doctor-${randomUUID()}.txt`;
  let made: string | undefined;
  try {
    made = folder && (await mkdir(folder, { recursive: true }));
    const storage = openStorage(url);
    await storage.write(key, Buffer.from(key));
    const kept = await storage.read(key).finally(() => storage.remove(key));
    if (kept.toString() !== key) throw new Error("the file read back differs from the file written");
    const open = folder && !made && (await isOpenToAll(folder));
    if (open) return failed(name, `every user of this host may look into ${folder}`, `chmod o= ${folder}`);
    return passed(name, where);
  } catch (error) {
    const fix = "Let the service's user write there, or set PDF_STORAGE_URL elsewhere.";
    return failed(name, `${where}: ${reasonOf(error)}`, fix);
  } finally {
    if (folder && made) await removeMade(folder, made);
  }
}

/** What root may do says nothing of the processes, which should not run as root. */
function whoLooks(): string {
  const isRoot = process.getuid?.() === 0;
  return `as ${loginName()}${isRoot ? "; whether the service's user may write there, that does not tell" : ""}`;
}

const isOpenToAll = async (folder: string): Promise<boolean> => ((await stat(folder)).mode & 0o007) !== 0;

/** Removes the folders that were made, from the innermost to `first`. A process may have written there meanwhile: then they stay. */
async function removeMade(folder: string, first: string): Promise<void> {
  try {
    for (let at = folder; at.startsWith(first); at = path.dirname(at)) await rmdir(at);
  } catch {}
}
