import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { accentColorForm, isLegible } from "../../shared/domain/accent-color.js";
import { fromFiscalDate, isFiscalDate } from "../../shared/domain/calendar.js";
import { homologationMails } from "../../shared/domain/homologation-mail.js";
import { invitationRules } from "../../shared/domain/invitations.js";
import { issuerConditions } from "../../shared/domain/issuer-conditions.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import type { Words } from "../../shared/domain/words.js";
import { body } from "./body.js";
import { exactDigits } from "./digits.js";
import { activityCode, fcePayment } from "./issuance-request.js";
import { legends } from "./legends.js";
import { oneOf } from "./one-of.js";
import { noAddress } from "./recipients.js";
import { says } from "./says.js";
import { requiredText, text, trimmedText } from "./text.js";

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
  .openapi({ type: "string", pattern: dayForm.source, example: "2015-03-01" });

const noColour: Words = {
  en: "must be a colour as #RRGGBB",
  es: "Escribí el color como #RRGGBB, por ejemplo #1F4E79.",
};
const tooLight: Words = {
  en: "must be darker: text in it needs a contrast of at least 4.5 to 1 on white paper",
  es: "Elegí un color más oscuro: sobre papel blanco no se leería bien.",
};

const fiscalFields = {
  name: requiredText(200),
  taxType: oneOf(issuerConditions),
  address: text(300).nullable(),
  stateId: z.int().min(0).max(24).nullable(),
  grossIncome: text(50).nullable(),
  activityStart: day.nullable().openapi({ type: ["string", "null"] }),
  vatRounding: z.enum(["auto", "authority", "line"]),
  /** Source: api/README.md, "Credit invoices". */
  fce: z
    .object({
      cbu: fcePayment.cbu,
      alias: fcePayment.alias.nullish().transform((alias) => alias ?? null),
      transfer: fcePayment.transfer,
    })
    .nullable(),
  activityCode: activityCode.nullable(),
  cbuLegend: z.boolean(),
  consumerComplaints: trimmedText(200).nullable(),
  accentColor: z
    .string()
    .regex(accentColorForm, { error: says(noColour), abort: true })
    .refine(isLegible, { error: says(tooLight) })
    .nullable(),
  footerText: trimmedText(200).nullable(),
  withheldA: z.boolean(),
  legends,
};

const optionalFields = {
  address: fiscalFields.address.exactOptional(),
  stateId: fiscalFields.stateId.exactOptional(),
  grossIncome: fiscalFields.grossIncome.exactOptional(),
  activityStart: fiscalFields.activityStart.exactOptional(),
  vatRounding: fiscalFields.vatRounding.exactOptional(),
  fce: fiscalFields.fce.exactOptional(),
  activityCode: fiscalFields.activityCode.exactOptional(),
  cbuLegend: fiscalFields.cbuLegend.exactOptional(),
  consumerComplaints: fiscalFields.consumerComplaints.exactOptional(),
  accentColor: fiscalFields.accentColor.exactOptional(),
  footerText: fiscalFields.footerText.exactOptional(),
  withheldA: fiscalFields.withheldA.exactOptional(),
  legends: fiscalFields.legends.exactOptional(),
};

/** Only the operator can change these. */
const operatorFields = {
  accountEmail: z
    .email({ error: says(noAddress) })
    .max(254)
    .nullable()
    .exactOptional(),
  homologationMail: z.enum(homologationMails).exactOptional(),
  invitations: z.enum(invitationRules).exactOptional(),
  certificateMode: z.enum(certificateModes).exactOptional(),
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
  name: fiscalFields.name,
  taxType: fiscalFields.taxType,
  ...optionalFields,
  ...operatorFields,
});

/** Source: api/README.md, "Further paths". */
export const fiscalDataChanges = body("FiscalDataChanges", {
  name: fiscalFields.name.exactOptional(),
  cuit: z.unknown().exactOptional(),
  /** Read only, so that what GET gives can be sent back. */
  certificate: z
    .object({ mode: z.enum(certificateModes).openapi({ description: "Read only: as it was given." }) })
    .exactOptional(),
  taxType: fiscalFields.taxType.exactOptional(),
  ...optionalFields,
});

export const companyChanges = fiscalDataChanges.omit({ cuit: true, certificate: true }).extend(operatorFields);
