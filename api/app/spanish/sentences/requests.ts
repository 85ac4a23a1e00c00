import { say } from "../sentence.js";
import { numberOf } from "./values.js";

const inProgress: Record<string, string> = {
  listings: "consultas",
  batches: "lotes",
  issuances: "emisiones",
};

const routes: Record<string, string> = {
  voucher: "comprobante",
  "point of sale": "punto de venta",
  webhook: "webhook",
  delivery: "entrega",
  certificate: "certificado",
  batch: "lote",
  "API key": "clave de API",
};

const soon = "esperá unos segundos y volvé a intentar";

/**
 * What any request can be refused for, whatever it asks for: api/request/, api/middleware/, api/server/, api/errors.ts, api/frame.ts,
 * api/timed-out.ts, api/reports/, api/taxauth/ and the 404 of each route.
 */
export const requestSentences = [
  // Bodies and parameters that cannot be read.
  say(
    "the body must be JSON: send Content-Type: application/json",
    "No llegaron los datos del formulario: volvé a enviarlo.",
  ),
  say("the body is not well-formed JSON", "Los datos llegaron dañados: volvé a enviarlos."),
  say("the body is nested deeper than {n} levels", "Los datos tienen demasiados niveles: {n} como mucho."),
  say(
    "is another key than the header Idempotency-Key",
    "El formulario llegó con dos claves distintas: volvé a abrirlo.",
  ),
  say("must list copies: 1, 2, 3", "Elegí las copias: original, duplicado o triplicado."),
  say("must be a4, ticket80 or ticket58", "Elegí hoja A4, ticket de 80 mm o ticket de 58 mm."),
  say("the body must be UTF-8", "Los datos tienen caracteres dañados: volvé a escribirlos."),
  say(
    "is one filter too many: a query may have at most {limit}; leave some out",
    "Hay demasiados filtros: dejá {limit} como mucho.",
  ),
  say(
    "may list at most {most} different values, and lists {count}; ask for them in several queries",
    "Elegí hasta {most} valores: hay {count}.",
  ),
  say("is not a known property", "No se conoce este dato y se ignora: fijate si está bien escrito."),
  say("is not a parameter of this path", "No se conoce este filtro y se ignora."),
  say("must be a whole number of 1 or more", "Tiene que ser un número sin decimales, 1 o más."),
  say("must be an instant, as ISO 8601, or a day, as YYYY-MM-DD", "Elegí una fecha que exista."),
  say("must be a text that is not empty", "Falta completar este dato."),
  say(
    "must be {form}, in every place of the list",
    "Hay un valor que no se entiende en la lista: corregilo o quitalo.",
  ),
  say("must list fields of these: {names}", "No se puede ordenar por ese dato: elegí otra columna."),
  say("must be a tax id: 11 digits, the last of which checks the others", "No es válido: revisá los 11 dígitos."),

  // Who asks.
  say("The API key is not valid for this company.", "La sesión no vale para esta empresa: volvé a ingresar."),
  say(
    "The Authorization header is missing: send Authorization: Bearer <API key>.",
    "Falta identificarse: volvé a ingresar.",
  ),
  say(
    `This route is not enabled for the key: it lacks the scope "{scope}".`,
    "La clave no tiene permiso para hacer esto: usá otra que lo tenga.",
  ),
  say(
    `This route is not enabled for the person, who lacks the scope "{scope}".`,
    "Tu rol no permite hacer esto: pedíselo a quien administra la empresa.",
  ),
  say("The path is not the caller's.", "La sesión no vale para esta empresa: volvé a ingresar."),
  say(
    "Too many failed authentications from this address: correct the credentials before you try again.",
    "Hubo demasiados ingresos fallidos desde esta conexión: esperá un minuto y revisá tus datos.",
  ),

  // What is not there.
  say("There is no such voucher in this environment.", "Ese comprobante no está en este ambiente: fijate en el otro."),
  say("There is no batch {id} in this environment.", "El lote {id} no está en este ambiente: fijate en el otro."),
  say(
    "There is no point of sale {number} in this environment.",
    "El punto de venta {number} no está en este ambiente: fijate en el otro.",
  ),
  say("There is no webhook {id} in this environment.", "Ese webhook no está en este ambiente: fijate en el otro."),
  say("There is no delivery {id} of this webhook.", "Esa entrega ya no está: las de más de 30 días se borran."),
  say(
    "There is no certificate {id} in this environment.",
    "Ese certificado no está en este ambiente: fijate en el otro.",
  ),
  say("There is no API key {id} in this environment.", "Esa clave no está en este ambiente: fijate en el otro."),
  say(
    "There is no such {what} in this environment: {name} must be a whole number from 1 to {most}.",
    ({ what }) => `No hay tal ${routes[what] ?? what} en este ambiente: volvé a la lista y elegí de ahí.`,
  ),
  say("There is no {method} {path}.", "Esa página no existe: volvé al inicio."),
  say("There is no table {name}: name is one of {names}.", "No hay una tabla {name}: elegí otra."),
  say(
    "There is no such currency: currency must be a code of 3 letters or digits, such as DOL.",
    "No hay tal moneda: elegí una de la lista.",
  ),
  say(
    "The tax authority's registry does not know this tax id.",
    "ARCA no tiene ese CUIT en el padrón: revisalo o completá los datos a mano.",
  ),
  say(
    "The tax authority has no quotation for this currency.",
    "ARCA no tiene cotización de esa moneda para ese día: escribila a mano.",
  ),
  say(
    "This path does not serve that method.",
    "Eso no se puede hacer desde esa dirección: volvé a la página anterior.",
  ),

  // Too large, too many, too slow.
  say(
    "The body is larger than {n} MB.",
    ({ n }) => `Lo que enviaste ocupa más de ${numberOf(n)} MB: achicalo o dividilo.`,
  ),
  say(
    "Too many requests at once: this company has {limit} {what} in progress.",
    ({ limit, what }) => `La empresa ya tiene ${limit} ${inProgress[what] ?? what} en curso: ${soon}.`,
  ),
  say("Too many requests: this person may make {n} a minute.", `Hiciste demasiados pedidos: ${soon}.`),
  say("Too many requests: this key may make {n} a minute.", `Hiciste demasiados pedidos: ${soon}.`),
  say(
    "Too many requests: the keys of this company may make {n} a minute together.",
    `La empresa hizo demasiados pedidos en este minuto: ${soon}.`,
  ),
  say(
    "Too many requests at once: {n} questions of this company to the tax authority are in progress.",
    ({ n }) => `La empresa ya tiene ${n} consultas a ARCA en curso: ${soon}.`,
  ),
  say(
    "Too many registry look-ups: this company may make {n} a minute of tax ids that were not looked up lately.",
    "La empresa ya buscó {n} CUIT en este minuto: esperá un minuto o completá los datos a mano.",
  ),
  say(
    "Too many batches at once: this company has {n} that are not over yet.",
    "La empresa tiene {n} lotes sin terminar: esperá a que termine alguno o cancelalo.",
  ),
  say(
    "Too many reports at once: this company has a report in progress. Ask again when it is done.",
    "La empresa ya está bajando un archivo: esperá a que termine y volvé a intentar.",
  ),
  say(
    "Too many reports at once: the service makes {n} reports for others. Ask again when it is done.",
    "El servicio está haciendo archivos para otros: volvé a intentar en unos segundos.",
  ),
  say(
    "The PDF is still being made; ask again in a few seconds.",
    "El PDF todavía se está haciendo: volvé a intentar en unos segundos.",
  ),
  say(
    "The PDF of a voucher can be made anew {n} times a day.",
    "El PDF se puede volver a hacer {n} veces por día: probá mañana.",
  ),
  ...[
    {
      english: "Send it again with the same idempotency key.",
      spanish: "Puede que se haya emitido igual: volvé a enviarlo desde el mismo formulario, que no lo duplica.",
    },
    { english: "Send it again: a preview changes nothing.", spanish: "Volvé a revisarlo." },
    {
      english: "The tax authority is slow or away: try again in a minute.",
      spanish: "ARCA está lenta o no responde: volvé a intentar en un minuto.",
    },
    {
      english:
        "The tax authority is slow or away: try again in a minute. GET /taxauth/status tells what does not answer.",
      spanish: "ARCA está lenta o no responde: volvé a intentar en un minuto.",
    },
    {
      english: "It may have been done all the same: look with a GET before you send it again.",
      spanish: "Puede que se haya hecho igual: fijate antes de volver a enviarlo.",
    },
    {
      english: "Narrow the filters, to fewer days for example, or ask for a smaller page with limit; then try again.",
      spanish: "Elegí menos días o más filtros y volvé a intentar.",
    },
    { english: "Try again.", spanish: "Volvé a intentar." },
    {
      english: "No issuer gives a sign of life: send it again with the same idempotency key once one runs.",
      spanish:
        "No hay ningún emisor funcionando, y puede que se haya emitido igual: volvé a enviarlo más tarde desde el mismo formulario, que no lo duplica.",
    },
  ].map(({ english, spanish }) => say(`The request took too long. ${english}`, `Tardó demasiado. ${spanish}`)),
  say(
    "Something went wrong on our side. Try again with the same data.",
    "Algo falló de nuestro lado: volvé a intentar con los mismos datos.",
  ),
  say(
    "The database does not answer. Try again in a moment with the same data.",
    "La base de datos no responde: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The database is starting, stopping or recovering. Try again in a moment with the same data.",
    "La base de datos está arrancando: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The database is slow, and took too long for this. Try again in a moment with the same data.",
    "La base de datos está lenta y tardó demasiado: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The storage of PDFs and logos is away or full. Try again in a moment with the same data.",
    "El almacenamiento de PDF y logos no responde o está lleno: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The disk or the memory of the database is full. Try again later with the same data.",
    "A la base de datos le falta espacio: volvé a intentar más tarde con los mismos datos.",
  ),
  say(
    "The database takes no more connections. Try again in a moment with the same data.",
    "La base de datos no admite más conexiones: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The database takes no changes at present. Try again in a moment with the same data.",
    "La base de datos no admite cambios ahora: volvé a intentar en un momento con los mismos datos.",
  ),
  say(
    "The database does not let this service in. Try again later with the same data.",
    "La base de datos no deja entrar al servicio: volvé a intentar más tarde con los mismos datos.",
  ),
  say(
    "Redis, which brings this work to whoever does it, is away or full. Try again in a moment with the same data.",
    "Redis no responde o está lleno, y esto pasa por ahí: volvé a intentar en un momento con los mismos datos.",
  ),
  say("The request cannot be served.", "No se pudo hacer: volvé a intentar."),
  say("The request's address or Host header is malformed.", "La dirección está mal escrita: volvé al inicio."),
  say(
    "What the header Expect asks for is not supported.",
    "El navegador pidió algo que no se puede hacer: probá con otro.",
  ),
  say("The address and the headers are longer than {n} bytes.", "La dirección es demasiado larga: usá menos filtros."),
  say("The request did not arrive in time.", "El pedido no llegó a tiempo: volvé a intentar."),
  say("This is no HTTP request that can be read.", "El pedido llegó dañado: volvé a intentar."),
];
