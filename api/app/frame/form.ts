import type { Context } from "hono";

/** What a form sent, in order: a name may be there several times. */
export type Form = [name: string, value: string | File][];

/** A form has at most this many fields: a voucher of 1,000 lines has 5,000. Those beyond are not read. */
const maxFields = 6_000;

/** How browsers name the two ways to send a form. Any other content is no form. */
const ofParts = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;
const ofPairs = /^application\/x-www-form-urlencoded\b/i;

/** What a form sent. It is cut before it is read: to read the millions of fields that a body has room for takes many seconds. */
export async function readSentForm(c: Context): Promise<Form> {
  const type = c.req.header("content-type") ?? "";
  const boundary = ofParts.exec(type)?.[2];
  if (boundary === undefined && !ofPairs.test(type)) return [];
  const body = Buffer.from(await c.req.arrayBuffer());
  const read = boundary === undefined ? cut(body, "&", "") : cut(body, `--${boundary}`, `--${boundary}--\r\n`);
  const data = await new Response(read, { headers: { "content-type": type } }).formData().catch(() => new FormData());
  return [...data.entries()];
}

/** The body with the first `maxFields`, which the separator stands before or between, and this end; or all of it, if it has no more. */
function cut(body: Buffer<ArrayBuffer>, separator: string, end: string): Buffer<ArrayBuffer> {
  let at = -1;
  for (let found = 0; found <= maxFields; found += 1) {
    at = body.indexOf(separator, at + 1);
    if (at === -1) return body;
  }
  return Buffer.concat([body.subarray(0, at), Buffer.from(end)]);
}

/** The value of a field without blanks around it; empty when it was not sent. */
export function text(form: Form, name: string): string {
  const found = form.find(([each]) => each === name)?.[1];
  return typeof found === "string" ? found.trim() : "";
}

/** The values of a field that may be there several times. */
export const texts = (form: Form, name: string): string[] =>
  form.flatMap(([each, value]) => (each === name && typeof value === "string" ? [value.trim()] : []));

/** The file of a field; undefined when none was chosen. */
export function file(form: Form, name: string): File | undefined {
  const found = form.find(([each]) => each === name)?.[1];
  return found instanceof File && found.size > 0 ? found : undefined;
}

/** All texts of a form by their names, as a page shows them again. */
export const values = (form: Form): Record<string, string> =>
  Object.fromEntries(form.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** Far beyond the longest password, in whatever letters: what is longer is refused as too long, or is no password of anybody. */
const maxSecretLength = 2_000;

/** The text of a field as it was typed: blanks at its ends belong to a password. */
export function secretText(form: Form, name: string): string {
  const found = form.find(([each]) => each === name)?.[1];
  return typeof found === "string" ? found.slice(0, maxSecretLength) : "";
}
