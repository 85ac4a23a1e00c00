import createClient from "openapi-fetch";
import type { paths } from "../generated/api-types.js";

/** A client as somebody makes it who has nothing but the OpenAPI document. */
export const openApiClient = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
