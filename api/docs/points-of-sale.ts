import { z } from "@hono/zod-openapi";
import { companyLimits } from "../operations/company-limits.js";
import { list, success } from "../schemas/answers.js";
import { newPointOfSale, pointOfSale, pointOfSaleChanges } from "../schemas/point-of-sale.js";
import { describe } from "./describe.js";
import { pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const tag = "Points of sale";
const number = numberInPath("number", "The point of sale's number.");
const one = { description: "The point of sale.", schema: success(pointOfSale) };

/** The operations under `/points-of-sale`, as the OpenAPI document describes them. */
export const pointOfSaleDocs = [
  describe({
    method: "get",
    path: "/points-of-sale",
    tag,
    summary: "List points of sale",
    description: "Those of the environment, by number, disabled ones too.",
    query: pageQuery(),
    answers: {
      200: {
        description: "Points of sale of the key's environment, by number. `total` counts all.",
        schema: list(pointOfSale),
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/points-of-sale/{number}",
    tag,
    summary: "Get a point of sale",
    description: "By its number in the environment.",
    params: number,
    answers: { 200: one },
    failures: [404],
  }),
  describe({
    method: "post",
    path: "/points-of-sale",
    tag,
    summary: "Add a point of sale",
    description: `The authority must know it under the same number, as a web-service point of sale. A company may have at most ${companyLimits.pointsOfSale} in one environment.`,
    body: newPointOfSale,
    answers: { 201: one },
    failures: [402],
  }),
  describe({
    method: "patch",
    path: "/points-of-sale/{number}",
    tag,
    summary: "Change a point of sale",
    description: "Changes what the body names. The number stays.",
    params: number,
    body: pointOfSaleChanges,
    answers: { 200: one },
    failures: [402, 404],
  }),
  describe({
    method: "put",
    path: "/points-of-sale/{number}/logo",
    tag,
    summary: "Set the logo",
    description: "The image itself: PNG or JPEG, at most 512 KiB and 4096 pixels wide and high.",
    params: number,
    body: z.string().openapi({ format: "binary" }),
    bodyTypes: ["image/png", "image/jpeg"],
    answers: { 200: one },
    failures: [402, 404],
  }),
  describe({
    method: "delete",
    path: "/points-of-sale/{number}/logo",
    tag,
    summary: "Remove the logo",
    description: "PDFs that are made from then on have none.",
    params: number,
    answers: { 200: { description: "The point of sale has no logo now.", schema: success(z.null()) } },
    failures: [402, 404],
  }),
];
