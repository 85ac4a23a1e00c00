import { z } from "@hono/zod-openapi";
import { batchFields } from "../../shared/db/batches/batch-rows.js";
import { list, success } from "../schemas/answers.js";
import { batch, batchName, batchRequest, batchResult, maxElements } from "../schemas/batch.js";
import { field } from "../schemas/field.js";
import { asText } from "../schemas/says.js";
import { answer, describeIn } from "./describe.js";
import { listingQuery, matching, pageQuery } from "./listing-query.js";
import { idInPath } from "./number-in-path.js";

const describe = describeIn("Batches");
const id = idInPath("id", { en: "The batch's id.", es: "El id del lote." });
const csv = z.string();

/** The operations under `/batches`, as the OpenAPI document describes them. */
export const batchDocs = [
  describe("POST /batches", "createBatch", {
    summary: { en: "Issue many vouchers", es: "Emitir muchos comprobantes" },
    description: {
      en: `Takes up to ${maxElements} issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most.`,
      es: `Recibe hasta ${maxElements} comprobantes, en JSON o CSV, y responde antes de emitirlos. Se toman todos o ninguno: se dice cada problema de cada uno. Cada comprobante es su clave, así que enviar un lote de nuevo no emite nada dos veces. Dejan pasar primero a quien espera una respuesta, y si ARCA no responde la esperan 24 horas como mucho.`,
    },
    query: z.object({
      name: batchName.optional().openapi({
        type: "string",
        description: asText({
          en: "Your own words for the batch, when the body has no `name`: CSV has none.",
          es: "Tus propias palabras para el lote, si el cuerpo no tiene `name`: el CSV no lo tiene.",
        }),
        example: "November",
      }),
    }),
    body: batchRequest,
    otherBodies: {
      "text/csv": field(csv, {
        says: {
          en: "A header of body paths, and rows, of which those with the same `idempotency` are one voucher. `GET /batches/template.csv` is an example.",
          es: "Un encabezado con rutas del cuerpo, y filas: las que tienen la misma `idempotency` son un comprobante. `GET /batches/template.csv` es un ejemplo.",
        },
      }),
    },
    largest: "8 MB",
    answers: answer(202, success(batch), { en: "The batch, which was recorded.", es: "El lote, ya registrado." }),
  }),
  describe("GET /batches", "listBatches", {
    summary: { en: "List batches", es: "Listar lotes" },
    description: {
      en: "Filters and ordering work as in the voucher listing.",
      es: "Los filtros y el orden funcionan como en el listado de comprobantes.",
    },
    query: listingQuery(batchFields),
    answers: matching(batch),
  }),
  describe("GET /batches/template.csv", "downloadBatchTemplate", {
    summary: { en: "An example in CSV", es: "Un ejemplo en CSV" },
    description: {
      en: "A batch that can be sent as it is. Change the keys: a key that has its voucher issues nothing.",
      es: "Un lote que se puede enviar tal cual. Cambiá las claves: una clave que ya tiene su comprobante no emite nada.",
    },
    answers: answer(200, csv, { en: "The file.", es: "El archivo." }, { contentType: "text/csv" }),
  }),
  describe("GET /batches/{id}", "getBatch", {
    summary: { en: "Get a batch", es: "Ver un lote" },
    description: {
      en: "Its state, and how many of its elements are issued, failed and pending.",
      es: "Su estado, y cuántos de sus comprobantes se emitieron, fallaron y faltan.",
    },
    params: id,
    answers: answer(200, success(batch), { en: "The batch.", es: "El lote." }),
  }),
  describe("GET /batches/{id}/results", "listBatchResults", {
    summary: { en: "What became of a batch", es: "Cómo terminó un lote" },
    description: {
      en: "Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page.",
      es: "Cada comprobante, en orden. Con `Accept: text/csv`, todos en CSV, sin importar la página.",
    },
    params: id,
    query: pageQuery(),
    answers: answer(
      200,
      list(batchResult),
      { en: "One page; `total` counts all elements.", es: "Una página; `total` los cuenta todos." },
      { others: { "text/csv": csv } },
    ),
  }),
  describe("POST /batches/{id}/cancel", "cancelBatch", {
    summary: { en: "Cancel a batch", es: "Cancelar un lote" },
    description: {
      en: "What has no number yet fails with code `CANCELLED`. Cancelling what is over changes nothing.",
      es: "Lo que todavía no tiene número falla con el código `CANCELLED`. Cancelar lo que ya terminó no cambia nada.",
    },
    params: id,
    answers: answer(200, success(batch), { en: "The batch.", es: "El lote." }),
  }),
];
