import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { accentColorForm, isLegible } from "../../shared/domain/accent-color.js";
import { fromFiscalDate, isFiscalDate } from "../../shared/domain/calendar.js";
import { homologationMails } from "../../shared/domain/homologation-mail.js";
import { invitationRules } from "../../shared/domain/invitations.js";
import { issuerConditions, issuerConditionWords } from "../../shared/domain/issuer-conditions.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { monotributoCategories } from "../../shared/domain/monotributo/caps.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { body, cannotChange } from "./body.js";
import { exactDigits, noTaxId } from "./digits.js";
import { field, like, part } from "./field.js";
import { legends, shownLegends } from "./legends.js";
import { oneOf } from "./one-of.js";
import { orNull } from "./optional.js";
import { noAddress, recipientAddress } from "./recipients.js";
import { says } from "./says.js";
import { shownSircip, sircip } from "./sircip.js";
import { printedAddress, requiredText, text, trimmedText } from "./text.js";
import { stateId } from "./voucher-parts.js";
import { activityCode, fcePayment } from "./voucher-terms.js";

const dayForm = /^(\d{8}|\d{4}-\d{2}-\d{2})$/;

const noDay: LocalizedText = {
  en: "must be a date as YYYY-MM-DD",
  es: "Escribí la fecha como AAAA-MM-DD, por ejemplo 2026-11-23.",
  app: "Escribí la fecha como día, mes y año: 23/11/2026.",
};
const impossibleDay: LocalizedText = { en: "must be a date that exists", es: "Elegí una fecha que exista." };

/** A day that exists, `YYYY-MM-DD`; the fiscal form `YYYYMMDD` is accepted, too. */
export const day = z
  .string()
  .regex(dayForm, { error: says(noDay) })
  .transform((value) => value.replaceAll("-", ""))
  .refine(isFiscalDate, { error: says(impossibleDay) })
  .transform((value) => fromFiscalDate(value))
  .openapi({ type: "string", pattern: dayForm.source });

const noColour: LocalizedText = {
  en: "must be a colour as #RRGGBB",
  es: "Escribí el color como #RRGGBB, por ejemplo #1F4E79.",
};
const tooLight: LocalizedText = {
  en: "must be darker: text in it needs a contrast of at least 4.5 to 1 on white paper",
  es: "Elegí un color más oscuro: sobre papel blanco no se leería bien.",
};

const replyTo = field(recipientAddress, {
  says: {
    en: "Where answers to the mails with its vouchers go (Reply-To); null for the sender.",
    es: "Adónde van las respuestas a los correos con sus comprobantes (Reply-To); null: al remitente.",
  },
  example: "administracion@libreriadelsur.example",
  label: "Responder a",
});
const senderName = field(trimmedText(100), {
  says: {
    en: "The name beside the sender's address, which stays the service's; null for the service's name.",
    es: "El nombre junto a la dirección del remitente, que sigue siendo la del servicio; null: el del servicio.",
  },
  example: "Librería del Sur",
  label: "Nombre del remitente",
});
const mailField = {
  says: {
    en: "Under whose name the mails with its vouchers are sent, and where answers go.",
    es: "Con qué nombre se envían los correos con sus comprobantes, y adónde van las respuestas.",
  },
  label: "Correos de los comprobantes",
};

const fiscalFields = {
  name: field(requiredText(200), {
    says: { en: "Company name, as it is printed.", es: "Nombre de la empresa, como se imprime." },
    example: "Librería del Sur S.R.L.",
    label: "Nombre",
  }),
  taxType: field(oneOf(issuerConditions), {
    says: {
      en: `The company's own VAT condition: ${issuerConditionWords.en}.`,
      es: `La condición de IVA de la empresa: ${issuerConditionWords.es}.`,
    },
    example: 1,
    label: "Condición de IVA",
  }),
};

