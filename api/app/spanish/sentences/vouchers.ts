import { money } from "../formats.js";
import { currencyName } from "../names.js";
import { say } from "../sentence.js";
import { numberOf, typeOf, voucherOf } from "./values.js";

const pending = "Fijate en unos minutos en Comprobantes: volver a enviarlo desde el mismo formulario no lo duplica.";

/**
 * What issuing, previewing and crediting a voucher refuses: api/schemas/condition-faults.ts, check-issuance.ts, check-note.ts,
 * asked-fce.ts and late-payment.ts; api/issuing/.
 */
export const voucherSentences = [
  // The conditions between the fields of a body.
  say(
    "is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first",
    "Es una factura de crédito (FCE MiPyME) y la empresa no está configurada para emitirlas: primero cargá el CBU en Datos fiscales.",
  ),
  say(
    "is letter A under withholding, which this company does not issue: if the authority put it into that class, set its withheldA with PATCH /fiscal-data first",
    "Es clase A sujeta a retención y la empresa no está configurada para emitirla: si ARCA se la asignó, primero marcala en Datos fiscales.",
  ),
  say("is not a type that can be issued here: {types}", "Este tipo de comprobante no se puede emitir acá: elegí otro."),
  // Optional fields, activities and buyers: api/schemas/further-data.ts, further-faults.ts; api/issuing/unlisted.ts.
  say(
    "must be digits: the authority's number of the optional field",
    "Escribí el número que ARCA le da al dato opcional.",
  ),
  say("is of credit invoices: it stands in fce", "Es de las facturas de crédito: completalo en sus propios campos."),
  say(
    "must be {min} to {max} digits",
    ({ min, max }) => `Escribí entre ${min} y ${max} dígitos, sin puntos ni guiones.`,
  ),
  say("must be {digits} digits, or 0", ({ digits }) => `Escribí los ${digits} dígitos, o 0.`),
  say("is for types {types} only", "Este tipo de comprobante no lleva ese dato: quitalo."),
  say("must be a whole number of at most 6 digits", "Escribí el código de la actividad: 6 dígitos como mucho."),
  say(
    "must add up to 100: the shares come to {sum}",
    ({ sum }) => `Las partes de los compradores tienen que sumar 100 %: suman ${numberOf(sum)} %.`,
  ),
  say("must have the receiver among them", "El receptor tiene que ser uno de los compradores."),
  say(
    "must be the largest: the receiver's is",
    "El receptor es el comprador con la parte más grande: elegí a otro como receptor o corregí las partes.",
  ),
  say(
    "is in no table of optional fields: it is passed on, and the authority judges it",
    "No está en la tabla de datos opcionales de ARCA: se envía igual y lo juzga ARCA.",
  ),
  say(
    "is no activity that the company has at the authority: it is passed on, and the authority judges it",
    "La empresa no tiene esa actividad en ARCA: se envía igual y la juzga ARCA.",
  ),
  say("is required: the VAT rate code of the line (5 is 21 %)", "Elegí la alícuota de IVA de la línea."),
  say(
    "is required when concept is 2 or 3: a date as YYYYMMDD",
    "Falta esta fecha: los servicios llevan el período y el vencimiento del pago.",
  ),
  say(
    "is required for a credit invoice: the day until when it is to be paid, as YYYYMMDD",
    "Falta el vencimiento del pago: toda factura de crédito lo lleva.",
  ),
  say(
    "must be left out: notes of credit invoices have no payment due date",
    "Dejalo vacío: las notas de facturas de crédito no tienen vencimiento de pago.",
  ),
  say(
    "must be left out: a note of a credit invoice modifies one voucher",
    "Dejalo vacío: una nota de factura de crédito modifica un solo comprobante, no un período.",
  ),
  say(
    "must be exactly one: the voucher that the note modifies",
    "Indicá un solo comprobante: el que la nota modifica.",
  ),
  say(
    "is required for credit and debit notes: the voucher that is modified, or else associatedPeriod",
    "Indicá qué comprobante modifica la nota, o un período.",
  ),
  say("is for credit and debit notes only", "Dejalo vacío: es solamente para notas de crédito y de débito."),
  say(
    "must not be sent together with associatedVouchers: a note has one of the two",
    "Elegí una de las dos cosas: el comprobante que la nota modifica, o un período.",
  ),
  say("must not be after to", "No puede ser posterior al final del período."),
  say("must be 100 or less: it is a percentage", "Es un porcentaje: tiene que ser 100 o menos."),
  say(
    "must be {most} or less: the line is no more",
    ({ most }) => `El descuento no puede superar el importe de la línea: ${numberOf(most)} como mucho.`,
  ),
  say(
    "must be 1 for PES: for another currency, send its id",
    "En pesos la cotización es 1: si es otra moneda, elegila.",
  ),
  say(
    "is required with a currency other than PES: pesos per unit on that day",
    "Falta la cotización: cuántos pesos vale la moneda ese día.",
  ),
  say(
    "the total must not have more than 13 digits before the point",
    "El total es demasiado grande: ARCA acepta hasta 13 dígitos de pesos.",
  ),
  say(
    "must not be before today: a credit invoice can still be paid",
    "No puede ser anterior a hoy: la factura de crédito tiene que poder pagarse todavía.",
  ),
  say(
    "is required: this voucher is not in our records",
    "Falta la fecha: ese comprobante no se emitió con este servicio.",
  ),

  // What a type does not read.
  say(
    "is for credit invoices (FCE MiPyME) and their notes, and type {type} is none",
    ({ type }) => `No se usa: es para facturas de crédito (FCE MiPyME) y sus notas, y ${typeOf(type)} no lo es.`,
  ),
  say("is for invoices only: a note has just cancellation", "No se usa: en una nota solo se dice si anula."),
  say("is for notes only", "No se usa: es solamente para notas."),
  say(
    "is not a key that the point of sale defines",
    "El punto de venta no tiene este dato adicional: agregalo en Puntos de venta para que se imprima.",
  ),

  // Credit notes of a voucher.
  say(
    "is required: the voucher was issued elsewhere, and its items are not known here",
    "Cargá las líneas: el comprobante se emitió en otro sistema y no las conocemos.",
  ),
  say(
    "must come with items: without items the whole voucher is credited, with its tributes",
    "Cargá también las líneas: sin ellas se acredita todo el comprobante, con sus tributos.",
  ),
  say(
    "must come with items: without items the whole voucher is credited, with its prices",
    "Cargá también las líneas: sin ellas se acredita todo el comprobante, con sus precios.",
  ),
  say(
    "must be {currency}: without items the whole voucher is credited, in its currency",
    ({ currency }) =>
      `Tiene que ser ${currencyName(currency)}: sin líneas se acredita todo el comprobante, en su moneda.`,
  ),
  say(
    "A voucher of type {type} cannot be credited: invoices and debit notes can ({types}).",
    ({ type }) => `No se le puede hacer nota de crédito a ${typeOf(type)}: solamente a facturas y notas de débito.`,
  ),
  say(
    "A voucher of type {type} cannot be debited: invoices and credit notes can ({types}).",
    ({ type }) => `No se le puede hacer nota de débito a ${typeOf(type)}: solamente a facturas y notas de crédito.`,
  ),
  say(
    "The voucher is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first.",
    "Es una factura de crédito (FCE MiPyME) y la empresa no está configurada para emitirlas: primero cargá el CBU en Datos fiscales.",
  ),
  say(
    "The voucher is letter A under withholding, which this company does not issue: set its withheldA with PATCH /fiscal-data first.",
    "Es clase A sujeta a retención y la empresa no está configurada para emitirla: primero marcala en Datos fiscales.",
  ),
  say(
    "The voucher was issued elsewhere, and the VAT condition of its receiver is not known here. Issue its {kind} note with POST /invoices.",
    "El comprobante se emitió en otro sistema y no conocemos la condición de IVA del receptor: hacé la nota desde Emitir.",
  ),
  say(
    "Part of voucher {voucher} is credited already: of its credit of {asked} {currency}, {left} is left. Send items for what is to be credited.",
    ({ voucher, left, currency }) =>
      `Ya se acreditó una parte de ${voucherOf(voucher)} y quedan ${money(left, currency)}: elegí qué líneas acreditar.`,
  ),
  say(
    "The credit of {asked} {currency} is more than what is left of voucher {voucher}: {left} {unit}.",
    ({ asked, currency, voucher, left }) =>
      `La nota de crédito por ${money(asked, currency)} supera lo que queda de ${voucherOf(voucher)}: acreditá hasta ${money(left, currency)}.`,
  ),

  // What keeps a company from issuing.
  say(
    "Point of sale {number} does not exist in this environment; add it before issuing.",
    "El punto de venta {number} no existe en este ambiente: agregalo en Puntos de venta antes de emitir.",
  ),
  say(
    "point of sale {number} does not exist in this environment; add it before issuing",
    "El punto de venta {number} no existe en este ambiente: agregalo en Puntos de venta antes de emitir.",
  ),
  say("does not exist in this environment", "No existe en este ambiente: agregalo en Puntos de venta antes de emitir."),
  say(
    "Point of sale {number} is disabled; enable it before issuing.",
    "El punto de venta {number} está deshabilitado: habilitalo en Puntos de venta antes de emitir.",
  ),
  say(
    "point of sale {number} is disabled; enable it before issuing",
    "El punto de venta {number} está deshabilitado: habilitalo en Puntos de venta antes de emitir.",
  ),
  say("is disabled", "Está deshabilitado: habilitalo en Puntos de venta antes de emitir."),
  ...["", "."].map((end) =>
    say(
      `point of sale {number} is one of CAEA: vouchers get there by substitution, in a contingency. Issue at the point of sale that it stands in for${end}`,
      "El punto de venta {number} es de CAEA y solo reemplaza a otro en una contingencia: emití en el punto de venta al que reemplaza.",
    ),
  ),
  say(
    "The company has no active tax-authority certificate in this environment; install one before issuing.",
    "No hay un certificado de ARCA activo en este ambiente: instalá uno en Certificados antes de emitir.",
  ),
  say(
    "the operator of this service has no active tax-authority certificate in this environment: tell the operator",
    "Quien opera el servicio no tiene un certificado de ARCA activo en este ambiente: avisale.",
  ),
  say(
    "the company has no active tax-authority certificate in this environment",
    "No hay un certificado de ARCA activo en este ambiente: instalá uno en Certificados antes de emitir.",
  ),
  say(
    "The subscription has expired: the company is read-only until it is renewed.",
    "La suscripción venció y solo se puede consultar: renovala para volver a emitir y a configurar.",
  ),
  say("the subscription has expired", "La suscripción venció: renovala para volver a emitir."),
  say(
    "The month's {granted} vouchers are used up; the quota renews on {day}.",
    ({ granted, day }) =>
      `Se usaron los ${numberOf(granted)} comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve el ${day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3/$2/$1")}.`,
  ),
  say(
    "The month's vouchers are used up.",
    "Se usaron los comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve.",
  ),
  say(
    "the month's vouchers are used up",
    "Se usaron los comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve.",
  ),
  say(
    "must be {instead} (credit invoice, FCE MiPyME) in place of {type}: this receiver gets credit invoices from {amount} pesos on",
    ({ instead, amount }) =>
      `Este receptor recibe facturas de crédito desde $ ${numberOf(amount)}: emití ${typeOf(instead)}.`,
  ),

  // How an issuance ended.
  say(
    "No issuer gives a sign of life, and Redis is away or full. The voucher was not issued. Try again with the same idempotency key.",
    "No hay ningún emisor funcionando, y el comprobante no se emitió: volvé a enviarlo más tarde desde el mismo formulario.",
  ),
  say(
    "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
    `Todavía no se sabe si ARCA autorizó el comprobante: no cargues otro. ${pending}`,
  ),
  say(
    "It could not be confirmed whether the voucher was issued: the database lost commits, and an operator has not said yet which vouchers under CAEA are missing. Send it again with the same idempotency key.",
    `Todavía no se sabe si el comprobante se emitió: no cargues otro. El operador del servicio tiene que decir antes qué comprobantes con CAEA faltan. ${pending}`,
  ),
  say(
    "Another issuance on point of sale {number} and type {type} is still running. The voucher was not issued; send it again with the same idempotency key.",
    ({ number, type }) =>
      `Se está emitiendo otro comprobante (${typeOf(type)}) en el punto de venta ${number} y este no se emitió: volvé a enviarlo en unos segundos desde el mismo formulario.`,
  ),
  say(
    "No issuer gives a sign of life, so the turn on point of sale {number} and type {type} did not come. The voucher was not issued; send it again with the same idempotency key.",
    ({ number, type }) =>
      `No hay ningún emisor funcionando, así que no se emitió (${typeOf(type)}, punto de venta ${number}): volvé a enviarlo más tarde desde el mismo formulario.`,
  ),
  say(
    "The turn on point of sale {number} and type {type} did not come in time. The voucher was not issued; send it again with the same idempotency key.",
    ({ number, type }) =>
      `No le llegó el turno a tiempo (${typeOf(type)}, punto de venta ${number}) y no se emitió: volvé a enviarlo en unos segundos desde el mismo formulario.`,
  ),
  say(
    "The idempotency key already belongs to voucher {pos}-{type}-{number}; this request is for {askedPos}-{askedType}. Use a new key.",
    ({ pos, type, number }) =>
      `Con este formulario ya se emitió ${voucherOf(`${pos}-${type}-${number}`)}: para emitir otro, empezá uno nuevo.`,
  ),
  say(
    "The idempotency key already belongs to voucher {pos}-{type}-{number}, which was not made as a {kind} note of {ofPos}-{ofType}-{ofNumber}. Use a new key.",
    ({ pos, type, number }) =>
      `Con este formulario ya se emitió ${voucherOf(`${pos}-${type}-${number}`)}: para otra nota, empezá desde su comprobante.`,
  ),
  say(
    "The idempotency key was sent for {pos}-{type}, and may still get its voucher there; this request is for {askedPos}-{askedType}. Send it again for {samePos}-{sameType}, or use a new key once you know that it has none.",
    ({ pos, type }) =>
      `Este formulario ya se envió para ${typeOf(type)} en el punto de venta ${pos}, y todavía puede emitirse ahí: volvé a enviarlo así, o empezá uno nuevo cuando sepas que no se emitió.`,
  ),
  say(
    "The database lost commits in which the idempotency key may have got its voucher, and vouchers of {pos}-{type} that belong to no key were imported since, or some are missing here. Nothing is issued with it before an operator has decided; use a new key once you know that none of them is this sale's.",
    ({ pos, type }) =>
      `Este comprobante puede estar entre los de ${typeOf(type)} del punto de venta ${pos} que se importaron después, o entre los que faltan acá: no se emite otro con este formulario. Empezá uno nuevo solo si sabés que ninguno es el de esta venta.`,
  ),
  say(
    "An operator has closed the idempotency key, because its voucher stands elsewhere. Nothing is issued with it any more.",
    "El comprobante de este formulario ya está emitido con otro número, y por eso quedó cerrado: para emitir otro, empezá uno nuevo.",
  ),
  say(
    "already belongs to voucher {voucher}",
    ({ voucher }) => `Con este formulario ya se emitió ${voucherOf(voucher)}: para emitir otro, empezá uno nuevo.`,
  ),
  say(
    "already belongs to voucher {voucher}, which is answered; nothing is issued",
    ({ voucher }) => `Con este formulario ya se emitió ${voucherOf(voucher)}: no se emite nada más.`,
  ),
  say(
    "is in use: another request issues with it on point of sale {number} and type {type}",
    ({ number, type }) =>
      `Este formulario ya se está emitiendo (${typeOf(type)}, punto de venta ${number}): esperá unos segundos.`,
  ),
  say(
    "The batch was cancelled before this voucher had a number. It was not issued; its key can be sent again.",
    "El lote se canceló antes de que este comprobante tuviera número: no se emitió y podés volver a cargarlo.",
  ),
  say(
    "The batch was cancelled before this voucher had a number. But another request with the same key is open: if that one is issued, its voucher is this element's.",
    "El lote se canceló antes de que este comprobante tuviera número. Pero hay otro pedido en curso con la misma clave: si se emite, su comprobante cuenta como el de este lote.",
  ),
];
