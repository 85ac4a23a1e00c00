import { z } from "@hono/zod-openapi";
import { deliveryFields } from "../../shared/db/listing/listed-fields.js";
import { webhookPatienceDays } from "../../shared/domain/webhook-retries.js";
import { companyLimits } from "../operations/company-limits.js";
import { list, success } from "../schemas/answers.js";
import {
  newWebhook,
  webhook,
  webhookChanges,
  webhookDelivery,
  webhookDeliveryDetails,
  webhookMade,
  webhookSecret,
  webhookTested,
} from "../schemas/webhook.js";
import { describe } from "./describe.js";
import { listingQuery, pageQuery } from "./listing-query.js";
import { idInPath, numberInPath } from "./number-in-path.js";

const tag = "Webhooks";
const id = numberInPath("id", "The webhook's id.");
const delivery = id.extend(idInPath("deliveryId", "The delivery's id.").shape);

/** The operations under `/webhooks`, as the OpenAPI document describes them. */
export const webhookDocs = [
  describe({
    method: "get",
    path: "/webhooks",
    tag,
    summary: "List webhooks",
    description: "Those of the environment, disabled ones too, the oldest first.",
    query: pageQuery(),
    answers: {
      200: {
        description: "Webhooks of the key's environment, the oldest first. `total` counts all.",
        schema: list(webhook),
      },
    },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/webhooks",
    tag,
    summary: "Add a webhook",
    description: `Tells an endpoint of yours what happens, signed as Standard Webhooks says. A company may have at most ${companyLimits.webhooks} webhooks in one environment. The address is https, without user name and password, and leads to a public address. An answer other than 2xx within 15 seconds is a failure, and tried again for three days. Without a success for ${webhookPatienceDays} days, or answered 410, the webhook is disabled.`,
    body: newWebhook(false),
    answers: {
      201: { description: "The webhook. Its secret is shown only this once.", schema: success(webhookMade) },
    },
    failures: [402],
  }),
  describe({
    method: "get",
    path: "/webhooks/{id}/deliveries",
    tag,
    summary: "List deliveries",
    description:
      "What was recorded for the webhook in the last 30 days, and how its attempts went. Filters and ordering work as in the voucher listing.",
    params: id,
    query: listingQuery(deliveryFields),
    answers: { 200: { description: "One page; `total` counts all matches.", schema: list(webhookDelivery) } },
    failures: [404],
  }),
  describe({
    method: "get",
    path: "/webhooks/{id}/deliveries/{deliveryId}",
    tag,
    summary: "One delivery",
    description: "With what is sent, and the beginning of every answer.",
    params: delivery,
    answers: { 200: { description: "The delivery.", schema: success(webhookDeliveryDetails) } },
    failures: [404],
  }),
  describe({
    method: "post",
    path: "/webhooks/{id}/deliveries/{deliveryId}/retry",
    tag,
    summary: "Try a delivery once more",
    description: "At once, whatever became of it before.",
    params: delivery,
    answers: { 202: { description: "The delivery.", schema: success(webhookDeliveryDetails) } },
    failures: [402, 404],
  }),
  describe({
    method: "post",
    path: "/webhooks/{id}/secret",
    tag,
    summary: "Rotate the secret",
    description:
      "For 24 hours the secret before it signs as well: every message then carries two signatures. A second rotation drops the oldest.",
    params: id,
    answers: { 200: { description: "The new secret, shown only this once.", schema: success(webhookSecret) } },
    failures: [402, 404],
  }),
  describe({
    method: "post",
    path: "/webhooks/{id}/test",
    tag,
    summary: "Send a ping",
    description: "To this webhook alone, whatever events it wants.",
    params: id,
    answers: { 202: { description: "The delivery to look at.", schema: success(webhookTested) } },
    failures: [402, 404],
  }),
  describe({
    method: "get",
    path: "/webhooks/{id}",
    tag,
    summary: "One webhook",
    description: "By its id, with why it is disabled when it is. The secret is not shown again.",
    params: id,
    answers: { 200: { description: "The webhook.", schema: success(webhook) } },
    failures: [404],
  }),
  describe({
    method: "patch",
    path: "/webhooks/{id}",
    tag,
    summary: "Change a webhook",
    description: "While it is disabled nothing is recorded for it; what was waiting goes on when it is enabled again.",
    params: id,
    body: webhookChanges(false),
    answers: { 200: { description: "The webhook.", schema: success(webhook) } },
    failures: [402, 404],
  }),
  describe({
    method: "delete",
    path: "/webhooks/{id}",
    tag,
    summary: "Delete a webhook",
    description: "Nothing more is sent to it, and its deliveries can no longer be read.",
    params: id,
    answers: { 200: { description: "Deleted.", schema: success(z.null()) } },
    failures: [402, 404],
  }),
];
