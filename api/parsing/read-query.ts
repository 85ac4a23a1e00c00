import type { Context } from "hono";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { findRefusal, type IgnoredInput, ignore } from "../http/handling.js";

/** Finder of what is ignored of a query: the parameters that a route does not know, and those with a value that cannot be read. */
export type FindIgnored = (query: URLSearchParams) => Iterable<IgnoredInput>;

/** The parameters of a request. What is ignored of them is said. @throws ApiError 400 for it when handling is strict */
export function readQuery(c: Context<ApiEnv>, findIgnored: FindIgnored): URLSearchParams {
  const query = new URL(c.req.url).searchParams;
  ignore(c.get("handling"), findIgnored(query));
  const refusal = findRefusal(c.get("handling"));
  if (refusal) throw refusal;
  return query;
}

const noParameter: LocalizedText = {
  en: "is not a parameter of this path",
  es: "No se conoce este parámetro y se ignora.",
  app: "No se conoce este filtro y se ignora.",
};

/** The parameters with other names than these. */
export const unknownBut =
  (...names: string[]): FindIgnored =>
  (query) =>
    [...new Set(query.keys())].filter((name) => !names.includes(name)).map(unknownParameter);

export const unknownParameter = (name: string): IgnoredInput => ignoredParameter(name, noParameter);

export const ignoredParameter = (name: string, message: LocalizedText): IgnoredInput => ({
  field: `?${name}`,
  message,
});
