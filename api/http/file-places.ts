import { createFairSemaphore } from "../../shared/concurrency/fair-semaphore.js";
import type { Caller } from "../../shared/db/company/caller.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { tenantKey } from "../../shared/domain/tenant.js";
import { ApiError } from "./errors.js";
import { callerKey, type ReadingPlace, takeReadingPlace } from "./reading-place.js";

/** Bulkhead of one company in one environment, in this process. Source: api/README.md, "Limits". */
const ofCompany = 8;
const inAll = 64;

/** A PDF of 400 KB, or of 256 KB beside who comes for the first time, is read by then at a pace that is enough. */
const kept = { firstMs: 2_000, againMs: 3_000 };

/** Takes a place for a file, until it was read. @throws ApiError 429 when there is none */
export type FilePlaces = (caller: Caller, gone: AbortSignal) => Promise<ReadingPlace>;

export function createFilePlaces(): FilePlaces {
  const bounds = { places: inAll, ofGroup: ofCompany, line: inAll, timeoutMs: 1_000, longestMs: 10_000 };
  const places = createFairSemaphore(bounds);
  const full = () => new ApiError(429, tooMany, { headers: { "Retry-After": "2" } });
  return (caller, gone) =>
    takeReadingPlace([{ places, groups: [tenantKey(caller), callerKey(caller)], full }], kept, gone);
}

const tooMany: LocalizedText = {
  en: `Too many files at once: a company reads ${ofCompany}, and the service hands out ${inAll}. Read the others first.`,
  es: `Hay demasiadas descargas a la vez: la empresa puede tener ${ofCompany} en curso. Esperá unos segundos y volvé a intentar.`,
};
