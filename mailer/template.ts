import path from "node:path";
import { readAsset } from "../shared/assets/assets.js";

/** Fills the placeholders `{{name}}` of a template. A placeholder inside a value stays as text. */
export type Fill = (values: Record<string, MailValue>) => string;

/** Text is escaped. A block keeps its line breaks, and is left out when its text is null. */
type MailValue = string | { block: keyof typeof blockStyles; text: string | null };

const font = "font-family:Helvetica,Arial,sans-serif;text-align:left;word-break:break-word";

/** `quote` shows what the issuer wrote, `notice` what the reader must not miss. */
const blockStyles = {
  quote: `border-left:3px solid #cccccc;padding:2px 0 2px 14px;font-size:15px;line-height:1.5;color:#333333;${font}`,
  notice: `background:#fef3c7;padding:10px 14px;font-size:14px;line-height:1.5;color:#78350f;${font}`,
};

/** Names of the templates, each `templates/NAME.mjml`. */
export const templateNames = ["voucher", "warning", "person"] as const;
export type TemplateName = (typeof templateNames)[number];

/** Where the build leaves the compiled templates (`write-templates-main.ts`). */
export const compiledTemplate = (name: TemplateName): string =>
  path.join("dist", "mailer", "templates", `${name}.html`);

/** Reads a template that the build compiled. No process has the compiler. */
export const readTemplate = (name: TemplateName): Fill => fillerOf(readAsset(compiledTemplate(name)));

/** Fills a compiled template for each mail. @throws RangeError for a placeholder that gets no value */
export const fillerOf =
  (html: string): Fill =>
  (values) =>
    html.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
      const value = values[place];
      if (value === undefined) throw new RangeError(`no value for the placeholder "${place}" of the mail template`);
      return toMarkup(value);
    });

function toMarkup(value: MailValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (value.text === null) return "";
  const text = escapeHtml(value.text).replace(/\r\n?|\n/g, "<br>");
  return `<tr><td style="padding:8px 28px"><div style="${blockStyles[value.block]}">${text}</div></td></tr>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
