import { z } from "@hono/zod-openapi";

/** A text of at most `most` characters that can be stored and printed. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, { error: "must not contain control characters" })
    .refine((value) => value.isWellFormed(), { error: "must be well-formed Unicode text" });

export const requiredText = (most: number) => text(most).regex(/\S/, { error: "must not be empty" });