const optionalFields = {
  address: printedAddress,
  stateId: stateId.nullable(),
  grossIncome: field(text(50).nullable(), {
    says: {
      en: "Ingresos brutos registration, as it is printed.",
      es: "Inscripción en ingresos brutos, como se imprime.",
    },
    example: "0456789",
    label: "Ingresos brutos",
  }),
  activityStart: field(day.nullable().openapi({ type: ["string", "null"] }), {
    says: {
      en: "When the company's activities began, YYYY-MM-DD, as it is printed.",
      es: "Inicio de actividades de la empresa, AAAA-MM-DD, como se imprime.",
    },
    example: "2015-03-01",
    label: "Inicio de actividades",
  }),
  vatRounding: field(z.enum(["auto", "authority", "line"]), {
    says: {
      en: "What to do when VAT rounded per line exceeds the authority's tolerance (10051): adjust the cents after a refusal (auto), before sending (authority), or never (line).",
      es: "Qué hacer cuando el IVA redondeado por línea supera la tolerancia de ARCA (10051): ajustar los centavos después de un rechazo (auto), antes de enviar (authority) o nunca (line).",
    },
    example: "auto",
    label: "Redondeo del IVA",
  }),
  /** Source: api/README.md, "Credit invoices". */
  fce: field(part("FcePayment", { ...fcePayment, alias: fcePayment.alias.nullish().transform(orNull) }).nullable(), {
    says: {
      en: "How the company's credit invoices (FCE MiPyME) are paid; null when it issues none.",
      es: "Cómo se pagan las facturas de crédito (FCE MiPyME) de la empresa; null si no las emite.",
    },
    label: "Factura de crédito",
  }),
  activityCode: like(activityCode, activityCode.nullable(), {
    says: {
      en: "The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none.",
      es: "La actividad de los comprobantes de la empresa, 6 dígitos, salvo que ellos o su punto de venta tengan otra; null si no hay.",
    },
  }),
  cbuLegend: field(z.boolean(), {
    says: {
      en: "Whether invoices and notes of letter A (types 1, 2 and 3) are printed with PAGO EN CBU INFORMADA: for companies that must be paid into the account they told the authority.",
      es: "Si las facturas y notas de letra A (tipos 1, 2 y 3) se imprimen con PAGO EN CBU INFORMADA: para empresas que tienen que cobrar en la cuenta que le informaron a ARCA.",
    },
    example: false,
    label: "Leyenda de pago en CBU",
  }),
  consumerComplaints: field(trimmedText(200).nullable(), {
    says: {
      en: "Where consumers complain, printed at the foot of every voucher where a province asks for it; null for nothing.",
      es: "Dónde reclaman los consumidores; se imprime al pie de cada comprobante, donde una provincia lo pide. null: nada.",
    },
    example: "Defensa del Consumidor: 0800-222-9042",
    label: "Reclamos de consumidores",
  }),
  accentColor: field(
    z
      .string()
      .regex(accentColorForm, { error: says(noColour), abort: true })
      .refine(isLegible, { error: says(tooLight) })
      .nullable(),
    {
      says: {
        en: "A dark colour for name, title, letter and total of the print; null for black and white. Its contrast to white is at least 4.5 to 1.",
        es: "Un color oscuro para el nombre, el título, la letra y el total de la impresión; null es blanco y negro. Su contraste con el blanco es de 4,5 a 1 como mínimo.",
      },
      example: "#1F4E79",
      label: "Color",
      most: 7,
    },
  ),
  footerText: field(trimmedText(200).nullable(), {
    says: {
      en: "Printed small at the foot of every voucher; null for nothing.",
      es: "Se imprime en letra chica al pie de cada comprobante; null: nada.",
    },
    example: "www.libreriadelsur.example",
    label: "Texto al pie",
  }),
  withheldA: field(z.boolean(), {
    says: {
      en: "Whether the authority put the company into class A under withholding: it issues types 51, 52 and 53, which no other company does.",
      es: "Si ARCA le asignó a la empresa la clase A sujeta a retención: emite los tipos 51, 52 y 53, que ninguna otra emite.",
    },
    example: false,
    label: "Clase A sujeta a retención",
  }),
  /** Source: api/README.md, "Monotributo". */
  monotributoCategory: field(z.enum(monotributoCategories).nullable(), {
    says: {
      en: "The category of a monotributista (taxType 6), A to K; null when it is not said. Another taxType clears it.",
      es: "La categoría de un monotributista (taxType 6), de A a K; null si no se dijo. Otro taxType la borra.",
    },
    // A letter would not go with the example of taxType.
    example: null,
    label: "Categoría del monotributo",
  }),
  legends,
  sircip,
  /** Source: api/README.md, "Further paths". */
  mail: field(
    part("CompanyMail", {
      replyTo: like(replyTo, replyTo.nullish().transform(orNull)),
      senderName: like(senderName, senderName.nullish().transform(orNull)),
    }),
    mailField,
  ),
};

