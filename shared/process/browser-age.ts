import { stat } from "node:fs/promises";

/** Chromium has a version with corrections about every week. */
const oldBrowserDays = 30;

const daySeconds = 86_400;

/**
 * The seconds since a browser was built: a package gives its files the time of its making, whenever it is installed. Undefined when the file
 * cannot be looked at.
 */
export async function ageOfBrowser(file: string, nowMs: number): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    return Math.max(0, (nowMs - mtimeMs) / 1_000);
  } catch {
    return undefined;
  }
}

/** "made 12 days ago", and from `oldBrowserDays` on what to do. */
export function describeAge(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  const days = Math.floor(seconds / daySeconds);
  const said = days === 1 ? "1 day" : `${days} days`;
  return `, made ${said} ago${days >= oldBrowserDays ? ": take a newer one (shared/deploy/upgrade.md)" : ""}`;
}
