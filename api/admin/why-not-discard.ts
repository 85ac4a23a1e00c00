import type { WatermarkLook, WatermarkPlaces } from "./look-at-watermarks.js";

/**
 * Why no watermark is discarded. Issuers read every place: they would wait again for one that was not read here, or would begin another
 * history by it. Each place of theirs holds a signed one, because they write there each second.
 */
export function whyNotDiscard(
  { watermarks, away, waitingSince }: WatermarkLook,
  { REDIS_URL, PDF_STORAGE_URL }: WatermarkPlaces,
): string | undefined {
  const unread = [
    { where: "Redis", setting: "REDIS_URL", url: REDIS_URL },
    { where: "the storage of the PDFs", setting: "PDF_STORAGE_URL", url: PDF_STORAGE_URL },
  ].flatMap(({ where, setting, url }) => {
    if (url === undefined) return `${where}: ${setting} is not set`;
    const silent = away.find((one) => one.startsWith(`${where}: `));
    if (silent) return silent;
    const kept = watermarks.find((one) => one.where === where);
    return kept?.verified ? [] : `${where}: none that an issuer signed lies at ${setting}`;
  });
  if (unread.length > 0)
    return `Nothing is discarded: not each place was read, and the issuers would wait again for what it holds. ${unread.join("; ")}. Set REDIS_URL and PDF_STORAGE_URL as the issuers have them, let an issuer run, and say it again once both answer.`;
  return waitingSince === null && !watermarks.some(isWrong)
    ? "Nothing waits for you, and no watermark is ahead: there is nothing to discard."
    : undefined;
}

/** Whether a watermark is ahead of the database: only such a one can be declared wrong. */
export const isWrong = ({ verdict }: WatermarkLook["watermarks"][number]): boolean =>
  verdict === "ahead" || verdict === "too far ahead";
