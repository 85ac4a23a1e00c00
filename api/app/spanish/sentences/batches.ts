import { say } from "../sentence.js";
import { numberOf } from "./values.js";

/** What a batch is refused for, as JSON or CSV: api/batches/ and api/request/read-batch.ts. */
export const batchSentences = [
  say("the body must be JSON or CSV: send Content-Type: application/json or text/csv", "Elegí un archivo CSV."),
  say("is larger than 1 MB, the most that one issuance may be", "El comprobante ocupa más de 1 MB: acortalo."),
  say(
    "is the key of {place} as well: each voucher needs its own",
    ({ place }) => `La clave es la misma que la de ${placeOf(place)}: cada comprobante lleva la suya.`,
  ),
  say(
    "more is wrong than these {n} faults: mend them, and send it again",
    ({ n }) => `Hay más errores que estos ${numberOf(n)}: corregilos y volvé a cargar el archivo.`,
  ),
  say(
    "must be a number with a decimal point: write {written}, not {text}",
    "Escribí {written} en lugar de {text}: los decimales van con punto.",
  ),
  say(
    "can be read as {thousands} and as {fraction}: write {whole} for the one, {exact} for the other",
    ({ thousands, fraction, whole, exact }) =>
      `Puede ser ${numberOf(thousands)} o ${numberOf(fraction)}: escribí ${whole} o ${exact}.`,
  ),
  say(
    "is {text}, because the spreadsheet rounded it: make the column text, and write the whole number anew",
    "Dice {text} porque la planilla redondeó el número: poné la columna como texto y escribilo entero de nuevo.",
  ),
  ...[
    { english: "an Excel workbook (.xlsx)", spanish: "un libro de Excel (.xlsx)" },
    { english: "an old Excel workbook (.xls)", spanish: "un libro viejo de Excel (.xls)" },
    { english: "an OpenDocument spreadsheet (.ods)", spanish: "una planilla OpenDocument (.ods)" },
    { english: "an Apple Numbers document (.numbers)", spanish: "un documento de Numbers (.numbers)" },
    { english: "a ZIP archive (.zip)", spanish: "un archivo comprimido (.zip)" },
    { english: "a PDF (.pdf)", spanish: "un PDF (.pdf)" },
    {
      english: "a web page, whatever its name ends in",
      spanish: "una página web, aunque su nombre termine en otra cosa",
    },
    {
      english: "an XML file, whatever its name ends in",
      spanish: "un archivo XML, aunque su nombre termine en otra cosa",
    },
  ].map(({ english, spanish }) =>
    say(
      `the file is ${english}, and no CSV: open it in a spreadsheet and save it as “CSV UTF-8”`,
      `El archivo es ${spanish}, no un CSV: abrilo en una planilla y guardalo como «CSV UTF-8».`,
    ),
  ),
  say(
    "has {cells} cells where the header has {width}: put a cell that holds a separator or a line break in quotation marks",
    "Tiene {cells} celdas y el encabezado tiene {width}: poné entre comillas la celda que lleva un separador o un salto de línea.",
  ),
  say(
    "is one voucher too many: a batch has at most {most}",
    ({ most }) => `El lote puede tener hasta ${numberOf(most)} comprobantes: dividí el archivo.`,
  ),
  say(
    "the file has no voucher: a header and at least one row are needed",
    "El archivo no tiene comprobantes: hacen falta el encabezado y al menos una línea.",
  ),
  say(
    "has {n} columns: at most {most} are read",
    ({ n, most }) => `Tiene ${numberOf(n)} columnas y se leen hasta ${numberOf(most)}: quitá las que sobran.`,
  ),
  say("stands in the header twice", "La columna está dos veces en el encabezado: quitá una."),
  say("is not a known column", "No se conoce esta columna: fijate si está bien escrita, o quitala."),
  say(
    "is required: the header names the columns, and one of them is idempotency, the key of each voucher",
    "Falta la columna idempotency en el encabezado: lleva la clave de cada comprobante.",
  ),
  say(
    "the file must be UTF-8, and is not: a spreadsheet saves it so as “CSV UTF-8”, and otherwise often as Windows-1252",
    "El archivo no está en UTF-8: en la planilla, guardalo como «CSV UTF-8».",
  ),
  say(
    "is one line too many: a file has at most {most}",
    ({ most }) => `El archivo puede tener hasta ${numberOf(most)} líneas: dividilo.`,
  ),
  say("begins with a quotation mark that is not closed", "Empieza con una comilla que no se cierra."),
  say(
    `has text behind a closing quotation mark: within a quoted cell write a quotation mark as ""`,
    `Tiene texto después de la comilla de cierre: dentro de una celda entre comillas, la comilla se escribe "".`,
  ),
  say(
    `has a quotation mark within a cell: put the whole cell in quotation marks, and write this one as ""`,
    `Tiene una comilla dentro de una celda: poné toda la celda entre comillas y escribí esta como "".`,
  ),
  say(
    "must be as in line {line} or empty: rows with the same idempotency are one voucher",
    "Tiene que ser igual que en la línea {line} o quedar vacío: las filas con la misma clave son un solo comprobante.",
  ),
];

/** `invoices.3` and `line 7`, as the sender finds them again. */
function placeOf(place: string): string {
  const [, index, line] = /^(?:invoices\.(\d+)|line (\d+))$/.exec(place) ?? [];
  if (line !== undefined) return `la línea ${line}`;
  return index === undefined ? place : `el comprobante ${Number(index) + 1}`;
}
