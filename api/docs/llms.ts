import { type Language, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";
import { type DocumentedOperation, type OperationDocument, operationsByTag } from "./documented-operations.js";
import { forms, headings, rules, summary } from "./llms-words.js";
import { meanings } from "./meanings.js";
import { guideNames, markdownPathOf, readGuide } from "./read-guide.js";
import { inLanguage, otherLanguage } from "./shown-language.js";

/**
 * `/llms.txt`: the service told to a model, made from the OpenAPI document and the guides. The form is that of https://llmstxt.org:
 * a title, a summary, what has to be known, and below it headings with nothing but links.
 * @param document in the language
 * @param origin where the service is: the links are whole, so that a program can follow them
 * @returns Markdown
 */
export function llmsText(document: OperationDocument, origin: string, language: Language = "en"): string {
  const translate = (words: LocalizedText) => localizeFor(language, words);
  const basePath = (document.servers?.[0]?.url ?? "").replace(/\/$/, "");
  const guides = guideNames.map((name) => {
    const guide = readGuide(name, "curl");
    return `- [${guide.title}](${origin}${markdownPathOf(name)}): ${linked(onOneLine(guide.summary), origin)}`;
  });
  const docs = `${origin}${inLanguage("/docs", language)}`;
  const form = ({ name, has }: { name: LocalizedText; has: LocalizedText }, address: string) =>
    `- [${translate(name)}](${address}): ${translate(has)}`;
  const reference = [
    form(forms.document, `${origin}${inLanguage("/openapi.json", language)}`),
    form(forms.collection, `${origin}/postman.json`),
    form(forms.page, docs),
    form(forms.otherLanguage, `${origin}/llms.txt?lang=${otherLanguage(language)}`),
  ];
  const errors = Object.entries(meanings).map(([status, meaning]) => `- ${status}: ${translate(meaning)}`);
  const operations = [...operationsByTag(document)].map(
    ([tag, each]) => `## ${tag}\n\n${each.map((operation) => operationLine(operation, basePath, docs)).join("\n")}`,
  );
  const sections = [
    "# Talonario",
    `> ${translate(summary)}`,
    translate(rules(basePath)),
    `${translate(headings.failures)}\n\n${errors.join("\n")}`,
    `## ${translate(headings.guides)}\n\n${guides.join("\n")}`,
    `## ${translate(headings.reference)}\n\n${reference.join("\n")}`,
    ...operations,
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The page of the reference opens at this operation. */
function operationLine(operation: DocumentedOperation, basePath: string, docs: string): string {
  const { method, path, tags, operationId, summary, description } = operation;
  const at = `${docs}#/${encodeURIComponent(tags[0] ?? "")}/${operationId}`;
  return `- [${method} ${basePath}${path}](${at}): ${summary}. ${onOneLine(description)}`;
}

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");

/** A link between guides leads to the text of the other one. */
const linked = (text: string, origin: string): string =>
  text.replaceAll(/\]\(([a-z-]+\.md)\)/g, `](${origin}/docs/guides/$1)`);
