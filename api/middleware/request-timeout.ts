import { createMiddleware } from "hono/factory";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { timedOut } from "../http/timed-out.js";
import { routeOf } from "./route-of.js";

/** Answers 504 when a request takes longer; its work goes on. Half a second late, because an issuance has its own timeout. */
export const requestTimeout = (ms: number, basePath: string) =>
  createMiddleware((c, next) =>
    withTimeout(ms + 500, next(), () => {
      throw timedOut(c.req.method, routeOf(c, basePath));
    }),
  );
