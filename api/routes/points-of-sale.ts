import { Hono } from "hono";
import { countPointsOfSale, findPointOfSale, listPointsOfSale } from "../../shared/db/company/points-of-sale.js";
import type { ApiEnv } from "../http/env.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { putLogo, removeLogo } from "../operations/logos.js";
import { addPointOfSale, changePointOfSale, noPointOfSale } from "../operations/points-of-sale.js";
import { noInput } from "../parsing/no-input.js";
import { readBody } from "../parsing/read-body.js";
import { readNumber } from "../parsing/read-id.js";
import { readLogo } from "../parsing/read-logo.js";
import { fieldFault } from "../schemas/check-body.js";
import { newPointOfSale, pointOfSaleChanges } from "../schemas/point-of-sale.js";
import { answerPage } from "./answer-page.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

const numberOf = (text: string) => readNumber(text, "number", "point of sale");

/** `/{company_id}/points-of-sale`. Source: api/README.md, "Further paths". */
export const pointsOfSale = (deps: ApiDeps) => {
  const inForce = requireSubscription(deps);
  return new Hono<ApiEnv>()
    .get("/", (c) => answerPage(c, deps, countPointsOfSale, listPointsOfSale))

    .get("/:number", noInput, async (c) => {
      const tenant = c.get("caller");
      const number = numberOf(c.req.param("number"));
      const result = await findPointOfSale(deps.reading.of(tenant), tenant, number);
      if (!result) throw noPointOfSale(number);

      return c.json({ ok: true, result });
    })

    .post("/", inForce, async (c) => {
      const body = await readBody(c, newPointOfSale);
      const result = await addPointOfSale(operatorOf(c, deps), body);

      return c.json({ ok: true, result }, 201);
    })

    .patch("/:number", inForce, async (c) => {
      const number = numberOf(c.req.param("number"));
      const { number: sent = number, ...changes } = await readBody(c, pointOfSaleChanges);
      if (sent !== number)
        throw fieldFault("number", { en: "cannot be changed", es: "No se puede cambiar: agregá otro punto de venta." });
      const { result } = await changePointOfSale(operatorOf(c, deps), number, changes);
      deps.eligibility.clear();

      return c.json({ ok: true, result });
    })

    .put("/:number/logo", inForce, noInput, async (c) => {
      const number = numberOf(c.req.param("number"));
      const operator = operatorOf(c, deps);
      await putLogo(operator, deps.storage, number, await readLogo(c, deps.rewriteImage));

      return c.json({ ok: true, result: await findPointOfSale(operator.db, operator, number) });
    })

    .delete("/:number/logo", inForce, noInput, async (c) => {
      await removeLogo(operatorOf(c, deps), deps.storage, numberOf(c.req.param("number")));

      return c.json({ ok: true, result: null });
    });
};
