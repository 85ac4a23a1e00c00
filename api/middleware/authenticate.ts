import { createMiddleware } from "hono/factory";
import type { Words } from "../../shared/domain/words.js";
import type { Callers } from "../authentication/callers.js";
import type { ApiEnv } from "../http/env.js";
import { unauthorized } from "../http/errors.js";
import { clientAddress } from "./client-address.js";
import type { FailedAuthentications } from "./failed-authentications.js";

/**
 * Finds the caller by the API key alone. A path that names a company must name the key's. A key that was right before is always looked
 * up; any other only while its address may. Source: api/README.md, "Authentication".
 */
export const authenticate = (callers: Callers, failures: FailedAuthentications, trustProxy: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    const secret = secretOf(header);
    const address = clientAddress(c, trustProxy);
    const wasRight = secret !== undefined && callers.wasRight(secret);
    const attempt = wasRight ? undefined : await failures.begin(address, secret);
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

export const invalidKey: Words = {
  en: "The API key is not valid for this company.",
  es: "La clave de API no vale para esta empresa.",
};
const missingHeader: Words = {
  en: "The Authorization header is missing: send Authorization: Bearer <API key>.",
  es: "Falta el encabezado Authorization: enviá Authorization: Bearer <clave de API>.",
};
