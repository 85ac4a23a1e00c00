import type { Form } from "../frame/form.js";
import { parsePairs } from "./parse-pairs.js";
import { parseParts } from "./parse-parts.js";

/** A form has at most this many fields: a voucher of 1,000 lines has 5,000. Those beyond are not read. */
const maxFields = 6_000;

/** The longest header by which a browser says how it sends a form has some 100 characters. */
const maxTypeLength = 200;

/** How browsers name the two ways to send a form. Any other content is no form. */
const ofParts = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;
const ofPairs = /^application\/x-www-form-urlencoded\b/i;

/** How a form was sent: its boundary in parts, null as pairs. */
type FormEncoding = { boundary: string | null };

/** @param type the header `Content-Type`. Undefined when the content is no form */
export function readSending(type = ""): FormEncoding | undefined {
  if (type.length > maxTypeLength) return undefined;
  const boundary = ofParts.exec(type)?.[2];
  if (boundary !== undefined) return { boundary };
  return ofPairs.test(type) ? { boundary: null } : undefined;
}

/** Parses what a form sent, in order; undefined when it cannot be read. The body is changed. */
export function parseForm(body: Buffer, { boundary }: FormEncoding): Form | undefined {
  if (boundary === null) return parsePairs(body, maxFields);
  const { fields, isWhole } = parseParts(body, boundary, maxFields);
  return isWhole ? fields : undefined;
}

/** The text of a field that stands whole in the beginning of a form. */
export function findEarly(beginning: Buffer, { boundary }: FormEncoding, name: string): string | undefined {
  // Of its own: to read it as pairs changes it.
  const copy = Buffer.from(beginning);
  const fields: Form = boundary === null ? parsePairs(copy, maxFields) : parseParts(copy, boundary, maxFields).fields;
  const value = fields.find(([each]) => each === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
