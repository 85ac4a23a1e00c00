import mjml2html from "mjml";
import { readAsset } from "../shared/assets/assets.js";
import type { TemplateName } from "./template.js";

/** Compiles an MJML template to HTML, as a step of the build: to load the compiler takes as long as the whole mailer. */
export async function compileTemplate(name: TemplateName): Promise<string> {
  const options = { validationLevel: "strict", fonts: {}, keepComments: true } as const;
  const { html } = await mjml2html(readAsset(`mailer/templates/${name}.mjml`), options);
  return html;
}
