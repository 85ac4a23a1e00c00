import { invalidBody } from "../../errors.js";

/** How files begin that are sent in place of CSV. The first match counts. */
const others: [named: string, isOne: (head: string) => boolean][] = [
  ["an Excel workbook (.xlsx)", (head) => isZip(head) && head.includes("xl/")],
  ["an OpenDocument spreadsheet (.ods)", (head) => isZip(head) && head.includes("opendocument.spreadsheet")],
  ["an Apple Numbers document (.numbers)", (head) => isZip(head) && /Index\/|\.iwa/.test(head)],
  ["a ZIP archive (.zip)", isZip],
  ["an old Excel workbook (.xls)", (head) => head.startsWith("\u00d0\u00cf\u0011\u00e0")],
  ["a PDF (.pdf)", (head) => head.startsWith("%PDF")],
  ["a web page, whatever its name ends in", (head) => /^\W*<(!doctype html|html|table|meta|style)\b/i.test(head)],
  ["an XML file, whatever its name ends in", (head) => /^\W*<\?xml\b/i.test(head)],
];

/** A workbook names its parts early, behind a list of all of them or the thumbnail. */
const headBytes = 8_192;

function isZip(head: string): boolean {
  return head.startsWith("PK\u0003\u0004");
}

/** What a file is that is no CSV; undefined for what may be one. */
function nameOfOther(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  return others.find(([, isOne]) => isOne(head))?.[0];
}

/**
 * The text of a file, without a byte order mark.
 * @throws ApiError 400 for what is no CSV, and for another encoding: characters are not guessed, because a voucher cannot be corrected
 */
export function readText(bytes: Uint8Array): string {
  const other = nameOfOther(bytes);
  if (other !== undefined)
    throw invalidBody([
      { field: null, message: `the file is ${other}, and no CSV: open it in a spreadsheet and save it as “CSV UTF-8”` },
    ]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody([
      {
        field: null,
        message:
          "the file must be UTF-8, and is not: a spreadsheet saves it so as “CSV UTF-8”, and otherwise often as Windows-1252",
      },
    ]);
  }
}
