import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { ofType } from "./faults.js";
import { asText } from "./says.js";

/** A whole number that is a code of a table: who sends something else is told the codes. A person at a form chooses from a list. */
export const codeNumber = (codes: LocalizedText) =>
  z.int({
    // A number beyond the bounds is told the bounds.
    error: (issue) =>
      issue.code === "invalid_type"
        ? { message: asText(withCodes(ofType(issue.expected, issue.input), codes)) }
        : undefined,
  });

const withCodes = ({ en, es }: LocalizedText, codes: LocalizedText): LocalizedText => ({
  en: `${en} (${codes.en})`,
  es: `${es.replace(/\.$/, "")} (${codes.es}).`,
  app: es,
});
