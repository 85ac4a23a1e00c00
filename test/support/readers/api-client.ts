import createClient from "openapi-fetch";
import type { paths } from "../generated/api-types.js";

/** A client built from the OpenAPI document alone. */
export const openApiClient = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
