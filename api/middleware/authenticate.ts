import { createMiddleware } from "hono/factory";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiKeyCache } from "../authentication/api-key-cache.js";
import type { ApiEnv } from "../http/env.js";
import { unauthorized } from "../http/errors.js";
import { clientAddress } from "./client-address.js";
import type { FailedAuthentications } from "./failed-authentications.js";

/**
 * Finds the caller by the API key alone. A path that names a company must name the key's. A key that was right before is always looked
 * up; any other only while its address may. Source: api/README.md, "Authentication".
 */
export const authenticate = (callers: ApiKeyCache, failures: FailedAuthentications, trustProxy: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    const secret = secretOf(header);
    const address = clientAddress(c, trustProxy);
    const wasValid = secret !== undefined && callers.wasValid(secret);
    const attempt = wasValid ? undefined : await failures.begin(address, secret);
    const caller = secret && (await callers.find(secret));
    const company = c.req.param("company") ?? (caller ? caller.companyCode : undefined);
    if (!caller || caller.companyCode !== company) {
      if (!attempt) await failures.begin(address);
      throw attempt?.refusal ?? unauthorized(header ? invalidKey : missingHeader);
    }
    attempt?.succeeded();
    c.set("caller", caller);
    await next();
  });

/** A key has far fewer characters. Anybody may send a longer header, and nobody looks at that. */
const maxHeaderLength = 300;

/** The API key that the header `Authorization` carries, if it looks like one. */
export const secretOf = (header = ""): string | undefined =>
  header.length > maxHeaderLength ? undefined : /^Bearer +((?:TEST|PROD)_[\w-]{1,200})$/i.exec(header)?.[1];

export const invalidKey: LocalizedText = {
  en: "The API key is not valid for this company.",
  es: "La clave de API no vale para esta empresa.",
};
const missingHeader: LocalizedText = {
  en: "The Authorization header is missing: send Authorization: Bearer <API key>.",
  es: "Falta el encabezado Authorization: enviá Authorization: Bearer <clave de API>.",
};
