import { createMiddleware } from "hono/factory";
import { timedOut } from "../errors.js";

/** No request takes longer than this; what it started goes on. An issuance decides for itself just before. */
export const requestTimeout = (ms: number) =>
  createMiddleware(async (_c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timedOut()), ms + 500);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  });
