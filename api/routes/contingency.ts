import { Hono } from "hono";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { findRefusal, ignore } from "../http/handling.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { describeStanding, endContingency, getContingency, startContingency } from "../operations/contingency.js";
import { noInput } from "../parsing/no-input.js";
import { readBody } from "../parsing/read-body.js";
import { contingencyTurn } from "../schemas/contingency.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

const onlyAtBeginning: LocalizedText = {
  en: "says why one begins, not why it ends",
  es: "No se usa: el motivo es para empezar una contingencia.",
};

/** `/{company_id}/contingency`. Source: api/README.md, "Contingencies". */
export const contingency = (deps: ApiDeps) =>
  new Hono<ApiEnv>()
    .get("/", noInput, async (c) => {
      const caller = c.get("caller");
      const standing = await getContingency(deps.reading.of(caller), caller, deps.now());

      return c.json({ ok: true, result: describeStanding(standing, localize(c)) });
    })

    .post("/", requireSubscription(deps), async (c) => {
      const { active, reason } = await readBody(c, contingencyTurn);
      const handling = c.get("handling");
      if (!active && reason !== undefined) ignore(handling, [{ field: "reason", message: onlyAtBeginning }]);
      const refusal = findRefusal(handling);
      if (refusal) throw refusal;
      const operator = operatorOf(c, deps);
      if (active) await startContingency(operator, reason ?? "", deps.now());
      else await endContingency(operator);

      const standing = await getContingency(operator.db, operator, deps.now());

      return c.json({ ok: true, result: describeStanding(standing, localize(c)) });
    });
