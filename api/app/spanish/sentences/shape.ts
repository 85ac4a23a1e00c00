import { say } from "../sentence.js";
import { numberOf } from "./values.js";

/** What a single field of a body must be: api/schemas/faults.ts, text.ts, storable.ts and the schemas' own `error`. */
export const shapeSentences = [
  say("is required: a text", "Falta completar este dato."),
  say("is required: a number", "Falta completar este número."),
  say("is required: a whole number", "Falta completar este número, sin decimales."),
  say("is required: true or false", "Falta elegir sí o no."),
  say("is required: a list", "Falta al menos un elemento."),
  say("is required: an object", "Faltan completar estos datos."),
  say("must be a text", "Tiene que ser un texto."),
  say("must be a text, not a number", "Tiene que ser un texto: escribilo entre comillas."),
  say("must be a number", "Tiene que ser un número."),
  say("must be a whole number", "Tiene que ser un número sin decimales."),
  say("must be true or false", "Tiene que ser sí o no (true o false)."),
  say("must be a list", "Tiene que ser una lista."),
  say("must be an object", "Tiene que ser un grupo de datos (un objeto)."),
  say("must be one of {values}", "Elegí uno de estos valores: {values}."),
  say(`must be "{value}"`, "Solo puede ser {value}."),
  say("must have at least {n} characters", ({ n }) =>
    n === "1" ? "Falta completar este dato." : `Escribí al menos ${numberOf(n)} caracteres.`,
  ),
  say("must have at least {n} elements", ({ n }) =>
    n === "1" ? "Falta al menos un elemento." : `Tiene que haber al menos ${numberOf(n)} elementos.`,
  ),
  say("must have at most {n} characters", ({ n }) => `Acortalo: puede tener hasta ${numberOf(n)} caracteres.`),
  say("must have at most {n} elements", ({ n }) => `Quitá algunos: puede haber hasta ${numberOf(n)}.`),
  say("must be {n} or more", ({ n }) => `Tiene que ser ${numberOf(n)} o más.`),
  say("must be more than {n}", ({ n }) => `Tiene que ser mayor que ${numberOf(n)}.`),
  say("must be {n} or less", ({ n }) => `Tiene que ser ${numberOf(n)} o menos.`),
  say("must not contain control characters", "Tiene caracteres que no se pueden imprimir: escribilo de nuevo."),
  say("must be well-formed Unicode text", "Tiene caracteres dañados: escribilo de nuevo."),
  say("must not be empty", "Falta completar este dato."),
  say(
    "must be an object of at most 16 KB whose texts are well-formed and free of NUL",
    "Ocupa demasiado o tiene caracteres dañados: acortalo a 16 KB como mucho.",
  ),
  say("must have at most {n} decimals", "Escribilo con {n} decimales como mucho."),
  say("must be a date that exists, as YYYYMMDD", "Elegí una fecha que exista."),
  say("must be a date that exists, as YYYYMMDD: write {date}", "Escribí la fecha como {date}, sin separadores."),
  say("must be a date as YYYY-MM-DD", "Escribí la fecha como día, mes y año: 23/11/2026."),
  say("must be a date that exists", "Elegí una fecha que exista."),
  say("must be an e-mail address", "Escribí una dirección de correo completa, como ana@ejemplo.com."),
  say("must be {n} digits", "Tienen que ser {n} dígitos, sin guiones ni espacios."),
  say("must be 1 to 11 digits, without dashes or dots", "Tiene que tener de 1 a 11 dígitos, sin guiones ni puntos."),
  say("must be 1 to 11 digits, without dashes or dots: write {digits}", "Escribí {digits}, sin guiones ni puntos."),
  say(
    "must be 1 to 11 digits: of a passport or a foreign document that has letters declare the digits alone, {digits}",
    "De un pasaporte o documento extranjero con letras se declaran solamente los números: escribí {digits}.",
  ),
  say("must be 11 digits: write {digits}", "Escribí {digits}, sin guiones ni puntos."),
  say("must be 22 digits: write {digits}", "Escribí {digits}, sin guiones ni espacios."),
  say(
    "has the digits of a DNI, and a CUIT is asked for: its 11 digits",
    "Es un DNI, y acá va un CUIT: escribí sus 11 dígitos.",
  ),
  say(
    "must be 0 or more: what a line costs less is its discount, and what is given back of an earlier sale is a credit note",
    "No puede ser negativo: lo que se rebaja es el descuento de la línea, y lo que se devuelve de otra venta es una nota de crédito.",
  ),
  say(
    "must be 0 or more: what is charged on top is a line of its own",
    "No puede ser negativo: lo que se recarga es otra línea.",
  ),
  say("must be a currency code of 3 letters or digits: write {code}", "Escribí {code}: es el código de esta moneda."),
  say(
    "must be an e-mail address, without accents before the @",
    "Antes de la arroba la dirección de correo no puede tener acentos ni eñe: revisala.",
  ),
  say(
    "is more than ten years from voucherDate, {date}: look at the year",
    "Está a más de diez años de la fecha del comprobante: revisá el año.",
  ),
  say(
    "is no VAT rate code, so the line is issued as not taxable, without VAT: {code} is {rate} %",
    ({ code, rate }) =>
      `No es un código de alícuota de IVA y la línea saldría como no gravada, sin IVA: para ${numberOf(rate)} % es ${code}.`,
  ),
  say(
    "is no VAT rate code, so the line is issued as not taxable, without VAT: 5 is 21 %, and taxauth/tables/vat-rates has all",
    "No es un código de alícuota de IVA y la línea saldría como no gravada, sin IVA: para 21 % es 5.",
  ),
  say("is not a CBU: its check digits are wrong", "Tiene un dígito equivocado: copialo de nuevo."),
  say(
    "must be 6 to 20 letters, digits, dots or dashes",
    "Tiene que tener de 6 a 20 letras, números, puntos o guiones.",
  ),
  say(
    "must be a currency code of 3 letters or digits",
    "Tiene que ser un código de moneda de 3 letras o números, como DOL.",
  ),
  say(
    "may contain letters, digits, - and _ only",
    "Usá solamente letras sin acento, números, guiones y guiones bajos.",
  ),
  say("the body must be a JSON object", "No llegaron los datos del formulario: volvé a enviarlo."),
];
