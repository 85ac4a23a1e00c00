import { Hono } from "hono";
import { countApiKeys, listApiKeys } from "../../shared/db/company/api-keys.js";
import { findIssuingState } from "../../shared/db/company/issuing-state.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { environmentName } from "../../shared/domain/tenant.js";
import type { ApiEnv } from "../http/env.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { addApiKey, endApiKey } from "../operations/api-keys.js";
import { noInput } from "../parsing/no-input.js";
import { readBody } from "../parsing/read-body.js";
import { readNumber } from "../parsing/read-id.js";
import { newApiKey } from "../schemas/api-key.js";
import { fieldFault } from "../schemas/check-body.js";
import { scopeNames } from "../schemas/scope-names.js";
import { answerPage } from "./answer-page.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

/** `/{company_id}/api-keys`. Source: api/README.md, "GET /{company_id}/api-keys/test", and "Further paths". */
export const apiKeys = (deps: ApiDeps) =>
  new Hono<ApiEnv>()
    .get("/test", noInput, async (c) => {
      const caller = c.get("caller");
      const { hasCertificate, hasPos } = await findIssuingState(deps.reading.of(caller), caller, {
        today: argentineDay(deps.now()),
      });

      return c.json({
        ok: true,
        environment: environmentName(caller.production),
        certificates: hasCertificate,
        pos: hasPos,
      });
    })

    .get("/", (c) => answerPage(c, deps, countApiKeys, listApiKeys))

    .post("/", requireSubscription(deps), async (c) => {
      const own = c.get("caller").scopes;
      const { scopes = own, ...key } = await readBody(c, newApiKey);
      const lacking = scopes.filter((scope) => !own.includes(scope));
      if (lacking.length > 0)
        throw fieldFault("scopes", {
          en: `cannot be given by this key, which lacks ${lacking.join(", ")}`,
          es: `No podés dar permisos que no tenés: ${lacking.join(", ")}.`,
          app: `No podés dar permisos que no tenés: ${lacking.map((scope) => scopeNames[scope]).join(", ")}.`,
        });
      const { revoked: _, ...result } = await addApiKey(operatorOf(c, deps), { ...key, scopes });

      return c.json({ ok: true, result }, 201);
    })

    // Needs no subscription: a leaked key can always be revoked.
    .delete("/:id", noInput, async (c) => {
      await endApiKey(operatorOf(c, deps), readNumber(c.req.param("id"), "id", "API key"));
      deps.callers.clear();

      return c.json({ ok: true, result: null });
    });
