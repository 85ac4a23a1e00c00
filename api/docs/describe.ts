import { type RouteConfig, z } from "@hono/zod-openapi";
import { asLocalized, type LocalizedText } from "../../shared/domain/localized-text.js";
import { timedOutWords } from "../http/timed-out.js";
import { codesOf, failureOf } from "../schemas/failures.js";
import { field } from "../schemas/field.js";
import { asText } from "../schemas/says.js";
import { failureExamples } from "./failure-examples.js";
import { meanings } from "./meanings.js";

const companyId = z.object({
  company_id: z.string().openapi({
    param: { name: "company_id", in: "path" },
    description: asText({ en: "The company's code.", es: "El código de la empresa." }),
    example: "demo",
  }),
});

interface DocumentedResponse {
  description: LocalizedText;
  schema: z.ZodType;
  contentType?: string;
  /** Downloads of the same, by content type. */
  others?: Record<string, z.ZodType>;
}

/** The answer of an operation that succeeds. */
export const answer = (
  status: number,
  schema: z.ZodType,
  description: LocalizedText,
  more: Pick<DocumentedResponse, "contentType" | "others"> = {},
): Record<number, DocumentedResponse> => ({ [status]: { description, schema, ...more } });

interface OperationDescription {
  summary: LocalizedText;
  description: LocalizedText;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  params?: z.ZodObject;
  body?: z.ZodType;
  bodyTypes?: string[];
  /** Body in other forms, by content type. */
  otherBodies?: Record<string, z.ZodType>;
  /** How large a body may be; 1 MB unless given. */
  largest?: string;
  answers: Record<number, DocumentedResponse>;
  /** Failure statuses besides the usual ones, which follow from its method and path. */
  failures?: number[];
  /** Usual failure statuses that it does not have. */
  never?: number[];
  /** Which codes a 409 and a 429 may carry here. */
  codes?: string[];
}

const preferences = z.object({
  Prefer: field(z.string().optional(), {
    says: {
      en: "`handling=strict`: unknown or malformed input is a 400 instead of `warnings` (RFC 7240).",
      es: "`handling=strict`: lo desconocido o mal formado es un 400 y no `warnings` (RFC 7240).",
    },
    example: "handling=strict",
  }),
});

const named = {
  "Preference-Applied": field(z.string().optional(), {
    says: {
      en: "`handling=strict`, when the request asked for it.",
      es: "`handling=strict`, si el pedido lo trae.",
    },
  }),
  "X-Request-Id": field(z.string(), {
    says: {
      en: "The request's id: the one you sent, or a generated one.",
      es: "El id del pedido: el que enviaste, o uno generado.",
    },
  }),
};
/** Left out where the key has no limit, and in what is refused before the request counts. */
const paced = {
  ...named,
  "RateLimit-Limit": field(z.int().optional(), {
    says: {
      en: "Requests that the key may make per minute.",
      es: "Los pedidos que la clave puede hacer por minuto.",
    },
  }),
  "RateLimit-Remaining": field(z.int().optional(), {
    says: { en: "Requests left in the current minute.", es: "Los pedidos que quedan en este minuto." },
  }),
  "RateLimit-Reset": field(z.int().optional(), {
    says: { en: "Seconds until the limit resets.", es: "Segundos hasta que el límite se renueve." },
  }),
  "RateLimit-Policy": field(z.string().optional(), {
    says: {
      en: 'The key\'s limit as a structured field: "key";q=600;w=60 is 600 requests in 60 seconds.',
      es: 'El límite de la clave como campo estructurado: "key";q=600;w=60 son 600 pedidos en 60 segundos.',
    },
  }),
  RateLimit: field(z.string().optional(), {
    says: {
      en: 'What is left of it: "key";r=599;t=30 is 599 requests, for 30 seconds.',
      es: 'Lo que queda de él: "key";r=599;t=30 son 599 pedidos, por 30 segundos.',
    },
  }),
};
const retryable = {
  ...paced,
  "Retry-After": field(z.int().optional(), {
    says: {
      en: "Seconds to wait before the next try.",
      es: "Segundos de espera antes del próximo intento.",
    },
  }),
};
const headersOfFailure: Record<number, z.ZodRawShape> = {
  401: {
    ...named,
    "WWW-Authenticate": field(z.string(), {
      says: { en: "How to authenticate.", es: "Cómo identificarse." },
      example: 'Bearer realm="Talonario"',
    }),
  },
  405: {
    ...named,
    Allow: field(z.string(), {
      says: { en: "The methods of this path.", es: "Los métodos de esta ruta." },
      example: "GET, POST",
    }),
  },
  409: retryable,
  429: retryable,
  500: retryable,
  502: retryable,
};
const attachment = field(z.string(), {
  says: { en: "An attachment with a file name.", es: "Un adjunto con nombre de archivo." },
});
const download = { ...paced, "Content-Disposition": attachment };
/** Where an answer may be a file. */
const fileName = { "Content-Disposition": attachment.optional() };

