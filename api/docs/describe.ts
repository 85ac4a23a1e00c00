import { type RouteConfig, z } from "@hono/zod-openapi";
import { codesOf, failureOf } from "../schemas/failures.js";
import { timedOutWords } from "../timed-out.js";
import { failureExamples } from "./failure-examples.js";
import { operationIdOf } from "./operation-ids.js";

/** The meaning of the errors in api/README.md, by status. */
export const meanings: Record<number, string> = {
  400: "VALIDATION_ERROR: fix the request; `details.errors` names each faulty field.",
  401: "The key is missing, unknown or revoked, belongs to another company, or lacks the scope of this route. An address with too many failures gets 429.",
  402: "SUBSCRIPTION_EXPIRED: the company is read-only until it renews the subscription.",
  404: "NOT_FOUND.",
  405: "This path does not serve that method; `Allow` names those that it does.",
  409: "VALIDATION_ERROR: the key belongs to another voucher. TAXAUTH_UNCONFIRMED: try again with the same key. PDF_NOT_READY: try again in a few seconds.",
  422: "TAXAUTH_ERROR: the tax authority refused; `details` holds its codes.",
  429: "VOUCHER_LOCK_TIMEOUT, SUBSCRIPTION_QUOTA_EXCEEDED, QUOTA_EXCEEDED, or without code: too many requests of the key, the company or the address, or too many at once. Wait for Retry-After if it is there.",
  500: "Internal error, or a server of ours is away: the message names it. Try again with back-off, or after Retry-After if it is there.",
  502: "TAXAUTH_CONNECTION_ERROR: the authority is unreachable, or refuses the certificate, the clock or the service that the message names. It says what to do. It has Retry-After if retrying helps.",
};

const companyId = z.object({
  company_id: z
    .string()
    .openapi({ param: { name: "company_id", in: "path" }, description: "The company's code.", example: "demo" }),
});

interface Answer {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
  /** Downloads of the same, by content type. */
  others?: Record<string, z.ZodType>;
}

interface Operation {
  method: RouteConfig["method"];
  path: string;
  tag: string;
  summary: string;
  description: string;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  params?: z.ZodObject;
  body?: z.ZodType;
  bodyTypes?: string[];
  /** The same body in other forms, by content type. */
  otherBodies?: Record<string, z.ZodType>;
  /** How large a body may be; 1 MB unless given. */
  largest?: string;
  answers: Record<number, Answer>;
  /** Those that not every operation has. */
  failures: number[];
  /** Which codes a 409 and a 429 may carry here. */
  codes?: string[];
}

const preferences = z.object({
  Prefer: z.string().optional().openapi({
    description: "`handling=strict`: unknown or malformed input is a 400 instead of `warnings` (RFC 7240).",
    example: "handling=strict",
  }),
});

const named = {
  "Preference-Applied": z
    .string()
    .optional()
    .openapi({ description: "`handling=strict`, when the request asked for it." }),
  "X-Request-Id": z.string().openapi({ description: "The request's id: the one you sent, or a generated one." }),
};
/** Left out where the key has no limit, and in what is refused before the request counts. */
const paced = {
  ...named,
  "RateLimit-Limit": z.int().optional().openapi({ description: "Requests that the key may make per minute." }),
  "RateLimit-Remaining": z.int().optional().openapi({ description: "Requests left in the current minute." }),
  "RateLimit-Reset": z.int().optional().openapi({ description: "Seconds until the limit resets." }),
};
const retryable = {
  ...paced,
  "Retry-After": z.int().optional().openapi({ description: "Seconds to wait before the next try." }),
};
const headersOfFailure: Record<number, z.ZodRawShape> = {
  401: {
    ...named,
    "WWW-Authenticate": z
      .string()
      .openapi({ description: "How to authenticate.", example: 'Bearer realm="Talonario"' }),
  },
  405: { ...named, Allow: z.string().openapi({ description: "The methods of this path.", example: "GET, POST" }) },
  409: retryable,
  429: retryable,
  500: retryable,
  502: retryable,
};
const attachment = z.string().openapi({ description: "An attachment with a file name." });
const download = { ...paced, "Content-Disposition": attachment };
/** Where an answer may be a file. */
const fileName = { "Content-Disposition": attachment.optional() };

/** One operation of the OpenAPI document, built from the schemas that validate requests. Paths are relative to the company. */
export function describe({
  method,
  path,
  tag,
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
  failures,
  codes = [],
}: Operation): RouteConfig {
  const succeeding = Object.entries(answers).map(
    ([status, { description: text, schema, contentType = "application/json", others }]) => [
      status,
      {
        description: text,
        headers: z.object(contentType !== "application/json" ? download : others ? { ...paced, ...fileName } : paced),
        ...(schema && { content: contents({ [contentType]: schema, ...others }) }),
      },
    ],
  );
  const takesImage = bodyTypes.some((type) => type.startsWith("image/"));
  const tooSlow = timedOutWords(method.toUpperCase(), path).en;
  const words: Record<number, string> = { ...meanings, 413: tooLargeWords(takesImage, largest), 504: tooSlow };
  // Nobody reads the body of a GET.
  const statuses = new Set([...always, ...(method === "get" ? [] : [413]), ...failures]);
  const failing = [...statuses].map((status) => [
    String(status),
    {
      description: words[status] ?? "Error",
      headers: z.object(headersOfFailure[status] ?? paced),
      content: {
        "application/json": {
          schema: failureOf(status, codes),
          examples:
            status === 504
              ? { "too slow": { value: { ok: false, error: tooSlow } } }
              : failureExamples(status, codesOf(status, codes), takesImage),
        },
      },
    },
  ]);
  return {
    method,
    path: `/{company_id}${path}`,
    operationId: operationIdOf(method, path),
    tags: [tag],
    summary,
    description,
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

/** What every operation can answer. A 405 is of its path: for the methods that the path does not serve. */
const always = [400, 401, 405, 429, 500, 504];

const contents = (schemas: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

const tooLargeWords = (takesImage: boolean, largest: string) =>
  `${takesImage ? "The image is larger than 512 KiB, or the body" : "The body is larger"} than ${largest}.`;
