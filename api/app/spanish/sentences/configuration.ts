import { cuit } from "../formats.js";
import { say } from "../sentence.js";
import { scopeName } from "../words.js";
import { instantOf, numberOf } from "./values.js";

const scopesOf = (list: string) =>
  list
    .split(", ")
    .map((scope) => (scope === "read" || scope === "issue" || scope === "configure" ? scopeName(scope) : scope))
    .join(", ");

/**
 * What the configuration of a company refuses: api/operations/, api/routes/, and the schemas of points of sale, keys, webhooks,
 * certificates, fiscal data and contingencies.
 */
export const configurationSentences = [
  // Fiscal data, and what the command line alone can change.
  say(
    "Both environments share the fiscal data: a person changes them in production.",
    "Los datos fiscales son de los dos ambientes: cambialos en Producción.",
  ),
  say(
    "is read only: a company of another tax id is another company",
    "No se puede cambiar: con otro CUIT es otra empresa.",
  ),
  say("is not a tax id: its check digit is wrong", "Tiene un dígito equivocado: revisalo."),
  say(
    "must be 1 to 40 lower-case letters, digits or dashes: it stands in every path",
    "Usá de 1 a 40 letras minúsculas, números o guiones.",
  ),
  say("there is a company {code} already", "Ya hay una empresa {code}: elegí otro código."),
  say("must be a colour as #RRGGBB", "Escribí el color como #RRGGBB, por ejemplo #1F4E79."),
  say(
    "must be darker: text in it needs a contrast of at least 4.5 to 1 on white paper",
    "Elegí un color más oscuro: sobre papel blanco no se leería bien.",
  ),

  // Points of sale.
  say("must not repeat a key", "Hay una clave repetida: cada dato adicional lleva la suya."),
  say("point of sale {number} is there already", "El punto de venta {number} ya está cargado: elegí otro número."),
  say("cannot be changed", "No se puede cambiar: agregá otro punto de venta."),
  say(
    "point of sale {number} stands in for {replaced}: set the contingencyPos of {same} to null first",
    "El punto de venta {number} reemplaza al {replaced} en contingencia: primero quitale el reemplazo al {replaced}.",
  ),
  say(
    "point of sale {number} has vouchers: add another point of sale instead",
    "El punto de venta {number} ya tiene comprobantes: agregá otro punto de venta.",
  ),
  say(
    "must be null: nothing stands in for a point of sale of CAEA, because nothing is issued there directly",
    "Dejalo vacío: un punto de venta de CAEA no lleva reemplazo.",
  ),
  say("must be another point of sale: one of CAEA", "Elegí otro punto de venta, uno de CAEA."),
  say(
    "point of sale {number} does not exist in this environment: add it with authorization CAEA first",
    "El punto de venta {number} no existe en este ambiente: primero agregalo como de CAEA.",
  ),
  say(
    "point of sale {number} is one of CAE: only one of authorization CAEA can stand in",
    "El punto de venta {number} es de CAE: como reemplazo sirve solamente uno de CAEA.",
  ),
  say("the body must be the image itself: send Content-Type: image/png or image/jpeg", "Elegí una imagen PNG o JPEG."),
  say(
    "the body is a {type} image, its Content-Type says {named}",
    "La imagen es {type} y llegó como {named}: guardala de nuevo y volvé a elegirla.",
  ),
  say("the body must be a whole PNG or JPEG image", "El archivo no es una imagen PNG o JPEG completa: elegí otro."),
  say(
    "the image must be 1 to {most} pixels wide and high; it is {width} x {height}",
    ({ most, width, height }) =>
      `La imagen mide ${width} x ${height} píxeles: achicala a ${numberOf(most)} de lado como mucho.`,
  ),
  say("A logo may have at most 512 KiB.", "El logo puede ocupar hasta 512 KB: achicá la imagen."),

  // Fiscal data.
  say(
    "is read only: the operator of this service says whose certificate acts",
    "Lo decide quien opera el servicio: pedíselo.",
  ),

  // API keys.
  say("must be an instant such as 2027-01-31T12:00:00Z", "Escribí una fecha y hora completas."),
  say("must be an instant that exists", "Elegí una fecha y hora que existan."),
  say("must be in the future", "Tiene que ser una fecha futura."),
  say(
    "cannot be given by this key, which lacks {scopes}",
    ({ scopes }) => `No podés dar permisos que no tenés: ${scopesOf(scopes)}.`,
  ),
  say(
    "cannot be later than {instant}, when this key itself expires",
    ({ instant }) => `No puede vencer después que esta clave, el ${instantOf(instant)}.`,
  ),
  say(
    `This is the last key in force with the scope "configure" in this environment. Create another one first, or have it revoked at the command line.`,
    "Es la última clave vigente que puede configurar este ambiente: primero creá otra.",
  ),

  // Webhooks.
  say("must have no spaces, control characters or backslashes", "No puede tener espacios ni barras invertidas."),
  say("must begin with https:// or http://", "Tiene que empezar con https:// o http://."),
  say("must begin with https://", "Tiene que empezar con https://."),
  say("must be a URL", "Escribí una dirección completa, como https://ejemplo.com/avisos."),
  say("must have no user name or password", "No puede llevar usuario ni contraseña."),
  say("must not have port {port}, which is another protocol's", "El puerto {port} es de otro protocolo: usá otro."),
  say(
    "must have a public host, which {host} is not",
    "Tiene que ser una dirección pública de internet, y {host} no lo es.",
  ),
  say(
    "Webhooks are not set up on this service: its operator gives the mailers a WEBHOOK_KEY.",
    "Este servicio no tiene webhooks configurados: pedíselo a quien lo opera.",
  ),
  say(
    `Webhook {id} is disabled: enable it first, with {"enabled": true}.`,
    "El webhook está deshabilitado: primero habilitalo.",
  ),

  // Certificates.
  say(
    "must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, beginning with a letter or digit",
    "Usá de 1 a 64 letras sin acento, números, espacios, puntos o guiones; empezá con una letra o un número.",
  ),
  ...[
    {
      english: "is the signing request itself: upload it in the authority's portal, and {next}",
      spanish: "Es el pedido de firma: subilo en ARCA y traé el certificado (.crt) que te da.",
    },
    {
      english: "is a private key, which nobody else may have: {next}, and use that key no more if it is of anything",
      spanish:
        "Es una clave privada, que no tiene que ver nadie más: traé el certificado (.crt) que te dio ARCA, y si esa clave se usa para algo, cambiala.",
    },
    {
      english: "is a public key, and no certificate: {next}",
      spanish: "Es una clave pública: traé el certificado (.crt) que te dio ARCA.",
    },
    {
      english: "is a PKCS#12 file (.p12, .pfx), made to carry a private key: {next}",
      spanish:
        "Es un archivo PKCS#12 (.p12 o .pfx), que lleva una clave privada: traé el certificado (.crt) que te dio ARCA.",
    },
    {
      english: "is a PKCS#7 bundle (.p7b): {next}",
      spanish: "Es un paquete PKCS#7 (.p7b): traé el certificado (.crt) que te dio ARCA.",
    },
    {
      english: "is a web page, and no certificate: {next}",
      spanish: "Es una página web: bajá de nuevo de ARCA el certificado (.crt).",
    },
    {
      english: "is the authority's own certificate: {next}",
      spanish: "Es el certificado de la propia ARCA: traé el que te dio para este pedido (.crt).",
    },
  ].map(({ english, spanish }) => say(english, spanish)),
  say(
    "is cut off: send the whole certificate, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, or the file itself",
    "Está cortado: pegá todo, desde -----BEGIN CERTIFICATE----- hasta -----END CERTIFICATE-----, o elegí el archivo.",
  ),
  say(
    "must be a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----",
    "No es un certificado: pegá el archivo completo, desde -----BEGIN CERTIFICATE-----.",
  ),
  say(
    "was not made for this request's key: install it where its request came from",
    "Este certificado no es de este pedido: instalalo en el pedido con el que lo generaste en ARCA.",
  ),
  say(
    "is of the tax id {of}, and the company's is {own}",
    ({ of, own }) =>
      `El certificado es ${of === "(none)" ? "de nadie: no lleva CUIT" : `del CUIT ${cuit(of)}`}, y el de la empresa es ${cuit(own)}: pedilo con la clave fiscal de la empresa.`,
  ),
  say("expired on {instant}", ({ instant }) => `El certificado venció el ${instantOf(instant)}: pedí uno nuevo.`),
  say(
    "is valid from {instant} only",
    ({ instant }) => `El certificado vale recién desde el ${instantOf(instant)}: instalalo entonces.`,
  ),

  // Contingencies.
  say("is required: say why the contingency begins", "Falta el motivo: decí por qué empieza la contingencia."),
  say("says why one begins, not why it ends", "No se usa: el motivo es para empezar una contingencia."),
  say(
    "no point of sale has a substitute: set the contingencyPos of one to a point of sale of authorization CAEA first",
    "Ningún punto de venta tiene reemplazo: primero elegile a uno, en Puntos de venta, un punto de venta de CAEA.",
  ),
  say(
    "The voucher has a CAE: the authority knows it, and there is nothing to report.",
    "El comprobante tiene CAE: ARCA ya lo conoce y no hay nada que informar.",
  ),

  // People.
  say("There is no such person in this company.", "Esa persona ya no está en la empresa: volvé a la lista."),
  say(
    "This is the company's last owner. Make somebody else an owner first.",
    "Es la única persona que administra la empresa: primero dale ese rol a otra.",
  ),
  say(
    "A company may invite {most} people a day, and has invited them.",
    "La empresa ya invitó hoy a {most} personas, que es el máximo por día: seguí mañana.",
  ),
  say(
    "must be of the account's domain until the company issues in production; the operator of this service can allow others",
    "Hasta que la empresa emita en Producción, solo podés invitar a direcciones del dominio de la cuenta. Quien opera el servicio puede permitir otras.",
  ),
  say(
    "This company already has {most} people, and more are not allowed. Remove one who no longer needs to sign in.",
    "La empresa ya tiene {most} personas, que es el máximo: quitá una que no necesite ingresar.",
  ),

  // PDFs, mails and reports of vouchers.
  say(
    "The voucher was issued elsewhere: it has no PDF here.",
    "El comprobante se emitió en otro sistema: acá no tiene PDF.",
  ),
  say(
    "The voucher was issued elsewhere: it has no PDF here to be sent.",
    "El comprobante se emitió en otro sistema: acá no tiene PDF para mandar.",
  ),
  say(
    "A voucher may have {most} e-mail recipients; this one has {earlier}, and {more} more were asked for.",
    "Un comprobante se puede mandar a {most} direcciones como mucho, y este ya tiene {earlier}: elegí menos.",
  ),
  say(
    "A PDF can be made anew within {days} days of the voucher's issuance.",
    "El PDF se puede volver a hacer hasta {days} días después de emitido el comprobante.",
  ),
  say("is required: a month as YYYYMM, such as 202611", "Elegí el mes."),
  say("must be a month as YYYYMM, such as 202611", "Elegí un mes que exista."),
  say(
    "must be es-AR, or left out for commas and decimal points",
    "Elegí el formato argentino o el de comas y puntos decimales.",
  ),
  say("{voucher} has no activity", "{voucher} no tiene actividad: cargala en Datos fiscales o en su punto de venta."),
  say(
    "activityCode: {count} vouchers of the period have no activity: set activityCode with PATCH /fiscal-data, or activity of their points of sale.",
    ({ count }) =>
      `Hay ${numberOf(count)} comprobantes del mes sin actividad: cargá la actividad en Datos fiscales o en sus puntos de venta.`,
  ),

  // The most that a company may have.
  say(
    "This environment already has {most} API keys in force, and more are not allowed. Revoke one that is no longer used.",
    "Ya hay {most} claves de API vigentes, que es el máximo: revocá una que no se use.",
  ),
  say(
    "This environment already has {most} points of sale, and more are not allowed. Use one of them: it can be enabled, and its name and address can be changed.",
    ({ most }) => `Ya hay ${numberOf(most)} puntos de venta, que es el máximo: usá o cambiá uno de ellos.`,
  ),
  say(
    "This environment already has {most} certificates that are active or not installed yet, and more are not allowed. Install one of them instead of requesting another.",
    "Ya hay {most} certificados activos o pedidos, que es el máximo: instalá uno de los pedidos.",
  ),
  say(
    "This environment already has {most} webhooks, and more are not allowed. Change one of them, or delete one that is no longer used.",
    "Ya hay {most} webhooks, que es el máximo: cambiá uno, o borrá uno que no se use.",
  ),
  say("The company has no subscription.", "La empresa no tiene suscripción: pedísela a quien opera el servicio."),
];
