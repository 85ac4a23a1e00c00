import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { accentColorForm, isLegible } from "../../shared/domain/accent-color.js";
import { isFiscalDate } from "../../shared/domain/calendar.js";
import { homologationMails } from "../../shared/domain/homologation-mail.js";
import { invitationRules } from "../../shared/domain/invitations.js";
import { issuerConditions } from "../../shared/domain/issuer-conditions.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { body } from "./body.js";
import { activityCode, fcePayment } from "./issuance-request.js";
import { legends } from "./legends.js";
import { oneOf } from "./one-of.js";
import { requiredText, text, trimmedText } from "./text.js";

const dayForm = /^(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** A day that exists, `YYYY-MM-DD`; the fiscal form `YYYYMMDD` is accepted, too. */
export const day = z
  .string()
  .regex(dayForm, { error: "must be a date as YYYY-MM-DD" })
  .transform((value) => value.replaceAll("-", ""))
  .refine(isFiscalDate, { error: "must be a date that exists" })
  .transform((value) => `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`)
  .openapi({ type: "string", pattern: dayForm.source, example: "2015-03-01" });

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
    .regex(accentColorForm, { error: "must be a colour as #RRGGBB", abort: true })
    .refine(isLegible, { error: "must be darker: text in it needs a contrast of at least 4.5 to 1 on white paper" })
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
  accountEmail: z.email({ error: "must be an e-mail address" }).max(254).nullable().exactOptional(),
  homologationMail: z.enum(homologationMails).exactOptional(),
  invitations: z.enum(invitationRules).exactOptional(),
  certificateMode: z.enum(certificateModes).exactOptional(),
};

export const newCompany = z.object({
  code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
    error: "must be 1 to 40 lower-case letters, digits or dashes: it stands in every path",
  }),
  cuit: z
    .string()
    .regex(/^\d{11}$/, { error: "must be 11 digits" })
    .refine(isTaxId, { error: "is not a tax id: its check digit is wrong", abort: true }),
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
