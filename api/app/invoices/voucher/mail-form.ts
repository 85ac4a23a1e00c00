import { maxRecipients } from "../../../operations/schedule-emails.js";
import { type Form, text, texts } from "../../frame/form.js";

/** Form to send a voucher. Empty lines are left out. */
export interface MailForm {
  addresses: string[];
  comments: string;
  versions: string[];
}

export const emptyMailForm: MailForm = { addresses: [], comments: "", versions: ["1"] };

export const readMailForm = (form: Form): MailForm => ({
  addresses: texts(form, "email").slice(0, maxRecipients),
  comments: text(form, "comments"),
  versions: texts(form, "versions").slice(0, 3),
});

/** The body of POST invoices/{id}/emails, and the line of the form that each of its elements comes from. */
export function toSchedule({ addresses, comments, versions }: MailForm) {
  const lines = addresses.flatMap((email, line) => (email === "" ? [] : [{ email, line }]));
  return {
    body: {
      emails: lines.map(({ email }) => ({
        email,
        ...(comments !== "" && { comments }),
        ...(versions.length > 0 && { pdfVersions: versions.map(Number) }),
      })),
    },
    lineOf: lines.map(({ line }) => line),
  };
}

/** The field of the form that a fault of the API belongs to: of "emails.0.email" the line that it was typed in. */
export function mailFieldOf(field: string | null, lineOf: number[]): string | null {
  const [, index, name] = /^emails\.(\d+)\.(\w+)/.exec(field ?? "") ?? [];
  if (name === "comments") return "comments";
  return index === undefined ? "email-0" : `email-${lineOf[Number(index)] ?? 0}`;
}
