import type { Form } from "../frame/form.js";

/** Limit of a part's head, before its content. A browser writes some 200 bytes and the names of field and file. */
const maxHeadBytes = 4_096;

interface MultipartForm {
  fields: Form;
  /** Whether the body ended as it must, or has more fields than were read. */
  isWhole: boolean;
}

/**
 * The fields of a form that was sent in parts, in order, at most so many; those beyond are not read. Each byte is looked at a fixed
 * number of times.
 * Source: RFC 7578, as browsers write it (the HTML Standard, "multipart form data").
 */
export function parseParts(body: Buffer, boundary: string, maxFields: number): MultipartForm {
  const [first, other] = [Buffer.from(`--${boundary}`), Buffer.from(`\r\n--${boundary}`)];
  const fields: Form = [];
  const broken = { fields, isWhole: false };
  if (!body.subarray(0, first.length).equals(first)) return broken;
  let at = first.length;
  while (!startsWith(body, at, "--")) {
    if (fields.length === maxFields) break;
    if (!startsWith(body, at, "\r\n")) return broken;
    const head = headAt(body, at + 2);
    const end = head && body.indexOf(other, head.end);
    if (!head || end === undefined || end === -1) return broken;
    const field = toField(head.text, body.subarray(head.end, end));
    if (!field) return broken;
    fields.push(field);
    at = end + other.length;
  }
  return { fields, isWhole: true };
}

const startsWith = (body: Buffer, at: number, text: string) => body.toString("latin1", at, at + text.length) === text;

function headAt(body: Buffer, at: number): { text: string; end: number } | undefined {
  const length = body.subarray(at, at + maxHeadBytes).indexOf("\r\n\r\n");
  return length === -1 ? undefined : { text: body.toString("utf8", at, at + length), end: at + length + 4 };
}

function toField(head: string, content: Buffer): Form[number] | undefined {
  const lines = head.split("\r\n");
  const find = (header: string) => lines.find((line) => line.toLowerCase().startsWith(header))?.slice(header.length);
  const disposition = find("content-disposition:");
  const name = disposition && parameterOf(disposition, "name");
  if (name === undefined || name === "") return undefined;
  const fileName = parameterOf(disposition ?? "", "filename");
  if (fileName === undefined) return [name, content.toString("utf8")];
  const type = find("content-type:")?.trim() ?? "application/octet-stream";
  return [name, new File([new Uint8Array(content)], fileName, { type })];
}

/** Between quotes, in which a browser encodes quotes and line breaks and nothing else. */
function parameterOf(disposition: string, name: string): string | undefined {
  const begin = `; ${name}="`;
  const at = disposition.indexOf(begin);
  if (at === -1) return undefined;
  const from = at + begin.length;
  const end = disposition.indexOf('"', from);
  if (end === -1) return undefined;
  return disposition.slice(from, end).replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}
