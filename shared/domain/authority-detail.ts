import type { LocalizedText } from "./localized-text.js";

/**
 * Findings of this service itself when it asked the tax authority: the whole text, and its Spanish for the middle of a sentence. The texts
 * are kept with a sale or a contingency, and go into logs, so they stay as they are; they are said in both languages here.
 */
const ofOurs: [RegExp, string][] = [
  [/^it expired on (\d{4})-(\d\d)-(\d\d)$/, "el $3/$2/$1"],
  [/^none is active$/, "ninguno está activo"],
  [/^not enabled for web services$/, "no habilitado para web services"],
  [/^no answer within (.+) (m?s)$/, "sin respuesta en $1 $2"],
  [/^it says of itself: (.+)$/, "dice de sí misma: $1"],
  [/^(?:ECONNREFUSED: )?connect (ECONNREFUSED.*)$/, "rechaza la conexión, $1"],
  [/^(?:ENOTFOUND: )?getaddrinfo \w+ (.+)$/, "no se encuentra $1"],
  [/^(?:ECONNRESET|UND_ERR_SOCKET): .*$/, "se cortó la conexión"],
  [/^the connection was lost$/, "se cortó la conexión"],
  [/^dropped before the first byte$/, "no se envió nada"],
  [/^given up before it was sent$/, "no se envió nada"],
  [/^the answer is longer than (\d+) bytes$/, "la respuesta pasa de $1 bytes"],
  [/^HTTP (\d+) without an answer that can be read$/, "HTTP $1 sin una respuesta legible"],
  [/^HTTP (\d+) without an answer$/, "HTTP $1 sin respuesta"],
  [/^HTTP (\d+) without a person$/, "HTTP $1 sin los datos de la persona"],
  [/^HTTP (\d+) without a ticket$/, "HTTP $1 sin ticket"],
  [/^fault: (.+)$/, "error: $1"],
  [/^fault (\S+): (.*)$/, "error $1: $2"],
  [/^(\w+) gave no rows$/, "$1 no trajo datos"],
  [/^(\w+) gave no (?:code|result|row) that can be read$/, "$1 no trajo nada legible"],
  [/^an empty answer$/, "una respuesta vacía"],
  [/^(?:an )?unreadable answer$/, "una respuesta ilegible"],
  [/^(?:unreadable voucher|a voucher that cannot be read)$/, "un comprobante ilegible"],
  [/^the amount cannot be read$/, "un importe ilegible"],
  [/^the quotation cannot be read$/, "una cotización ilegible"],
  [/^errors without a code$/, "errores sin código"],
  [
    /^it does not say whether the receiver must get credit invoices$/,
    "no dice si el receptor recibe facturas de crédito",
  ],
  [/^a new ticket was asked for less than a minute ago$/, "hace menos de un minuto que se pidió un ticket"],
  [/^another process is asking for a ticket$/, "otro proceso lo está pidiendo"],
  [
    /^the access ticket does not name this tax id, and it is too new to be replaced$/,
    "el ticket no incluye este CUIT y es muy nuevo para pedir otro",
  ],
  [/^access tickets could not be read or written$/, "no se pudieron leer o guardar los tickets"],
  [/^(coe\.alreadyAuthenticated), and no valid ticket is stored$/, "$1, y no hay un ticket válido guardado"],
  [/^the answer is about (?:another sequence|other numbers)$/, "la respuesta es sobre otros números"],
  [/^an answer without details$/, "una respuesta sin detalle"],
  [/^header and details contradict each other$/, "la respuesta se contradice"],
  [/^approved with errors: (.+)$/, "aprobado con errores: $1"],
  [/^approved without a readable authorization code$/, "aprobado sin un CAE legible"],
  [/^an authorization code at or after a refusal$/, "un CAE junto a un rechazo o después"],
  [/^refused (?:with unreadable reasons|without a reason)$/, "rechazado sin un motivo legible"],
  [/^the request cannot be written: (.+)$/, "no se pudo armar el pedido: $1"],
  [/^reported with errors: (.+)$/, "informado con errores: $1"],
  [/^reported with unreadable observations$/, "informado con observaciones ilegibles"],
  [/^reported under another code$/, "informado con otro código"],
  [/^a number was taken after a refused one$/, "tomó un número después de uno rechazado"],
];

/** Two details in one: what the service said, and why no other ticket was to be had. */
const joined: [RegExp, (first: string, second: string) => string][] = [
  [/^(.+); no new ticket: (.+)$/s, (told, why) => `${told}; sin ticket nuevo: ${why}`],
  [/^(.+) \(([^()]+)\)$/s, (told, why) => `${told} (${why})`],
];

function inSpanish(detail: string): string {
  const found = ofOurs.find(([text]) => text.test(detail));
  if (found) return detail.replace(...found);
  for (const [both, join] of joined) {
    const [, first = "", second = ""] = both.exec(detail) ?? [];
    if (first !== "") return join(inSpanish(first), inSpanish(second));
  }
  return detail;
}

/** For the middle of a sentence. What the authority itself said stays as it said it. */
export const sayDetail = (detail: string): LocalizedText => ({ en: detail, es: inSpanish(detail) });
