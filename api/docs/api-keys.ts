import { z } from "@hono/zod-openapi";
import { companyLimits } from "../operations/company-limits.js";
import { list, succeeded, success } from "../schemas/answers.js";
import { apiKey, apiKeyMade, newApiKey } from "../schemas/api-key.js";
import { field } from "../schemas/field.js";
import { answer, describeIn } from "./describe.js";
import { pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const describe = describeIn("Configuration");
const id = numberInPath("id", { en: "The key's id.", es: "El id de la clave." });

export const apiKeyDocs = [
  describe("GET /api-keys/test", "testApiKey", {
    summary: { en: "Test the key", es: "Probar la clave" },
    description: {
      en: "Whether the company has the minimum to issue; false means that configuration is missing.",
      es: "Si la empresa tiene lo mínimo para emitir; falso es que falta configuración.",
    },
    answers: answer(
      200,
      z.object(
        succeeded({
          environment: field(z.enum(["homologation", "production"]), {
            says: { en: "The environment of the key.", es: "El ambiente de la clave." },
            example: "homologation",
          }),
          certificates: field(z.boolean(), {
            says: { en: "Whether there is an active certificate.", es: "Si hay un certificado activo." },
            example: true,
          }),
          pos: field(z.boolean(), {
            says: { en: "Whether there is an enabled point of sale.", es: "Si hay un punto de venta habilitado." },
            example: true,
          }),
        }),
      ),
      { en: "The key is valid.", es: "La clave es válida." },
    ),
  }),
  describe("GET /api-keys", "listApiKeys", {
    summary: { en: "List keys", es: "Listar claves" },
    description: {
      en: "Those of the environment of the calling key, revoked ones too, the oldest first. No secret is shown again.",
      es: "Las del ambiente de la clave que llama, también las revocadas, de la más vieja a la más nueva. Ningún secreto se vuelve a mostrar.",
    },
    query: pageQuery(),
    answers: answer(200, list(apiKey), {
      en: "Keys of the calling key's environment, the oldest first, including revoked and expired ones. `total` counts all.",
      es: "Las claves del ambiente de la clave que llama, de la más vieja a la más nueva, con las revocadas y las vencidas. `total` las cuenta todas.",
    }),
  }),
  describe("POST /api-keys", "createApiKey", {
    summary: { en: "Create a key", es: "Crear una clave" },
    description: {
      en: `The new key works in the environment of the calling key. It gets no scope that the calling key lacks. A company may have at most ${companyLimits.apiKeys} keys in one environment, not counting revoked and expired ones. With expires it is refused from that moment on, and the account is told 7 days and 1 day before.`,
      es: `La clave nueva vale en el ambiente de la clave que llama, y no recibe ningún permiso que esa no tenga. Una empresa puede tener ${companyLimits.apiKeys} claves como mucho en un ambiente, sin contar las revocadas ni las vencidas. Con expires se rechaza desde ese momento, y la cuenta recibe un aviso 7 días y 1 día antes.`,
    },
    body: newApiKey,
    answers: answer(201, success(apiKeyMade), {
      en: "The new key. Its secret is shown only this once.",
      es: "La clave nueva. Su secreto se muestra solamente esta vez.",
    }),
  }),
  describe("DELETE /api-keys/{id}", "revokeApiKey", {
    summary: { en: "Revoke a key", es: "Revocar una clave" },
    description: {
      en: "Takes effect at once. Works with an expired subscription, too. The last key in force with the scope `configure` in its environment cannot be revoked here: create another one first, or use the command line.",
      es: "Vale en el acto, también con la suscripción vencida. La última clave vigente con el permiso `configure` en su ambiente no se puede revocar acá: primero creá otra, o usá la línea de comandos.",
    },
    params: id,
    answers: answer(200, success(z.null()), { en: "Revoked.", es: "Revocada." }),
    never: [402],
  }),
];
