import { createMiddleware } from "hono/factory";
import { Counter, Histogram } from "prom-client";
import { ApiError } from "../http/errors.js";
import { routeOf } from "./route-of.js";

const seconds = new Histogram({
  name: "talonario_http_request_seconds",
  help: "Time from a request to its answer, by route",
  labelNames: ["method", "route"],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60],
});

const answers = new Counter({
  name: "talonario_http_responses_total",
  help: "Answers by route, HTTP status and code of the envelope",
  labelNames: ["method", "route", "status", "code"],
});

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Label of a method: one of few values, whatever a caller sent. */
export const methodOf = (sent: string): string => (methods.has(sent) ? sent : "OTHER");

/** Measures the answers of each route. Labels have few values: never a path, a company or a key. */
export const measure = (basePath: string) =>
  createMiddleware(async (c, next) => {
    const startedAtMs = performance.now();
    await next();
    const method = methodOf(c.req.method);
    const route = routeOf(c, basePath);
    const code = c.error instanceof ApiError ? c.error.code : undefined;
    seconds.observe({ method, route }, (performance.now() - startedAtMs) / 1_000);
    answers.inc({ method, route, status: String(c.res.status), code: code ?? "none" });
  });
