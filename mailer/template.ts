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

/** Compiles an MJML template. The result fills it for each mail. */
export async function compileTemplate(name: "voucher" | "warning" | "person"): Promise<Fill> {
  // It takes as long to load as everything else.
  const { default: mjml2html } = await import("mjml");
  const { html } = await mjml2html(readAsset(`mailer/templates/${name}.mjml`), {
    validationLevel: "strict",
    fonts: {},
    keepComments: true,
  });
  return (values) =>
    html.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
      const value = values[place];
      if (value === undefined) throw new RangeError(`no value for the placeholder "${place}" of the mail template`);
      return toMarkup(value);
    });
}

/** The template, compiled when a mail first needs it, and for every mail after that. */
export function templateAtUse(name: "voucher" | "warning" | "person"): () => Promise<Fill> {
  let compiled: Promise<Fill> | undefined;
  return async () => {
    compiled ??= compileTemplate(name);
    try {
      return await compiled;
    } catch (error) {
      compiled = undefined;
      throw error;
    }
  };
}

function toMarkup(value: MailValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (value.text === null) return "";
  const text = escapeHtml(value.text).replace(/\r\n?|\n/g, "<br>");
  return `<tr><td style="padding:8px 28px"><div style="${blockStyles[value.block]}">${text}</div></td></tr>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
