import mjml2html from "mjml";
import { readAsset } from "../shared/assets.js";

/** Fills the places `{{name}}` of a template; a value may itself contain such a place, which then is text. */
export type Fill = (values: Record<string, MailValue>) => string;

/** Text is escaped; a block of text becomes a paragraph that keeps its line breaks, and nothing when it is null. */
export type MailValue = string | { paragraph: string | null };

const paragraphStyle =
  "padding:8px 24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1a1a1a;text-align:left";

/** Compiles the MJML once; what comes out is filled for every mail. */
export async function compileTemplate(): Promise<Fill> {
  const { html } = await mjml2html(readAsset("mailer/templates/voucher.mjml"), {
    validationLevel: "strict",
    fonts: {},
    keepComments: true,
  });
  return (values) =>
    html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new RangeError(`the mail template has a place "${name}" that was not given`);
      return toMarkup(value);
    });
}

function toMarkup(value: MailValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (value.paragraph === null) return "";
  const text = escapeHtml(value.paragraph).replace(/\r\n?|\n/g, "<br>");
  return `<tr><td style="${paragraphStyle}">${text}</td></tr>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
