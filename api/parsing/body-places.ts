import { createFairSemaphore, whenFull } from "../../shared/concurrency/fair-semaphore.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { ApiError } from "../http/errors.js";
import { createPace, firstMs, type Pace } from "./pace.js";
import { BodyOutOfBounds, readBytes } from "./read-bytes.js";

/** A body up to this is read without a place: it comes with its head, and takes less than its connection. */
export const briefBytes = 16 * 1_024;

const mib = 1_048_576;

/** Idle timeout: whoever sends nothing for so long gives way once somebody has waited for a place, */
const stalledMs = 500;
/** and so does whoever takes so long in all, or comes slower than a form may. */
const longestMs = 5_000;

/** Reads a body that is longer, or may be. @throws ApiError 429 when it gave way to others; BodyOutOfBounds when it is too large */
export type BodyPlaces = (tenant: Tenant, body: ReadableStream<Uint8Array> | null, maxBytes: number) => Promise<Buffer>;

/**
 * Places for the bodies that a process reads at once: it keeps each until the last byte came, and a client may let that take a minute.
 * So what it keeps is bounded, however many connections a key has.
 */
export function createBodyPlaces(): BodyPlaces {
  const places = (count: number) =>
    createFairSemaphore({ places: count, line: 4 * count, timeoutMs: 1_000, longestMs: 10_000 });
  const [ofRequests, ofBatches] = [places(32), places(8)];
  return async (tenant, body, maxBytes) => {
    const gaveWay = new AbortController();
    let [beganMs, pace] = begin();
    const claim = {
      groups: [`company ${tenant.companyId}`, tenantKey(tenant)] as const,
      standing: () => {
        const dueMs = Math.min(pace.standing() - firstMs + stalledMs, beganMs + longestMs);
        return dueMs < performance.now() ? dueMs : Number.POSITIVE_INFINITY;
      },
      giveWay: () => gaveWay.abort(),
    };
    const leave = await (maxBytes > mib ? ofBatches : ofRequests).enter(claim).catch(whenFull(tooMany));
    try {
      // Who waited for a place was not read meanwhile.
      [beganMs, pace] = begin();
      return await readBytes(body, { maxBytes, pace, isUntimed: true, gaveWay: gaveWay.signal });
    } catch (error) {
      throw error instanceof BodyOutOfBounds && error.why === "gaveWay" ? tooMany() : error;
    } finally {
      leave();
    }
  };
}

function begin(): [beganMs: number, pace: Pace] {
  const nowMs = performance.now();
  return [nowMs, createPace(nowMs, longestMs)];
}

const tooMany = () => new ApiError(429, tooManyBodies, { headers: { "Retry-After": "2" } });

const tooManyBodies: LocalizedText = {
  en: "Too many large requests are being sent at once, and this one came too slowly. Nothing was done. Try again in a moment with the same data.",
  es: "Se están enviando demasiados pedidos grandes a la vez, y este llegó muy despacio. No se hizo nada: volvé a intentar en un momento con los mismos datos.",
};
