import { randomUUID } from "node:crypto";
import { mkdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { folderOf, openStorage } from "../../../shared/storage/open-storage.js";
import { loginName } from "../operator-name.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

/** As large as the PDF of a long voucher: on a full disk a few bytes may still find room where no PDF does. */
const triedBytes = 1024 * 1024;

/** Whether files can be written, read and removed in the storage of PDFs and logos. Nothing is left behind. */
export async function checkStorage(url: string): Promise<CheckResult> {
  const name = "storage";
  const folder = folderOf(url);
  const where = folder ? `${url}, ${whoLooks()}` : url;
  const key = `doctor-${randomUUID()}.txt`;
  let made: string | undefined;
  try {
    made = folder && (await mkdir(folder, { recursive: true }));
    const storage = openStorage(url);
    const content = Buffer.alloc(triedBytes, key);
    await storage.write(key, content);
    const kept = await storage.read(key).finally(() => storage.remove(key));
    if (!kept.equals(content)) throw new Error("the file read back differs from the file written");
    const open = folder && !made && (await isOpenToAll(folder));
    if (open) return failed(name, `every user of this host may look into ${folder}`, `chmod o= ${folder}`);
    return passed(name, where);
  } catch (error) {
    return failed(name, `${where}: ${reasonOf(error)}`, isFull(error) ? makeRoom : letWrite);
  } finally {
    if (folder && made) await removeMade(folder, made);
  }
}

const letWrite = "Let the service's user write there, or set PDF_STORAGE_URL elsewhere.";
const makeRoom = "Make room on its disk: no PDF is printed before. Issuing goes on.";

const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

/** Names the user who looks. Access of root says nothing of the processes, which should not run as root. */
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
