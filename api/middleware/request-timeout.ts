import { createMiddleware } from "hono/factory";
import { timedOut } from "../http/timed-out.js";
import { routeOf } from "./route-of.js";

/** Answers 504 when a request takes longer; its work goes on. Half a second late, because an issuance has its own timeout. */
export const requestTimeout = (ms: number, basePath: string) =>
  createMiddleware(async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timedOut(c.req.method, routeOf(c, basePath))), ms + 500);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  });
