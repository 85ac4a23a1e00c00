import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { accentColorForm, isLegible } from "../../shared/domain/accent-color.js";
import { fromFiscalDate, isFiscalDate } from "../../shared/domain/calendar.js";
import { homologationMails } from "../../shared/domain/homologation-mail.js";
import { invitationRules } from "../../shared/domain/invitations.js";
import { issuerConditions, issuerConditionWords } from "../../shared/domain/issuer-conditions.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import type { Words } from "../../shared/domain/words.js";
import { body } from "./body.js";
import { exactDigits } from "./digits.js";
import { field, like, part } from "./field.js";
import { legends, shownLegends } from "./legends.js";
import { oneOf } from "./one-of.js";
import { orNull } from "./optional.js";
import { noAddress } from "./recipients.js";
import { says } from "./says.js";
import { requiredText, text, trimmedText } from "./text.js";
import { stateId } from "./voucher-parts.js";
import { activityCode, fcePayment } from "./voucher-terms.js";

const dayForm = /^(\d{8}|\d{4}-\d{2}-\d{2})$/;

const noDay: Words = {
  en: "must be a date as YYYY-MM-DD",
  es: "Escribí la fecha como AAAA-MM-DD, por ejemplo 2026-11-23.",
  app: "Escribí la fecha como día, mes y año: 23/11/2026.",
};
const impossibleDay: Words = { en: "must be a date that exists", es: "Elegí una fecha que exista." };

/** A day that exists, `YYYY-MM-DD`; the fiscal form `YYYYMMDD` is accepted, too. */
export const day = z
  .string()
  .regex(dayForm, { error: says(noDay) })
  .transform((value) => value.replaceAll("-", ""))
  .refine(isFiscalDate, { error: says(impossibleDay) })
  .transform((value) => fromFiscalDate(value))
  .openapi({ type: "string", pattern: dayForm.source });

const noColour: Words = {
  en: "must be a colour as #RRGGBB",
  es: "Escribí el color como #RRGGBB, por ejemplo #1F4E79.",
};
const tooLight: Words = {
  en: "must be darker: text in it needs a contrast of at least 4.5 to 1 on white paper",
  es: "Elegí un color más oscuro: sobre papel blanco no se leería bien.",
};

const fiscalFields = {
  name: field(requiredText(200), {
    says: "Company name, as it is printed.",
    example: "Librería del Sur S.R.L.",
    label: "Nombre",
  }),
  taxType: field(oneOf(issuerConditions), {
    says: `The company's own VAT condition: ${issuerConditionWords}.`,
    example: 1,
    label: "Condición de IVA",
  }),
};

const optionalFields = {
  address: field(text(300).nullable(), {
    says: "Printed on its vouchers.",
    example: "San Martín 850, Mendoza",
    label: "Domicilio",
  }),
  stateId: stateId.nullable(),
  grossIncome: field(text(50).nullable(), {
    says: "Ingresos brutos registration, as it is printed.",
    example: "0456789",
    label: "Ingresos brutos",
  }),
  activityStart: field(day.nullable().openapi({ type: ["string", "null"] }), {
    says: "When the company's activities began, YYYY-MM-DD, as it is printed.",
    example: "2015-03-01",
    label: "Inicio de actividades",
  }),
  vatRounding: field(z.enum(["auto", "authority", "line"]), {
    says: "What to do when VAT rounded per line exceeds the authority's tolerance (10051): adjust the cents after a refusal (auto), before sending (authority), or never (line).",
    example: "auto",
    label: "Redondeo del IVA",
  }),
  /** Source: api/README.md, "Credit invoices". */
  fce: field(part("FcePayment", { ...fcePayment, alias: fcePayment.alias.nullish().transform(orNull) }).nullable(), {
    says: "How the company's credit invoices (FCE MiPyME) are paid; null when it issues none.",
    label: "Factura de crédito",
  }),
  activityCode: like(activityCode, activityCode.nullable(), {
    says: "The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none.",
  }),
  cbuLegend: field(z.boolean(), {
    says: "Whether invoices and notes of letter A (types 1, 2 and 3) are printed with PAGO EN CBU INFORMADA: for companies that must be paid into the account they told the authority.",
    example: false,
    label: "Leyenda de pago en CBU",
  }),
  consumerComplaints: field(trimmedText(200).nullable(), {
    says: "Where consumers complain, printed at the foot of every voucher where a province asks for it; null for nothing.",
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
      says: "A dark colour for name, title, letter and total of the print; null for black and white. Its contrast to white is at least 4.5 to 1.",
      example: "#1F4E79",
      label: "Color",
      most: 7,
    },
  ),
  footerText: field(trimmedText(200).nullable(), {
    says: "Printed small at the foot of every voucher; null for nothing.",
    example: "www.libreriadelsur.example",
    label: "Texto al pie",
  }),
  withheldA: field(z.boolean(), {
    says: "Whether the authority put the company into class A under withholding: it issues types 51, 52 and 53, which no other company does.",
    example: false,
    label: "Clase A sujeta a retención",
  }),
  legends,
};

/** Only the operator can change these. */
const operatorFields = {
  accountEmail: field(
    z
      .email({ error: says(noAddress) })
      .max(254)
      .nullable(),
    { says: "Where warnings are mailed.", label: "Correo de la cuenta" },
  ),
  homologationMail: field(z.enum(homologationMails), {
    says: "Who may get vouchers of homologation: anybody, the account's domain, or the account's own address.",
    label: "Correos en homologación",
  }),
  invitations: field(z.enum(invitationRules), {
    says: "Whom its owners invite before it issues in production: the account's domain alone, or anybody.",
    label: "Invitaciones",
  }),
  certificateMode: field(z.enum(certificateModes), {
    says: "Whose certificate acts for it: its own, or the operator's.",
    label: "De quién es el certificado",
  }),
};

const noCode: Words = {
  en: "must be 1 to 40 lower-case letters, digits or dashes: it stands in every path",
  es: "Usá de 1 a 40 letras minúsculas, números o guiones.",
};
const noTaxId: Words = {
  en: "is not a tax id: its check digit is wrong",
  es: "Tiene un dígito equivocado: revisalo.",
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
  says: "Whose certificate acts for the company: its own, or the operator's (delegated).",
  label: "De quién es el certificado",
});

const { name, ...changeable } = z.object({ ...fiscalFields, ...optionalFields }).exactPartial().shape;

/** Source: api/README.md, "Further paths". */
export const fiscalDataChanges = body("FiscalDataChanges", {
  name,
  cuit: field(z.unknown(), {
    says: "Cannot be changed: send the current value, or leave it out.",
    label: "CUIT",
  }).exactOptional(),
  /** So that what GET gives can be sent back. */
  certificate: field(z.object({ mode: like(mode, mode, { says: "Read only: as it was given." }) }), {
    says: "Read only: it may be sent back as it was given.",
    label: "Certificado",
  }).exactOptional(),
  ...changeable,
});

export const companyChanges = fiscalDataChanges
  .omit({ cuit: true, certificate: true })
  .extend(z.object(operatorFields).exactPartial().shape);

const taxId = field(z.string().regex(/^\d{11}$/), { says: "Tax id, 11 digits.", example: "30710151543" });

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
  certificate: field(
    z.object({
      mode,
      cuit: like(taxId, taxId.nullable(), {
        says: "The certificate's tax id; null while the operator has none in this environment.",
      }),
    }),
    { says: "Whose certificate acts for the company. Read only." },
  ),
});
