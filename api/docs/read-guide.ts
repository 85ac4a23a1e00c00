import { html, raw } from "hono/html";
import { Marked, type Token, type Tokens } from "marked";
import { readAsset } from "../../shared/assets/assets.js";

const folder = "api/docs/guides";

/** In the order in which they are read. Each is a file of Markdown in `api/docs/guides`. */
export const guideNames = [
  "first-voucher",
  "keys-and-retries",
  "credit-notes",
  "credit-invoices",
  "further-data",
  "errors",
  "many-at-once",
  "webhooks",
  "typed-client",
  "agents",
  "contingency",
  "renewing",
  "accountant",
  "going-to-production",
  "testing",
] as const;
export type GuideName = (typeof guideNames)[number];

/** Languages of the examples: of each example there is one program in every language, in a folder of `api/docs/guides/examples`. */
export const languages = {
  curl: { title: "curl", file: "curl.sh" },
  typescript: { title: "TypeScript", file: "typescript.ts" },
  python: { title: "Python", file: "python.py" },
  php: { title: "PHP", file: "php.php" },
};
export type CodeLanguage = keyof typeof languages;
export const languageNames = Object.keys(languages) as CodeLanguage[];

export const pathOf = (name: GuideName, language: CodeLanguage): string => `/docs/guides/${name}${queryOf(language)}`;

/** Where the guide is as Markdown, for programs that read. */
export const markdownPathOf = (name: GuideName): string => `/docs/guides/${name}.md`;

/** The address names the language, so the browser has to remember nothing. */
export const queryOf = (language: CodeLanguage): string => (language === "curl" ? "" : `?language=${language}`);

export interface Guide {
  title: string;
  /** First paragraph of the guide. */
  summary: string;
  body: string;
}

/** A guide as HTML, with its examples in one language. A link to `examples/NAME` alone in a paragraph becomes that example. */
export function readGuide(name: GuideName, language: CodeLanguage): Guide {
  const marked = new Marked({
    walkTokens: (token) => {
      const guide = token.type === "link" && guideNames.find((one) => token.href === `${one}.md`);
      if (guide) token.href = pathOf(guide, language);
    },
    renderer: {
      paragraph: ({ tokens }) => exampleIn(tokens, name, language) ?? false,
      checkbox: () => '<span class="box" aria-hidden="true"></span>',
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const text = readAsset(`${folder}/${name}.md`);
  const [title, summary] = marked.lexer(text).filter((token) => token.type === "heading" || token.type === "paragraph");
  return { title: textOf(title), summary: textOf(summary), body: letScroll(marked.parse(text, { async: false })) };
}

/** A guide as Markdown, with its examples for curl in place of the links to them. */
export function readGuideText(name: GuideName): string {
  const text = readAsset(`${folder}/${name}.md`);
  return text.replaceAll(/^\[([^\]]+)\]\(examples\/([\w-]+)\)$/gm, (_, caption: string, example: string) => {
    const program = readAsset(`${folder}/examples/${example}/${languages.curl.file}`);
    return `${caption}:\n\n\`\`\`sh\n${program.trimEnd()}\n\`\`\``;
  });
}

const textOf = (token: Token | undefined): string => (token && "text" in token ? token.text : "");

/** A program may be wider than the page: it scrolls by itself, also with the keys. */
const letScroll = (body: string): string => body.replaceAll("<pre>", '<pre tabindex="0">');

function exampleIn(tokens: Token[], name: GuideName, language: CodeLanguage): string | undefined {
  const [only, ...others] = tokens;
  if (only?.type !== "link" || others.length > 0) return undefined;
  const { href, text } = only as Tokens.Link;
  const [, example] = /^examples\/([\w-]+)$/.exec(href) ?? [];
  if (!example) return undefined;
  const program = readAsset(`${folder}/examples/${example}/${languages[language].file}`);
  const choices = languageNames.map((one) => {
    const current = one === language ? raw(' aria-current="true"') : "";
    return html`<a href="${pathOf(name, one)}#example-${example}"${current}>${languages[one].title}</a>`;
  });
  return String(html`<figure id="example-${example}">
<figcaption>${text}</figcaption>
<nav class="languages" aria-label="Language of: ${text}">${choices}</nav>
<pre><code>${program}</code></pre>
</figure>
`);
}
