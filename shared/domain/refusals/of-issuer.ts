import { plainText } from "../clean-text.js";
import { told } from "../refusal.js";

/** 10000 has many reasons: the authority's words tell them apart, the first that fits. Source: issuer/authority/README.md, section 3.1. */
export const issuerRefusals = {
  small: told(
    10000,
    "Register the company at the authority as a small one (MiPyME): others issue no credit invoices.",
    "Registrá la empresa como MiPyME en ARCA: solamente ellas emiten facturas de crédito.",
  ),
  electronicAddress: told(
    10000,
    "The company must have an electronic fiscal address at the authority, in force, before it issues this.",
    "La empresa tiene que tener domicilio fiscal electrónico activo en ARCA antes de emitir esto.",
  ),
  address: told(
    10000,
    "The authority has a problem with the company's fiscal address: confirm or correct it in its portal.",
    "ARCA tiene un problema con el domicilio fiscal de la empresa: confirmalo o corregilo en ARCA.",
  ),
  inactive: told(
    10000,
    "The company's tax id is not active at the authority, or has no active economic activity: its accountant mends that in the authority's portal.",
    "El CUIT de la empresa no está activo en ARCA o no tiene una actividad activa: quien lleva la contabilidad lo resuelve en ARCA.",
  ),
  notBegun: told(
    10000,
    "The authority does not let the company issue electronic vouchers, or lets it from a later day on: look in its portal (Regímenes de facturación) since when.",
    "ARCA no habilitó a la empresa para emitir comprobantes electrónicos, o recién desde otra fecha: fijate desde cuándo en Regímenes de facturación.",
  ),
  withheld: told(
    10000,
    "The authority puts the company into another class of A: ask for class A there (form 855), or issue the class that it gave.",
    "ARCA le asignó a la empresa otra clase de A: pedí la clase A en ARCA (formulario 855), o emití la que te dio.",
  ),
  letter: told(
    10000,
    "The company's VAT condition at the authority does not go with this letter: a registered taxpayer issues A and B, all others C. Where taxType of PATCH /fiscal-data is another than the authority's, correct it.",
    "La condición de IVA que la empresa tiene en ARCA no va con esta letra: un responsable inscripto emite A y B; los demás, C. Fijate que en Datos fiscales sea la misma que en ARCA.",
  ),
  other: told(
    10000,
    "The authority does not let the company issue this type: look in its portal what it may issue, and since when.",
    "Fijate en ARCA que la empresa pueda emitir este tipo de comprobante, y desde cuándo.",
  ),
};

const reasons: [words: RegExp, name: keyof typeof issuerRefusals][] = [
  [/registrad[ao] como pyme/i, "small"],
  [/domicilio fiscal electr/i, "electronicAddress"],
  [/domicilio/i, "address"],
  [/inactiv|no se encuentra activ|sin actividad|actividad(es)? activa|actividad econ/i, "inactive"],
  [/comprobantes electronicos originales|periodo de inicio/i, "notBegun"],
  [/sujeta a retencion|leyenda|3411/i, "withheld"],
  [/responsable inscripto|exento|monotribut|impuesto iva/i, "letter"],
];

/** Subject of this message of 10000. Only the help hangs on the words: what becomes of the voucher does not. */
export const readIssuerRefusal = (msg: string) =>
  issuerRefusals[reasons.find(([words]) => words.test(plainText(msg)))?.[1] ?? "other"];
