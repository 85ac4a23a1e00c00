import type { Hono } from "hono";
import type { AppEnv } from "../../../api/app/frame/app-env.js";
import { createWebApp } from "../../../api/app/web-app.js";
import { createCompanyRoutes } from "../../../api/compose/company-routes.js";
import { createInProcessRoutes } from "../../../api/compose/own-routes.js";
import { limitRates } from "../../../api/middleware/rate-limit.js";
import { createBodyPlaces } from "../../../api/parsing/body-places.js";
import type { IssuingApp } from "../processes/issuing-app.js";

/** A route of the web application. */
export interface PageRoute {
  /** `POST /app/:company/:environment/points-of-sale/:number`: without what a parameter may look like. */
  name: string;
  method: string;
  path: string;
}

/** Every route of the web application, once. What the program serves is asked, so none can be forgotten. */
export function pageRoutes({ deps, redis }: Pick<IssuingApp, "deps" | "redis">): PageRoute[] {
  const mount = createCompanyRoutes(deps, { rates: limitRates(redis, deps.config), bodies: createBodyPlaces() });
  const app: Hono<AppEnv> = createWebApp(deps, createInProcessRoutes(deps, mount), redis);
  const found = app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => toRoute(method, path));
  return [...new Map(found.map((route) => [route.name, route])).values()];
}

function toRoute(method: string, pattern: string): PageRoute {
  const path = pattern.replaceAll(/\{[^/]*\}/g, "");
  return { name: `${method} ${path}`, method, path };
}
