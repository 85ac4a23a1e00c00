import { randomUUID } from "node:crypto";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { type Check, failed, passed, reasonOf } from "./check.js";

/** Whether PDFs and logos can be written, read and removed where they are kept. */
export async function checkStorage(url: string): Promise<Check> {
  const name = "storage";
  const key = `doctor/${randomUUID()}.txt`;
  try {
    const storage = openStorage(url);
    await storage.write(key, Buffer.from(key));
    const kept = await storage.read(key);
    await storage.remove(key);
    if (kept.toString() !== key) throw new Error("what was written is not what was read");
    return passed(name, url);
  } catch (error) {
    return failed(name, `${url}: ${reasonOf(error)}`, "Let this user write there, or set PDF_STORAGE_URL elsewhere.");
  }
}