/** Only the operator can change these. */
const operatorFields = {
  accountEmail: field(
    z
      .email({ error: says(noAddress) })
      .max(254)
      .nullable(),
    {
      says: { en: "Where warnings are mailed.", es: "Adónde se envían las advertencias por correo." },
      label: "Correo de la cuenta",
    },
  ),
  homologationMail: field(z.enum(homologationMails), {
    says: {
      en: "Who may get vouchers of homologation: anybody, the account's domain, or the account's own address.",
      es: "Quién puede recibir comprobantes de homologación: cualquiera, el dominio de la cuenta o la propia dirección de la cuenta.",
    },
    label: "Correos en homologación",
  }),
  invitations: field(z.enum(invitationRules), {
    says: {
      en: "Whom its owners invite before it issues in production: the account's domain alone, or anybody.",
      es: "A quién invitan quienes la administran antes de que emita en producción: solamente al dominio de la cuenta, o a cualquiera.",
    },
    label: "Invitaciones",
  }),
  certificateMode: field(z.enum(certificateModes), {
    says: {
      en: "Whose certificate acts for it: its own, or the operator's.",
      es: "Con qué certificado actúa: el propio, o el de quien opera el servicio.",
    },
    label: "De quién es el certificado",
  }),
};

const noCode: LocalizedText = {
  en: "must be 1 to 40 lower-case letters, digits or dashes: it stands in every path",
  es: "Usá de 1 a 40 letras minúsculas, números o guiones.",
};

export const newCompany = z.object({
  code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
    error: says(noCode),
  }),
  cuit: z
    .string()
    .regex(/^\d{11}$/, { error: says(exactDigits(11)) })
    .refine(isTaxId, { error: says(noTaxId), abort: true }),
  ...fiscalFields,
  ...z.object({ ...optionalFields, ...operatorFields }).exactPartial().shape,
});

const mode = field(z.enum(certificateModes), {
  says: {
    en: "Whose certificate acts for the company: its own, or the operator's (delegated).",
    es: "Con qué certificado actúa la empresa: el propio, o el de quien opera el servicio (delegated).",
  },
  label: "De quién es el certificado",
});

const { name, ...changeable } = z.object({ ...fiscalFields, ...optionalFields }).exactPartial().shape;

/** Source: api/README.md, "Further paths". */
export const fiscalDataChanges = body("FiscalDataChanges", {
  name,
  cuit: field(z.unknown(), {
    says: cannotChange,
    label: "CUIT",
  }).exactOptional(),
  /** So that what GET gives can be sent back. */
  certificate: field(
    z.object({
      mode: like(mode, mode, { says: { en: "Read only: as it was given.", es: "Solo lectura: tal como vino." } }),
    }),
    {
      says: {
        en: "Read only: it may be sent back as it was given.",
        es: "Solo lectura: se puede devolver tal como vino.",
      },
      label: "Certificado",
    },
  ).exactOptional(),
  ...changeable,
});

export const companyChanges = fiscalDataChanges
  .omit({ cuit: true, certificate: true })
  .extend(z.object(operatorFields).exactPartial().shape);

const taxId = field(z.string().regex(/^\d{11}$/), {
  says: { en: "Tax id, 11 digits.", es: "CUIT, 11 dígitos." },
  example: "30710151543",
});

export const fiscalData = part("FiscalData", {
  ...fiscalFields,
  cuit: taxId,
  ...optionalFields,
  activityStart: like(optionalFields.activityStart, z.iso.date().nullable()),
  fce: like(
    optionalFields.fce,
    part("ShownFcePayment", { ...fcePayment, alias: fcePayment.alias.nullable() }).nullable(),
  ),
  legends: shownLegends,
  sircip: shownSircip,
  mail: field(
    part("ShownCompanyMail", {
      replyTo: like(replyTo, z.string().nullable()),
      senderName: like(senderName, z.string().nullable()),
    }),
    mailField,
  ),
  certificate: field(
    z.object({
      mode,
      cuit: like(taxId, taxId.nullable(), {
        says: {
          en: "The certificate's tax id; null while the operator has none in this environment.",
          es: "El CUIT del certificado; null mientras quien opera el servicio no tenga uno en este ambiente.",
        },
      }),
    }),
    {
      says: {
        en: "Whose certificate acts for the company. Read only.",
        es: "Con qué certificado actúa la empresa. Solo lectura.",
      },
    },
  ),
});
