import { randomUUID } from "node:crypto";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { type Check, failed, passed, reasonOf } from "./check.js";

/** Whether files can be written, read and removed in the storage of PDFs and logos. */
export async function checkStorage(url: string): Promise<Check> {
  const name = "storage";
  const key = `doctor/${randomUUID()}.txt`;
  try {
    const storage = openStorage(url);
    await storage.write(key, Buffer.from(key));
    const kept = await storage.read(key);
    await storage.remove(key);
    if (kept.toString() !== key) throw new Error("the file read back differs from the file written");
    return passed(name, url);
  } catch (error) {
    return failed(name, `${url}: ${reasonOf(error)}`, "Let this user write there, or set PDF_STORAGE_URL elsewhere.");
  }
}
