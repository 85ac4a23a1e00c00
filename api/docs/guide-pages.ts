import { html, raw } from "hono/html";
import { type LocalizedText, localizeFor, type Language as Spoken } from "../../shared/domain/localized-text.js";
import { type CodeLanguage, type GuideName, guideNames, languages, pathOf, queryOf, readGuide } from "./read-guide.js";
import { otherLanguage } from "./shown-language.js";

const menuTitles: Record<GuideName, string> = {
  "first-voucher": "First voucher",
  "keys-and-retries": "Keys and retries",
  "credit-notes": "Credit notes",
  "credit-invoices": "Credit invoices",
  "further-data": "Further data",
  errors: "Errors",
  "many-at-once": "Many at once",
  webhooks: "Webhooks",
  "typed-client": "Typed client",
  agents: "Agents",
  contingency: "Contingency",
  accountant: "Accountant",
  "going-to-production": "Production",
  testing: "Testing",
};

const titles: Record<"nav" | "reference" | "guides", LocalizedText> = {
  nav: { en: "Documentation", es: "Documentación" },
  reference: { en: "Reference", es: "Referencia" },
  guides: { en: "Guides", es: "Guías (en inglés)" },
};

/**
 * The links above every page of the documentation.
 * @param here the page's path
 * @param spoken of a page that is there in two languages: the guides are in English alone
 */
export function menu(here: string, language: CodeLanguage = "curl", spoken?: Spoken) {
  const translate = (words: LocalizedText) => localizeFor(spoken ?? "en", words);
  const link = (path: string, title: string, query = "") =>
    html`<a href="${path}${query}"${path === here ? raw(' aria-current="page"') : ""}>${title}</a>`;
  return html`<header class="menu">
<strong>Talonario</strong>${spoken && otherLink(here, otherLanguage(spoken))}
<nav aria-label="${translate(titles.nav)}">
${link("/docs", translate(titles.reference))}
${link("/docs/guides", translate(titles.guides), queryOf(language))}
${guideNames.map((name) => link(`/docs/guides/${name}`, menuTitles[name], queryOf(language)))}
</nav>
</header>`;
}

const otherLink = (here: string, other: Spoken) =>
  html`<a href="${here}?lang=${other}" lang="${other}" hreflang="${other}">${other === "es" ? "Español" : "English"}</a>`;

/** A guide as a whole page. */
export function guidePage(name: GuideName, language: CodeLanguage): string {
  const { title, body } = readGuide(name, language);
  return page(title, `/docs/guides/${name}`, language, body);
}

/** The page that leads to the guides and the reference. */
export function startPage(language: CodeLanguage): string {
  const entries = guideNames.map((name) => {
    const { title, summary } = readGuide(name, language);
    return html`<dt><a href="${pathOf(name, language)}">${title}</a></dt><dd>${summary}</dd>`;
  });
  const body = html`<h1>Guides</h1>
<p>Short texts on how to issue vouchers from your program, with examples in ${namesOfLanguages}.</p>
<dl>${entries}
<dt><a href="/docs">Reference</a></dt><dd>Every path, field and error, to look up and to try out.</dd></dl>`;
  return page("Guides", "/docs/guides", language, String(body));
}

const languageTitles = Object.values(languages).map(({ title }) => title);
const namesOfLanguages = `${languageTitles.slice(0, -1).join(", ")} and ${languageTitles.at(-1)}`;

const page = (title: string, here: string, language: CodeLanguage, body: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Talonario</title>
<link rel="stylesheet" href="/docs/menu.css">
<link rel="stylesheet" href="/docs/guides.css">
<link rel="icon" href="/favicon.ico">
</head>
<body>
${menu(here, language)}
<main>
${raw(body)}
</main>
</body>
</html>
`);
