import { createMiddleware } from "hono/factory";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";

/** A Hono app, as far as it matters here. */
interface Routes {
  routes: { path: string; method: string }[];
}

interface ServedPath {
  segments: string[];
  methods: Set<string>;
}

export const wrongMethod: LocalizedText = {
  en: "This path does not serve that method.",
  es: "Esta dirección no acepta ese método.",
  app: "Eso no se puede hacer desde esa dirección: volvé a la página anterior.",
};

/**
 * Answers 405, not 404, when one of these paths is called with a method that it lacks. Give it the routes once they are complete.
 * @param basePath what stands before their paths
 */
export function refuseOtherMethods(routes: Routes, basePath = "") {
  const paths = readPaths(routes);
  return createMiddleware<ApiEnv>(async (c, next) => {
    const methods = findPath(paths, toSegments(c.req.path.slice(basePath.length)))?.methods;
    if (methods && !methods.has(c.req.method) && !(c.req.method === "HEAD" && methods.has("GET")))
      throw new ApiError(405, wrongMethod, {
        headers: { Allow: [...methods].sort().join(", ") },
      });
    await next();
  });
}

/** The paths of all routes; a name stands before a parameter in its place, so `/invoices/preview` before `/invoices/:id`. */
function readPaths({ routes }: Routes): ServedPath[] {
  const paths = new Map<string, ServedPath>();
  for (const { path, method } of routes) {
    if (method === "ALL") continue;
    const known = paths.get(path) ?? { segments: toSegments(path), methods: new Set() };
    known.methods.add(method);
    paths.set(path, known);
  }
  const rank = ({ segments }: ServedPath) => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
  return [...paths.values()].sort((a, b) => rank(a).localeCompare(rank(b)));
}

const findPath = (paths: ServedPath[], asked: string[]): ServedPath | undefined =>
  paths.find(({ segments }) =>
    segments.at(-1) === "*"
      ? asked.length >= segments.length && fits(segments.slice(0, -1), asked)
      : asked.length === segments.length && fits(segments, asked),
  );

const fits = (segments: string[], asked: string[]) =>
  segments.every((segment, place) => isParameter(segment) || segment === asked[place]);

const isParameter = (segment: string) => segment.startsWith(":") || segment === "*";

const toSegments = (path: string) => path.split("/").filter((segment) => segment !== "");
