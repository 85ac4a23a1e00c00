import { createRequire } from "node:module";
import type mjml from "mjml-core";
import { readAsset } from "../shared/assets/assets.js";
import type { TemplateName } from "./template.js";

const require = createRequire(import.meta.url);

/** MJML's compiler with its components. The package `mjml` is these three, and a command line that brings twenty more. */
function loadCompiler(): typeof mjml.default {
  const { default: compile, components, assignComponents } = require("mjml-core");
  const { dependencies, assignDependencies } = require("mjml-validator");
  const preset = require("mjml-preset-core");
  assignComponents(components, preset.components);
  assignDependencies(dependencies, preset.dependencies);
  return compile;
}

/** Compiles an MJML template to HTML, as a step of the build: to load the compiler takes as long as the whole mailer. */
export async function compileTemplate(name: TemplateName): Promise<string> {
  const options = { validationLevel: "strict", fonts: {}, keepComments: true } as const;
  const { html } = await loadCompiler()(readAsset(`mailer/templates/${name}.mjml`), options);
  return html;
}
