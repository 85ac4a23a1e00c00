import { z } from "@hono/zod-openapi";
import { authorityMessage, ok, quota, remark, warnings } from "./answers.js";
import { field, like, part } from "./field.js";

/** The codes of a failure, by status. Of a 409 and a 429, each operation has its own. Source: api/README.md, "Errors". */
const codesByStatus: Record<number, readonly string[]> = {
  400: ["VALIDATION_ERROR"],
  402: ["SUBSCRIPTION_EXPIRED"],
  404: ["NOT_FOUND"],
  409: ["VALIDATION_ERROR", "TAXAUTH_UNCONFIRMED", "PDF_NOT_READY"],
  422: ["TAXAUTH_ERROR"],
  429: ["VOUCHER_LOCK_TIMEOUT", "SUBSCRIPTION_QUOTA_EXCEEDED", "QUOTA_EXCEEDED"],
  502: ["TAXAUTH_CONNECTION_ERROR"],
};

/** Source: api/README.md, "Shapes of details by code". */
const detailsByCode: Record<string, z.ZodType> = {
  "400 VALIDATION_ERROR": z.object({
    errors: field(z.array(part("Fault", { field: remark.shape.field, message: remark.shape.message })).min(1), {
      says: { en: "One entry per faulty field.", es: "Una entrada por cada campo con problemas." },
    }),
  }),
  "422 TAXAUTH_ERROR": z.array(authorityMessage).min(1),
  "429 VOUCHER_LOCK_TIMEOUT": z.object({
    retryAfterMs: field(z.int().min(0), {
      says: {
        en: "Milliseconds to wait before the next try.",
        es: "Milisegundos de espera antes del próximo intento.",
      },
      example: 2_000,
    }),
  }),
  "429 SUBSCRIPTION_QUOTA_EXCEEDED": z.object({
    quota: field(quota.pick({ granted: true, used: true, remaining: true, periodEnd: true }), {
      says: { en: "The quota of the month.", es: "El cupo del mes." },
    }),
  }),
};

/** Refused before anything of the request is read: nothing can be said of what was ignored. */
const unread = new Set([401, 405]);

const error = field(z.string().min(1), {
  says: {
    en: "The error in words, for people. Programs check the status and `code`.",
    es: "El error en palabras, para personas. Los programas miran el estado y `code`.",
  },
});

const made = new Map<string, z.ZodType>();

/** The codes that a failure of this status can carry, at an operation that has these of 409 and 429. */
export const codesOf = (status: number, own: readonly string[]): string[] =>
  (codesByStatus[status] ?? []).filter((code) => (status !== 409 && status !== 429) || own.includes(code));

/**
 * The body of a failure. A status has one schema, and an operation's own codes of 409 and 429 make one of their own: so a client
 * that looks at the status and then at `code` knows all that can come.
 */
export function failureOf(status: number, own: readonly string[]): z.ZodType {
  const codes = codesOf(status, own);
  const name = `Failure${status}${status === 409 || status === 429 ? codes.map(toTypeName).join("") : ""}`;
  const schema = made.get(name) ?? makeFailure(status, codes).openapi(name);
  made.set(name, schema);
  return schema;
}

function makeFailure(status: number, codes: string[]) {
  const [firstCode, ...otherCodes] = codes;
  const code = firstCode && field(z.enum([firstCode, ...otherCodes]), { says: codeWords, example: firstCode });
  const details = codes.flatMap((each) => detailsByCode[`${status} ${each}`] ?? []);
  const [first, ...others] = details;
  const detailsSchema =
    first && field(others.length === 0 ? first : z.union([first, ...others]), { says: detailsWords });
  return z.object({
    ok: like(ok, z.literal(false)),
    error,
    // A 429 for too many requests has no code.
    ...(code && { code: status === 429 ? code.optional() : code }),
    ...(detailsSchema && { details: status === 422 ? detailsSchema : detailsSchema.optional() }),
    ...(!unread.has(status) && { warnings }),
  });
}

const detailsWords = {
  en: "More about the error, depending on `code`: faulty fields, the authority's messages, a waiting time, or the quota.",
  es: "Más sobre el error, según `code`: los campos con problemas, los mensajes de ARCA, un tiempo de espera o el cupo.",
};

const codeWords = {
  en: "The error code for programs. Infrastructure errors have none.",
  es: "El código del error, para programas. Los errores de infraestructura no tienen.",
};

/** `PdfNotReady` of `PDF_NOT_READY`. */
const toTypeName = (code: string) =>
  code
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");
