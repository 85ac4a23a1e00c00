import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { expect } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { inGate, noteLeftOut } from "../groups.js";
import { openLoneBrowser } from "../readers/open-page.js";

/** One of the ways in which people meet the web application: a phone or a notebook, light or dark, with a script or without. */
export interface Way {
  width: number;
  theme: "light" | "dark";
  script: boolean;
}

const heights: Record<number, number> = { 390: 844, 1366: 768 };

/** Of the eight ways, four in which every two choices meet: each width in each theme, with and without the script. */
const ways: Way[] = [
  { width: 390, theme: "light", script: true },
  { width: 390, theme: "dark", script: false },
  { width: 1366, theme: "light", script: false },
  { width: 1366, theme: "dark", script: true },
];

/** Two in which each choice occurs once. */
const gateWays: Way[] = [
  { width: 390, theme: "dark", script: false },
  { width: 1366, theme: "light", script: true },
];

/** What went wrong on a page since the last look. */
interface Watch {
  way: Way;
  complaints: string[];
  outside: string[];
}

const watches = new WeakMap<Page, Watch>();

/** Answers that a page's own form or link may bring. A file of the page that is missing is a fault of the page. */
const expectedAnswer = /^Failed to load resource: the server responded with a status of (400|402|403|404|409|422|429)/;

/** Opens a page in a browser that is open already, and watches it. `options` brings a session: `storageState`, `extraHTTPHeaders`. */
export async function openWatched(browser: Browser, way: Way, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: way.width, height: heights[way.width] ?? 800 },
    colorScheme: way.theme,
    javaScriptEnabled: way.script,
    reducedMotion: "reduce",
    locale: "es-AR",
    timezoneId: "America/Argentina/Buenos_Aires",
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const watch: Watch = { way, complaints: [], outside: [] };
  watches.set(page, watch);
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") watch.outside.push(request.url());
  });
  page.on("pageerror", (error) => watch.complaints.push(error.message));
  // A violation of the content security policy is such an error too.
  page.on("console", (message) => {
    const isAnswer = expectedAnswer.test(message.text()) && !message.location().url.includes("/app/static/");
    if (message.type() === "error" && !isAnswer) watch.complaints.push(message.text());
  });
  return page;
}

/**
 * Does the same in all these ways, one after the other, each with a browser context of its own. The gate does it in two of them,
 * unless it must be all.
 */
export async function inEveryWay(
  act: (page: Page, way: Way) => Promise<void>,
  { mustBeAll = false, ...options }: BrowserContextOptions & { mustBeAll?: boolean } = {},
): Promise<void> {
  const chosen = inGate && !mustBeAll ? gateWays : ways;
  noteLeftOut("pages", ways.length - chosen.length);
  const browser = await openLoneBrowser();
  for (const way of chosen) {
    const page = await openWatched(browser, way, options);
    try {
      await act(page, way);
    } finally {
      await page.context().close();
    }
  }
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Looks at the page as it is now. Keeps a picture of all of it in test/output/app, in the gate only of one that is not as it should be. Fails
 * when axe finds something, when the page is wider than the window, when the browser complained since the last look, or when anything was
 * asked of another host.
 */
export async function look(page: Page, name: string): Promise<void> {
  const watch = watches.get(page);
  if (!watch) throw new Error("this page was not opened by test/support/app/browse.ts");
  const { width, theme, script } = watch.way;
  const file = `${[name, width, theme, ...(script ? [] : ["no-script"])].join("-")}.png`;
  // What has the focus may have scrolled the page; the picture begins at the top.
  await page.evaluate("scrollTo(0, 0)");
  const takePicture = () =>
    page.screenshot({ path: path.join(projectFolder, "test", "output", "app", file), fullPage: true });
  if (!inGate) await takePicture();

  // Axe is a script itself. What a page lacks without its own script is hidden, so the look with it sees all.
  const found = script ? await judge(page) : [];
  const tooWide = await page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)");
  const { complaints, outside } = watch;
  const isWell = [found, complaints, outside].every(({ length }) => length === 0) && tooWide === 0;
  if (inGate && !isWell) await takePicture();
  expect({ file, found, tooWide, complaints, outside }).toEqual({
    file,
    found: [],
    tooWide: 0,
    complaints: [],
    outside: [],
  });
}

async function judge(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, help, target: target.join(" "), failureSummary })),
  );
}
