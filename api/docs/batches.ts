import { z } from "@hono/zod-openapi";
import { batchFields } from "../../shared/db/batches/batch-rows.js";
import { maxElements } from "../batches/sent-batch.js";
import { list, success } from "../schemas/answers.js";
import { batch, batchName, batchRequest, batchResult } from "../schemas/batch.js";
import { describe } from "./describe.js";
import { listingQuery, pageQuery } from "./listing-query.js";
import { idInPath } from "./number-in-path.js";

const tag = "Batches";
const id = idInPath("id", "The batch's id.");
const csv = z.string();

/** The operations under `/batches`, as the OpenAPI document describes them. */
export const batchDocs = [
  describe({
    method: "post",
    path: "/batches",
    tag,
    summary: "Issue many vouchers",
    description: `Takes up to ${maxElements} issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most.`,
    query: z.object({
      name: batchName.optional().openapi({
        type: "string",
        description: "Your own words for the batch, when the body has no `name`: CSV has none.",
        example: "November",
      }),
    }),
    body: batchRequest,
    otherBodies: {
      "text/csv": csv.openapi({
        description:
          "A header of body paths, and rows, of which those with the same `idempotency` are one voucher. `GET /batches/template.csv` is an example.",
      }),
    },
    largest: "8 MB",
    answers: { 202: { description: "The batch, which was recorded.", schema: success(batch) } },
    failures: [402],
  }),
  describe({
    method: "get",
    path: "/batches",
    tag,
    summary: "List batches",
    description: "Filters and ordering work as in the voucher listing.",
    query: listingQuery(batchFields),
    answers: { 200: { description: "One page; `total` counts all matches.", schema: list(batch) } },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/batches/template.csv",
    tag,
    summary: "An example in CSV",
    description: "A batch that can be sent as it is. Change the keys: a key that has its voucher issues nothing.",
    answers: { 200: { description: "The file.", schema: csv, contentType: "text/csv" } },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/batches/{id}",
    tag,
    summary: "Get a batch",
    description: "Its state, and how many of its elements are issued, failed and pending.",
    params: id,
    answers: { 200: { description: "The batch.", schema: success(batch) } },
    failures: [404],
  }),
  describe({
    method: "get",
    path: "/batches/{id}/results",
    tag,
    summary: "What became of a batch",
    description: "Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page.",
    params: id,
    query: pageQuery(),
    answers: {
      200: {
        description: "One page; `total` counts all elements.",
        schema: list(batchResult),
        others: { "text/csv": csv },
      },
    },
    failures: [404],
  }),
  describe({
    method: "post",
    path: "/batches/{id}/cancel",
    tag,
    summary: "Cancel a batch",
    description: "What has no number yet fails with code `CANCELLED`. Cancelling what is over changes nothing.",
    params: id,
    answers: { 200: { description: "The batch.", schema: success(batch) } },
    failures: [402, 404],
  }),
];
