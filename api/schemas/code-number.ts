import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { ofType } from "./faults.js";
import { asText } from "./says.js";

/** A whole number that is a code of a table: who sends something else is told the codes. A person at a form chooses from a list. */
export const codeNumber = (codes: Words) =>
  z.int({
    // A number beyond the bounds is told the bounds.
    error: (issue) =>
      issue.code === "invalid_type"
        ? { message: asText(withCodes(ofType(issue.expected, issue.input), codes)) }
        : undefined,
  });

const withCodes = ({ en, es }: Words, codes: Words): Words => ({
  en: `${en} (${codes.en})`,
  es: `${es.replace(/\.$/, "")} (${codes.es}).`,
  app: es,
});