/**
 * Describes the operations of one group, each as "POST /batches", relative to the company, with the name of its own that generated
 * clients call it by, and links into `/docs` end with. A name never changes.
 */
export const describeIn =
  (tag: string) =>
  (route: string, operationId: string, operation: OperationDescription): RouteConfig => {
    const [method = "", path = ""] = route.split(" ");
    return {
      method: method.toLowerCase() as RouteConfig["method"],
      path: `/{company_id}${path}`,
      operationId,
      tags: [tag],
      ...describe(method, path, operation),
    };
  };

/** Builds the part of an operation that follows from the schemas that validate requests. */
function describe(
  method: string,
  path: string,
  {
    summary,
    description,
    query,
    headers,
    params,
    body,
    bodyTypes = ["application/json"],
    otherBodies = {},
    largest = "1 MB",
    answers,
    failures = [],
    never = [],
    codes = [],
  }: OperationDescription,
) {
  const succeeding = Object.entries(answers).map(
    ([status, { description: text, schema, contentType = "application/json", others }]) => [
      status,
      {
        description: asText(text),
        headers: z.object(contentType !== "application/json" ? download : others ? { ...paced, ...fileName } : paced),
        content: contents({ [contentType]: schema, ...others }),
      },
    ],
  );
  const takesImage = bodyTypes.some((type) => type.startsWith("image/"));
  const tooSlow = timedOutWords(method, path);
  const words: Record<number, LocalizedText> = { ...meanings, 413: tooLargeWords(takesImage, largest), 504: tooSlow };
  const failing = [...usualFailures(method, params), ...failures]
    .filter((status) => !never.includes(status))
    .map((status) => [
      String(status),
      {
        description: asText(words[status] ?? asLocalized("Error")),
        headers: z.object(headersOfFailure[status] ?? paced),
        content: {
          "application/json": {
            schema: failureOf(status, codes),
            examples:
              status === 504
                ? { "too slow": { value: { ok: false, error: asText(tooSlow) } } }
                : failureExamples(status, codesOf(status, codes), takesImage),
          },
        },
      },
    ]);
  return {
    summary: asText(summary),
    description: asText(description),
    security: [{ apiKey: [] }],
    request: {
      ...(query && { query }),
      headers: preferences.extend(headers?.shape ?? {}),
      params: companyId.extend(params?.shape ?? {}),
      ...(body && {
        body: {
          required: true,
          content: contents({ ...Object.fromEntries(bodyTypes.map((type) => [type, body])), ...otherBodies }),
        },
      }),
    },
    responses: Object.fromEntries([...failing, ...succeeding]),
  };
}

/** Failure statuses of most operations. Nobody reads the body of a GET. A 405 is of the path: for the methods it does not serve. */
const usualFailures = (method: string, params: z.ZodObject | undefined) => [
  ...[400, 401, 405, 429, 500, 504],
  ...(method === "GET" ? [] : [402, 413]),
  ...(params ? [404] : []),
];

const contents = (schemas: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

const tooLargeWords = (takesImage: boolean, largest: string): LocalizedText => ({
  en: `${takesImage ? "The image is larger than 512 KiB, or the body" : "The body is larger"} than ${largest}.`,
  es: `${takesImage ? "La imagen ocupa más de 512 KiB, o el cuerpo" : "El cuerpo ocupa"} más de ${largest}.`,
});
