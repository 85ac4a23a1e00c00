import { z } from "zod";
import type { Form } from "../frame/form.js";
import { companyPath } from "../frame/own-path.js";

/** A form that was sent when nobody was signed in any more. It travels through the sign-in page. */
export interface KeptForm {
  path: string;
  fields: [name: string, value: string][];
  /** A file cannot be kept: it has to be chosen again. */
  lostFile: boolean;
}

export const toKept = (path: string, form: Form): string =>
  JSON.stringify({ path, ...keptOf(form) } satisfies KeptForm);

/** What of a form can be kept. */
export function keptOf(form: Form): Omit<KeptForm, "path"> {
  const isText = (field: Form[number]): field is [string, string] => typeof field[1] === "string";
  const lostFile = form.some(([, value]) => typeof value !== "string" && value.size > 0);
  return { fields: form.filter(isText), lostFile };
}

const keptForm = z.object({
  path: z.string().refine((path) => companyPath(path) !== undefined),
  fields: z.array(z.tuple([z.string(), z.string()])).max(6_000),
  lostFile: z.boolean(),
});

/** The kept form that a sign-in carried; undefined when it carried none of ours. */
export function fromKept(text: string): KeptForm | undefined {
  try {
    return keptForm.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
