import { type Context, Hono } from "hono";
import { deliveryFields } from "../../shared/db/listing/listed-fields.js";
import { findDelivery, listDeliveries } from "../../shared/db/listing/webhook-deliveries.js";
import { countWebhooks, findWebhook, listWebhooks } from "../../shared/db/webhooks/endpoints.js";
import { localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import {
  addWebhook,
  changeWebhook,
  noDelivery,
  noWebhook,
  removeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "../operations/webhooks.js";
import { ignoredInListing } from "../parsing/ignored-in-listing.js";
import { noInput } from "../parsing/no-input.js";
import { readBody } from "../parsing/read-body.js";
import { readId, readNumber } from "../parsing/read-id.js";
import { readListing } from "../parsing/read-listing.js";
import { readQuery } from "../parsing/read-query.js";
import { newWebhook, webhookChanges } from "../schemas/webhook.js";
import { answerListing, answerRow } from "./answer-listing.js";
import { answerPage } from "./answer-page.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";
import { sayDeliveries, sayDelivery, sayWebhook } from "./say-delivery.js";

const idOf = (c: Context) => readNumber(c.req.param("id"), "id", "webhook");
const deliveryIdOf = (c: Context) => readId(c.req.param("deliveryId"), "deliveryId", "delivery");

/** `/{company_id}/webhooks`. Source: api/README.md, "Webhooks". */
export const webhooks = (deps: ApiDeps) => {
  const inForce = requireSubscription(deps);
  const { WEBHOOK_ALLOW_PRIVATE: allowPrivate } = deps.config;
  const [addition, changes] = [newWebhook(allowPrivate), webhookChanges(allowPrivate)];

  /** The caller's own webhook of the path. @throws ApiError 404 */
  const findOwn = async (c: Context<ApiEnv>) => {
    const tenant = c.get("caller");
    const id = idOf(c);
    const db = deps.reading.of(tenant);
    const webhook = await findWebhook(db, tenant, id);
    if (!webhook) throw noWebhook(id);
    return { db, tenant, id, webhook };
  };

  return new Hono<ApiEnv>()
    .get("/", (c) =>
      answerPage(c, deps, countWebhooks, async (...page) =>
        (await listWebhooks(...page)).map((webhook) => sayWebhook(webhook, localize(c))),
      ),
    )

    .get("/:id", noInput, async (c) =>
      c.json({ ok: true, result: sayWebhook((await findOwn(c)).webhook, localize(c)) }),
    )

    .post("/", inForce, async (c) => {
      const result = await addWebhook(operatorOf(c, deps), await readBody(c, addition));

      return c.json({ ok: true, result }, 201);
    })

    .patch("/:id", inForce, async (c) => {
      const id = idOf(c);
      const result = await changeWebhook(operatorOf(c, deps), id, await readBody(c, changes));

      return c.json({ ok: true, result: sayWebhook(result, localize(c)) });
    })

    .delete("/:id", inForce, noInput, async (c) => {
      await removeWebhook(operatorOf(c, deps), idOf(c));

      return c.json({ ok: true, result: null });
    })

    .post("/:id/secret", inForce, noInput, async (c) => {
      const secret = await rotateWebhookSecret(operatorOf(c, deps), idOf(c));

      return c.json({ ok: true, result: { secret } });
    })

    .post("/:id/test", inForce, noInput, async (c) => {
      const deliveryId = await testWebhook(operatorOf(c, deps), idOf(c), deps.now());

      return c.json({ ok: true, result: { deliveryId } }, 202);
    })

    .get("/:id/deliveries", async (c) => {
      const listing = readListing(readQuery(c, ignoredInListing(deliveryFields)), deliveryFields);
      const { db, tenant, id } = await findOwn(c);

      return answerListing(c, sayDeliveries(await listDeliveries(db, tenant, id, listing), localize(c)));
    })

    .get("/:id/deliveries/:deliveryId", noInput, async (c) => {
      const { db, tenant, id } = await findOwn(c);
      const deliveryId = deliveryIdOf(c);
      const delivery = await findDelivery(db, tenant, id, deliveryId);
      if (!delivery) throw noDelivery(deliveryId);

      return answerRow(c, sayDelivery(delivery, localize(c)));
    })

    .post("/:id/deliveries/:deliveryId/retry", inForce, noInput, async (c) => {
      const operator = operatorOf(c, deps);
      const id = idOf(c);
      const deliveryId = deliveryIdOf(c);
      await retryWebhook(operator, id, deliveryId);
      const delivery = await findDelivery(operator.db, operator, id, deliveryId);
      if (!delivery) throw noDelivery(deliveryId);

      return answerRow(c, sayDelivery(delivery, localize(c)), 202);
    });
};
