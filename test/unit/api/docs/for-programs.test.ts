import { expect } from "vitest";
import { openApiDocument } from "../../../../api/docs/docs.js";
import type { OperationDocument } from "../../../../api/docs/documented-operations.js";
import { llmsText } from "../../../../api/docs/llms.js";
import { postmanCollection } from "../../../../api/docs/postman.js";
import { publicCase } from "../../../support/public-case.js";

const origin = "https://talonario.example";
const document = JSON.parse(JSON.stringify(openApiDocument("/api", origin))) as OperationDocument & {
  info: Record<string, unknown>;
  tags: { name: string; description: string }[];
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const kind = "What a program is told";
const rule = 'api/README.md, "The OpenAPI document"';

publicCase(
  { kind, sent: "a generator reads /openapi.json", right: "every operation has a name of its own", rule },
  () => {
    const ids = operations.map(({ operationId }) => operationId);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

publicCase({ kind, sent: "a linter reads /openapi.json", right: "license, contact, tags, descriptions", rule }, () => {
  expect(document.info).toMatchObject({ license: { name: "MIT" }, contact: { url: origin } });
  expect(operations.filter(({ description }) => !description).map(({ summary }) => summary)).toEqual([]);
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  expect(document.tags.map(({ name }) => name).sort()).toEqual(
    [...new Set(operations.flatMap(({ tags }) => tags))].sort(),
  );
});

/** As the reference parser of the format reads it (AnswerDotAI/llms-txt, miniparse.py). */
function parseLlms(text: string) {
  const [head = "", ...rest] = text.split(/^##\s*(.*?)$/gm);
  const { title, summary, info } =
    /^#\s*(?<title>.+?)\n+(?:>\s*(?<summary>.+?)\n)?\n*(?<info>[\s\S]*)/.exec(head)?.groups ?? {};
  const sections = new Map<string, { title: string; url: string; desc: string | undefined }[]>();
  for (let at = 0; at < rest.length; at += 2)
    sections.set(
      rest[at] ?? "",
      (rest[at + 1] ?? "")
        .trim()
        .split(/\n+/)
        .map((line) => {
          const found = /^-\s*\[(?<title>[^\]]+)\]\((?<url>[^)]+)\)(?::\s*(?<desc>.*))?$/.exec(line)?.groups;
          if (!found) throw new Error(`no link: ${line}`);
          return found as { title: string; url: string; desc: string | undefined };
        }),
    );
  return { title, summary, info, sections };
}

publicCase(
  {
    kind,
    sent: "the reference parser reads /llms.txt",
    right: "nothing but links under headings",
    rule: "api/docs/llms.ts",
  },
  () => {
    const { title, summary, info, sections } = parseLlms(llmsText(document, origin));
    expect([title, summary]).toEqual(["Talonario", expect.stringContaining("Electronic vouchers")]);
    expect(info).toContain("- 402: SUBSCRIPTION_EXPIRED");
    const links = [...sections.values()].flat();
    for (const { url } of links)
      expect(url).toMatch(/^https:\/\/talonario\.example\/(docs|openapi\.json|postman\.json|llms\.txt\?lang=es$)/);
    expect(links.filter(({ url }) => url.includes("/docs#/")).length).toBe(operations.length);
  },
);

const collection = postmanCollection(document, `${origin}/api`);
const items = collection.item.flatMap(({ item }) => item);
const postman = "api/docs/postman.ts";

publicCase(
  { kind, sent: "Postman sends a report as imported", right: "its period is set and sent", rule: postman },
  () => {
    const periods = items.flatMap(({ request }) => request.url.query.filter(({ key }) => key === "period"));
    expect(periods.map(({ value, ...rest }) => [value, "disabled" in rest])).toEqual([
      ["{{period}}", false],
      ["{{period}}", false],
      ["{{period}}", false],
      ["{{period}}", false],
    ]);
  },
);

publicCase(
  { kind, sent: "Postman runs the collection with a test key", right: "nothing is configured unasked", rule: postman },
  () => {
    const writes = items.filter(({ request }) => request.method !== "GET" && !/invoices|batches/.test(request.url.raw));
    expect(writes.length).toBeGreaterThan(15);
    for (const { name, event = [] } of writes)
      expect([name, event[0]?.script.exec[0]]).toEqual([name, expect.stringContaining('get("configure") !== "yes"')]);
  },
);

publicCase(
  { kind, sent: "Postman opens a request with an id in its path", right: "a variable that others fill", rule: postman },
  () => {
    const known = new Set(collection.variable.map(({ key }) => `{{${key}}}`));
    for (const { name, request } of items)
      for (const { key, value } of request.url.variable)
        expect([name, key, value !== "" && (known.has(value) || !value.includes("{{"))]).toEqual([name, key, true]);
  },
);
