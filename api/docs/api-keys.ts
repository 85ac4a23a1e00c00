import { z } from "@hono/zod-openapi";
import { companyLimits } from "../operations/company-limits.js";
import { list, succeeded, success } from "../schemas/answers.js";
import { apiKey, apiKeyMade, newApiKey } from "../schemas/api-key.js";
import { field } from "../schemas/field.js";
import { describe } from "./describe.js";
import { pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const id = numberInPath("id", "The key's id.");

export const apiKeyDocs = [
  describe({
    method: "get",
    path: "/api-keys/test",
    tag: "Configuration",
    summary: "Test the key",
    description: "Whether the company has the minimum to issue; false means that configuration is missing.",
    answers: {
      200: {
        description: "The key is valid.",
        schema: z.object(
          succeeded({
            environment: field(z.enum(["homologation", "production"]), {
              says: "The environment of the key.",
              example: "homologation",
            }),
            certificates: field(z.boolean(), { says: "Whether there is an active certificate.", example: true }),
            pos: field(z.boolean(), { says: "Whether there is an enabled point of sale.", example: true }),
          }),
        ),
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/api-keys",
    tag: "Configuration",
    summary: "List keys",
    description:
      "Those of the environment of the calling key, revoked ones too, the oldest first. No secret is shown again.",
    query: pageQuery(),
    answers: {
      200: {
        description:
          "Keys of the calling key's environment, the oldest first, including revoked and expired ones. `total` counts all.",
        schema: list(apiKey),
      },
    },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/api-keys",
    tag: "Configuration",
    summary: "Create a key",
    description: `The new key works in the environment of the calling key. It gets no scope that the calling key lacks. A company may have at most ${companyLimits.apiKeys} keys in one environment, not counting revoked and expired ones. With expires it is refused from that moment on, and the account is told 7 days and 1 day before.`,
    body: newApiKey,
    answers: { 201: { description: "The new key. Its secret is shown only this once.", schema: success(apiKeyMade) } },
    failures: [402],
  }),
  describe({
    method: "delete",
    path: "/api-keys/{id}",
    tag: "Configuration",
    summary: "Revoke a key",
    description:
      "Takes effect at once. Works with an expired subscription, too. The last key in force with the scope `configure` in its environment cannot be revoked here: create another one first, or use the command line.",
    params: id,
    answers: { 200: { description: "Revoked.", schema: success(z.null()) } },
    failures: [404],
  }),
];
