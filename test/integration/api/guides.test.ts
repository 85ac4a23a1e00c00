import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guideNames, languageNames, languages, pathOf } from "../../../api/docs/read-guide.js";
import { projectFolder, readAsset } from "../../../shared/assets/assets.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const system = await openForFile(openIssuingApp);

const pages = ["/docs/guides", ...languageNames.flatMap((one) => guideNames.map((name) => pathOf(name, one)))];
const examplesFolder = "api/docs/guides/examples";
const examples = readdirSync(path.join(projectFolder, examplesFolder));

/** The text that a browser shows. */
const shown = (body: string) =>
  body
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

test("every link of the guides leads to a page and a place that exist, on our own host", async () => {
  const get = async (url: string) => {
    const answer = await system.app.request(url);
    return { status: answer.status, body: await answer.text() };
  };
  for (const url of pages) {
    const { status, body } = await get(url);
    expect([url, status]).toEqual([url, 200]);
    const targets = [...new Set([...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to = ""]) => shown(to)))];
    expect(targets.length).toBeGreaterThan(8);
    for (const to of targets) {
      expect([url, to]).toEqual([url, expect.stringMatching(/^\/(docs(\/|$)|favicon\.ico$)/)]);
      const [address = "", place] = to.split("#");
      const target = await get(address);
      expect([url, to, target.status]).toEqual([url, to, 200]);
      if (place) expect([url, to, target.body.includes(`id="${place}"`)]).toEqual([url, to, true]);
    }
  }
});

test("each guide shows its examples as they are in the files, in the language that the address names", async () => {
  const used = new Set<string>();
  for (const name of guideNames) {
    for (const language of languageNames) {
      const body = await (await system.app.request(pathOf(name, language))).text();
      for (const [, example = ""] of body.matchAll(/<figure id="example-([\w-]+)">/g)) {
        used.add(example);
        const program = readAsset(`${examplesFolder}/${example}/${languages[language].file}`);
        expect(shown(body.split(`id="example-${example}"`)[1] ?? "")).toContain(`<code>${program}</code>`);
      }
      expect(body).not.toContain('href="examples/');
    }
  }
  expect([...used].sort()).toEqual(examples.sort());
});

test("every example is there in every language, and nothing else", () => {
  const files = Object.values(languages).map(({ file }) => file);
  for (const example of examples)
    expect(readdirSync(path.join(projectFolder, examplesFolder, example)).sort()).toEqual(files.sort());
});

test("the guides have neither scripts nor styles of their own, and a browser would run none", async () => {
  for (const url of pages) {
    const answer = await system.app.request(url);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(await answer.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  }
});

test("an unknown language shows curl, and an unknown guide is a 404", async () => {
  const text = async (url: string) => (await system.app.request(url)).text();
  expect(await text("/docs/guides/errors?language=%22%3E%3Cscript%3E")).toBe(await text("/docs/guides/errors"));
  for (const name of ["nothing", "..%2Ferrors.md", "nothing.md", "errors.css.md", "guides.css"]) {
    const answer = await system.app.request(`/docs/guides/${name}`);
    expect([name, answer.status, await answer.json()]).toMatchObject([name, 404, { ok: false, code: "NOT_FOUND" }]);
  }
});
