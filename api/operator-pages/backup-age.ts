import { stat } from "node:fs/promises";

/**
 * The seconds since a backup was written to this file, or since a backup that ends well touched it. Infinite while there is no such file: whoever
 * names one expects it. Undefined when it cannot be looked at.
 */
export async function ageOfBackup(file: string, nowMs: number): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    return Math.max(0, (nowMs - mtimeMs) / 1_000);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isAbsent ? Number.POSITIVE_INFINITY : undefined;
  }
}
