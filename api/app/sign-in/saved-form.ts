import { z } from "zod";
import type { Form } from "../frame/form.js";
import { safeCompanyPath } from "../frame/safe-path.js";

/** A form that was sent when nobody was signed in any more. It travels through the sign-in page. */
export interface SavedForm {
  path: string;
  fields: [name: string, value: string][];
  /** A file cannot be kept: it has to be chosen again. */
  lostFile: boolean;
}

export const serializeForm = (path: string, form: Form): string =>
  JSON.stringify({ path, ...keptOf(form) } satisfies SavedForm);

/** Extracts what can be kept of a form. */
export function keptOf(form: Form): Omit<SavedForm, "path"> {
  const isText = (field: Form[number]): field is [string, string] => typeof field[1] === "string";
  const lostFile = form.some(([, value]) => typeof value !== "string" && value.size > 0);
  return { fields: form.filter(isText), lostFile };
}

const keptForm = z.object({
  path: z.string().refine((path) => safeCompanyPath(path) !== undefined),
  fields: z.array(z.tuple([z.string(), z.string()])).max(6_000),
  lostFile: z.boolean(),
});

/** The kept form that a sign-in carried; undefined when it carried none of ours. */
export function restoreForm(text: string): SavedForm | undefined {
  try {
    return keptForm.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
