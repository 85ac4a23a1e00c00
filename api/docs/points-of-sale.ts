import { z } from "@hono/zod-openapi";
import { companyLimits } from "../operations/company-limits.js";
import { list, success } from "../schemas/answers.js";
import { newPointOfSale, pointOfSale, pointOfSaleChanges } from "../schemas/point-of-sale.js";
import { answer, describeIn } from "./describe.js";
import { pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const describe = describeIn("Points of sale");
const number = numberInPath("number", { en: "The point of sale's number.", es: "El número del punto de venta." });
const one = { description: { en: "The point of sale.", es: "El punto de venta." }, schema: success(pointOfSale) };

/** The operations under `/points-of-sale`, as the OpenAPI document describes them. */
export const pointOfSaleDocs = [
  describe("GET /points-of-sale", "listPointsOfSale", {
    summary: { en: "List points of sale", es: "Listar puntos de venta" },
    description: {
      en: "Those of the environment, by number, disabled ones too.",
      es: "Los del ambiente, por número, también los deshabilitados.",
    },
    query: pageQuery(),
    answers: answer(200, list(pointOfSale), {
      en: "Points of sale of the key's environment, by number. `total` counts all.",
      es: "Los puntos de venta del ambiente de la clave, por número. `total` los cuenta todos.",
    }),
  }),
  describe("GET /points-of-sale/{number}", "getPointOfSale", {
    summary: { en: "Get a point of sale", es: "Ver un punto de venta" },
    description: { en: "By its number in the environment.", es: "Por su número en el ambiente." },
    params: number,
    answers: { 200: one },
  }),
  describe("POST /points-of-sale", "createPointOfSale", {
    summary: { en: "Add a point of sale", es: "Agregar un punto de venta" },
    description: {
      en: `The authority must know it under the same number, as a web-service point of sale. A company may have at most ${companyLimits.pointsOfSale} in one environment.`,
      es: `ARCA lo tiene que conocer con el mismo número, como punto de venta de web services. Una empresa puede tener ${companyLimits.pointsOfSale} como mucho en un ambiente.`,
    },
    body: newPointOfSale,
    answers: { 201: one },
  }),
  describe("PATCH /points-of-sale/{number}", "updatePointOfSale", {
    summary: { en: "Change a point of sale", es: "Cambiar un punto de venta" },
    description: {
      en: "Changes what the body names. The number stays.",
      es: "Cambia lo que el cuerpo nombra. El número queda.",
    },
    params: number,
    body: pointOfSaleChanges,
    answers: { 200: one },
  }),
  describe("PUT /points-of-sale/{number}/logo", "putLogo", {
    summary: { en: "Set the logo", es: "Poner el logo" },
    description: {
      en: "The image itself: PNG or JPEG, at most 512 KiB, 4096 pixels wide and high, and 8388608 pixels in all.",
      es: "La imagen misma: PNG o JPEG, de 512 KiB, 4096 píxeles de ancho y de alto y 8388608 píxeles en total como mucho.",
    },
    params: number,
    body: z.string().openapi({ format: "binary" }),
    bodyTypes: ["image/png", "image/jpeg"],
    answers: { 200: one },
  }),
  describe("DELETE /points-of-sale/{number}/logo", "deleteLogo", {
    summary: { en: "Remove the logo", es: "Quitar el logo" },
    description: {
      en: "PDFs that are made from then on have none.",
      es: "Los PDF que se hagan desde entonces no lo tienen.",
    },
    params: number,
    answers: answer(200, success(z.null()), {
      en: "The point of sale has no logo now.",
      es: "El punto de venta ya no tiene logo.",
    }),
  }),
];
