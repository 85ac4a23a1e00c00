import type { Redis } from "ioredis";

/** Caches the authority's answers in Redis, for all api processes. While Redis is away, nothing is cached. */
export interface AnswerCache {
  read(key: string): Promise<unknown>;
  keep(key: string, value: unknown, seconds: number): Promise<void>;
}

export const createAnswerCache = (redis: Redis): AnswerCache => ({
  async read(key) {
    const text = await redis.get(nameOf(key)).catch(() => null);
    return text === null ? undefined : JSON.parse(text);
  },
  async keep(key, value, seconds) {
    await redis.set(nameOf(key), JSON.stringify(value), "EX", seconds).catch(() => undefined);
  },
});

const nameOf = (key: string) => `talonario:taxauth:${key}`;
