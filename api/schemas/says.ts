import type { LocalizedText } from "../../shared/domain/localized-text.js";

/**
 * The `error` of a check that says this in both languages. The types of zod know texts alone, yet it passes on whatever a check says:
 * `toFaults` gets it as it was given.
 */
export const says =
  (words: LocalizedText | ((input: unknown) => LocalizedText)) =>
  ({ input }: { input?: unknown }): { message: string } => ({
    message: asText(typeof words === "function" ? words(input) : words),
  });

/** Words in the place of a text: of an issue's message, or of a description in the OpenAPI document. */
export const asText = (words: LocalizedText): string => words as unknown as string;
