import type { z } from "@hono/zod-openapi";
import type { Scope } from "../../../shared/db/company/caller.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import type { apiKey, apiKeyMade } from "../../schemas/api-key.js";
import type { ApiClient } from "../frame/api-client.js";
import { type Form, text, texts } from "../frame/form.js";
import { listAll } from "../frame/result-of.js";

export type ListedApiKey = z.infer<typeof apiKey>;
export type CreatedApiKey = z.infer<typeof apiKeyMade>;

export type KeyState = "inForce" | "expired" | "revoked";

export function stateOf({ revoked, expires }: ListedApiKey, nowMs: number): KeyState {
  if (revoked !== null) return "revoked";
  return expires !== null && Date.parse(expires) <= nowMs ? "expired" : "inForce";
}

/** Fields of the form of a new key, as they are shown and sent. */
export interface ApiKeyValues {
  name: string;
  scopes: string[];
  /** As a date field has it, or as it was typed. */
  expires: string;
}

/** Defaults of a new key: the scopes of a program that issues and lists. */
export const usual: ApiKeyValues = { name: "", scopes: ["read", "issue"] satisfies Scope[], expires: "" };

export const readValues = (form: Form): ApiKeyValues => ({
  name: text(form, "name"),
  scopes: texts(form, "scopes"),
  expires: text(form, "expires"),
});

/** The body for the API. A key is valid to the end of its last day, in Argentine time. */
export function additionOf({ expires, ...values }: ApiKeyValues) {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(parseDate(expires) ?? "") ?? [];
  const instant = year === undefined ? expires : `${year}-${month}-${day}T23:59:59-03:00`;
  return { ...values, ...(expires !== "" && { expires: instant }) };
}

/** All keys of the environment, the oldest first. */
export const listApiKeys = (api: ApiClient) => listAll<ListedApiKey>(api, "/api-keys");
