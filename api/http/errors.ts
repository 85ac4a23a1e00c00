import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";
import { decimal, withSmallInitial } from "../../shared/domain/spanish.js";
import type { Translate } from "./answer-language.js";
import { type FieldPath, type FieldPlace, writeField } from "./field.js";

/** One fault of a body. `field` is null when all of it is at fault. */
export interface FieldFault {
  field: FieldPath | null;
  message: LocalizedText;
}

/** One fault of what was sent, in which a body may have its place. */
export interface PlacedFault {
  field: FieldPlace | null;
  message: LocalizedText;
}

/** A fault, or what was ignored, as an answer tells it. */
export interface LocalizedFault {
  field: string | null;
  message: string;
}

/** An answer other than success. `message` is its English, for logs and the command line. Source: api/README.md, "Errors". */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: ContentfulStatusCode;
  readonly said: LocalizedText;
  readonly code: string | undefined;
  /** Faults of a body. They are its `details`. */
  readonly faults: PlacedFault[] | undefined;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    said: LocalizedText,
    {
      code,
      faults,
      details,
      headers = {},
    }: { code?: string; faults?: PlacedFault[]; details?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(localizeFor("en", said));
    this.status = status;
    this.said = said;
    this.code = code;
    this.faults = faults;
    this.details = details;
    this.headers = headers;
  }
}

/** Source: RFC 9110, section 15.5.2; RFC 6750, section 3. */
const challenge = { "WWW-Authenticate": 'Bearer realm="Talonario"' };

export const unauthorized = (said: LocalizedText) => new ApiError(401, said, { headers: challenge });
export const notFound = (said: LocalizedText) => new ApiError(404, said, { code: "NOT_FOUND" });
/** A violated rule that needs our data, not only the body. It carries no details. */
export const businessFault = (said: LocalizedText) => new ApiError(400, said, { code: "VALIDATION_ERROR" });

export const invalidBody = (faults: PlacedFault[]): ApiError =>
  new ApiError(400, summaryOf(faults), { code: "VALIDATION_ERROR", faults });

/** The first fault, and how many more there are: a caller of the API may read both, in either language. */
export function summaryOf([first, ...others]: PlacedFault[]): LocalizedText {
  const { en = "", es = "" } = first?.message ?? {};
  const where = first?.field ? `${writeField(first.field)}: ` : "";
  const inSpanish = where ? where + withSmallInitial(es) : es;
  if (others.length === 0) return { en: where + en, es: inSpanish };
  return {
    en: `${where}${en} (and ${others.length} more ${others.length === 1 ? "problem" : "problems"})`,
    es: `${inSpanish.replace(/\.$/, "")} (y ${others.length} más).`,
    app: `Hay ${decimal(others.length + 1)} datos para corregir. El primero: ${where}${withSmallInitial(es)}`,
  };
}

export const unexpected: LocalizedText = {
  en: "Something went wrong on our side. Try again with the same data.",
  es: "Algo falló de nuestro lado: volvé a intentar con los mismos datos.",
};

/** The body of the answer, in the language of whom it is said to. */
export const toEnvelope = ({ said, code, faults, details }: ApiError, translate: Translate) => ({
  ok: false,
  error: translate(said),
  code,
  details: faults ? { errors: faults.map((fault) => sayFault(fault, translate)) } : details,
});

export const sayFault = ({ field, message }: PlacedFault, translate: Translate): LocalizedFault => ({
  field: field && writeField(field),
  message: translate(message),
});
