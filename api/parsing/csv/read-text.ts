import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { invalidBody } from "../../http/errors.js";
import { readUtf8 } from "../read-utf8.js";

/** How files begin that are sent in place of CSV. The first match counts. */
const others: [named: LocalizedText, isOne: (head: string) => boolean][] = [
  [{ en: "an Excel workbook (.xlsx)", es: "un libro de Excel (.xlsx)" }, (head) => isZip(head) && head.includes("xl/")],
  [
    { en: "an OpenDocument spreadsheet (.ods)", es: "una planilla OpenDocument (.ods)" },
    (head) => isZip(head) && head.includes("opendocument.spreadsheet"),
  ],
  [
    { en: "an Apple Numbers document (.numbers)", es: "un documento de Numbers (.numbers)" },
    (head) => isZip(head) && /Index\/|\.iwa/.test(head),
  ],
  [{ en: "a ZIP archive (.zip)", es: "un archivo comprimido (.zip)" }, isZip],
  [
    { en: "an old Excel workbook (.xls)", es: "un libro viejo de Excel (.xls)" },
    (head) => head.startsWith("\u00d0\u00cf\u0011\u00e0"),
  ],
  [{ en: "a PDF (.pdf)", es: "un PDF (.pdf)" }, (head) => head.startsWith("%PDF")],
  [
    { en: "a web page, whatever its name ends in", es: "una página web, aunque su nombre termine en otra cosa" },
    (head) => /^\W*<(!doctype html|html|table|meta|style)\b/i.test(head),
  ],
  [
    { en: "an XML file, whatever its name ends in", es: "un archivo XML, aunque su nombre termine en otra cosa" },
    (head) => /^\W*<\?xml\b/i.test(head),
  ],
];

/** A workbook names its parts early, behind a list of all of them or the thumbnail. */
const headBytes = 8_192;

function isZip(head: string): boolean {
  return head.startsWith("PK\u0003\u0004");
}

/** Names what a file is that is no CSV; undefined for what may be one. */
function nameOfOther(bytes: Uint8Array): LocalizedText | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  return others.find(([, isOne]) => isOne(head))?.[0];
}

const noCsv = ({ en, es }: LocalizedText): LocalizedText => ({
  en: `the file is ${en}, and no CSV: open it in a spreadsheet and save it as “CSV UTF-8”`,
  es: `El archivo es ${es}, no un CSV: abrilo en una planilla y guardalo como «CSV UTF-8».`,
});

const noUtf8: LocalizedText = {
  en: "the file must be UTF-8, and is not: a spreadsheet saves it so as “CSV UTF-8”, and otherwise often as Windows-1252",
  es: "El archivo no está en UTF-8: en la planilla, guardalo como «CSV UTF-8».",
};

/**
 * The text of a file, without a byte order mark.
 * @throws ApiError 400 for what is no CSV, and for another encoding: characters are not guessed, because a voucher cannot be corrected
 */
export function readText(bytes: Uint8Array): string {
  const other = nameOfOther(bytes);
  if (other !== undefined) throw invalidBody([{ field: null, message: noCsv(other) }]);
  const text = readUtf8(bytes);
  if (text === undefined) throw invalidBody([{ field: null, message: noUtf8 }]);
  return text;
}
