import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sentences } from "../../../../../api/app/spanish/in-spanish.js";
import { fill, type Sentence, translator } from "../../../../../api/app/spanish/sentence.js";
import { toldSentences } from "../../../../../api/app/spanish/sentences/refusals.js";
import { roundingSentences } from "../../../../../api/app/spanish/sentences/rounding.js";
import { projectFolder } from "../../../../../shared/assets.js";
import { allRefusals } from "../../../../../shared/domain/refusals/all-refusals.js";
import { type Written, writtenSentences } from "../../../../support/readers/written-sentences.js";

/** Where the sentences are written that a person can come to read in the web application. */
const places = [
  "api",
  "shared/domain/optionals/optionals.ts",
  "shared/domain/webhook-url.ts",
  "shared/domain/homologation-mail.ts",
  "shared/db/webhooks/sending.ts",
  "mailer/webhooks/describe-failure.ts",
  "mailer/webhooks/post-webhook.ts",
  "mailer/webhooks/public-lookup.ts",
  "mailer/read-failure.ts",
];

/** These speak to operators and programs, or Spanish. */
const elsewhere =
  /^api\/((app|admin|client|docs|mcp)\/|(main|config|board|metrics|backlog-metrics|reports\/report-files|server\/bare-headers)\.ts$)/;

/** What sentences are put together from. Each stands in a sentence that has its Spanish. */
const parts = [
  "Send it again with the same idempotency key.",
  "Send it again: a preview changes nothing.",
  "The tax authority is slow or away: try again in a minute.",
  "The tax authority is slow or away: try again in a minute. GET /taxauth/status tells what does not answer.",
  "It may have been done all the same: look with a GET before you send it again.",
  "Narrow the filters, to fewer days for example, or ask for a smaller page with limit; then try again.",
  "Try again.",
  "Once it is refused, it is sent again with the cents adjusted.",
  "The cents are adjusted before it is sent.",
  "Retrying does not help.",
  "key: it lacks",
  "person, who lacks",
  "this company has a report in progress",
  "the service makes {} reports for others",
  "set activityCode with PATCH /fiscal-data, or activity of their points of sale",
  "without items the whole voucher is credited",
  "the account's address",
  "addresses of the account's domain",
  "a whole number",
  "true or false",
  "an object",
  ", not a number",
  "one of ",
  "more than {}",
  ", in every place of the list",
  "a date that exists, as YYYYMMDD",
  "an instant, as ISO 8601, or a day, as YYYY-MM-DD",
  "a text that is not empty",
  " of 1 or more",
  "an Excel workbook (.xlsx)",
  "an old Excel workbook (.xls)",
  "an OpenDocument spreadsheet (.ods)",
  "an Apple Numbers document (.numbers)",
  "a ZIP archive (.zip)",
  "a web page, whatever its name ends in",
  "an XML file, whatever its name ends in",
];

/** What nobody reads there, or what is read within a slot. */
const unread = [
  'Bearer realm="Talonario"',
  "private key",
  "public key",
  "web page",
  "send the certificate that the authority's portal gives for this request (.crt)",
  " (and {} more {})",
  "API key",
  "point of sale",
  "points of sale",
  "the service{} {}",
  "that service",
  "those services",
  "line {}: idempotency",
  "poll for settled issuances",
  "the job of a PDF could not be added",
  "a report was cut off",
  "the question is gone",
  "its result does not match the contract",
  "Facturación Electrónica",
  "Consulta de constancia de inscripción",
  "Consulta de padrón alcance 13",
  "Web Service Registro de Facturas de Crédito Electrónica MiPyMEs",
  "Consumidor Final",
  "Yerba mate 1 kg",
  "Bombilla, de alpaca",
  "Mate de calabaza",
  "The error code for programs. Infrastructure errors have none.",
  "How many elements it has.",
  "Elements of which nothing is decided yet.",
  "Elements whose key has its voucher.",
  "Elements that made no voucher.",
  "Its place in the batch, from 0.",
  "MAIL FROM",
  "framed page",
  "previews of issuances",
];

/** These stand in SQL, which is not read for sentences. */
const inSql = ["nobody saw how it ended", "under way since {instant}"];

const isHeader = (text: string) =>
  /^((attachment|text\/[a-z]+|Content-Type|Connection)[;:]|public, max-age)/.test(text);

const files = places
  .flatMap((place) =>
    place.endsWith(".ts")
      ? [place]
      : readdirSync(path.join(projectFolder, place), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".ts"))
          .map((file) => path.posix.join(place, file)),
  )
  .filter((file) => !elsewhere.test(file));

const written = files.flatMap((file) =>
  writtenSentences(readFileSync(path.join(projectFolder, file), "utf8"))
    .filter(({ text }) => !isHeader(text))
    .map((sentence) => ({ file, ...sentence })),
);
const everySentence = [...sentences, ...toldSentences, ...roundingSentences];
/** The Spanish of these stands beside them. */
const refusals = new Set(allRefusals.map(({ english }) => english));

/** A text that is one of our sentences with a value in each slot. A value is one word: more would be another sentence. */
const filled = everySentence.map(
  ({ english }) => new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "\\S+")}$`),
);

const hasSpanish = ({ text, whole }: Written): boolean =>
  everySentence.some(({ english }) => whole.test(english)) ||
  (!text.includes("{}") && filled.some((pattern) => pattern.test(text)));

const without = (text: string, pattern: RegExp) => text.replace(pattern, "");
const slot = /\{\w*\}/g;

test("every sentence that the API can answer has its Spanish in api/app/spanish/sentences/", () => {
  expect(written.length).toBeGreaterThan(300);
  const missing = written
    .filter((sentence) => !parts.includes(sentence.text) && !unread.includes(sentence.text) && !hasSpanish(sentence))
    .map(({ file, text }) => `${file}: ${JSON.stringify(text)} has no Spanish`);
  expect(missing).toEqual([]);
});

test("what sentences are put together from stands in one that has its Spanish", () => {
  const pieces = (part: string) => part.split("{}");
  const lost = parts.filter(
    (part) => !everySentence.some(({ english }) => pieces(part).every((piece) => english.includes(piece))),
  );
  expect(lost).toEqual([]);
});

test("no sentence has Spanish that the API says no more", () => {
  const isSaid = (english: string) =>
    written.some(({ text, part, whole }) => {
      if (whole.test(english)) return true;
      // Put together from several: one of them is most of it.
      return part.test(english) && without(text, slot).length * 2 >= without(english, slot).length;
    });
  const isFilled = (sentence: Sentence) => {
    const inThis = translator([sentence]);
    return written.some(({ text }) => !text.includes("{}") && inThis(text) !== undefined);
  };
  const stale = everySentence
    .filter((sentence) => !refusals.has(sentence.english) && !isSaid(sentence.english) && !isFilled(sentence))
    .map(({ english }) => english);
  expect(stale.filter((english) => !inSql.includes(english))).toEqual([]);
  const texts = new Set(written.map(({ text }) => text));
  expect([...parts, ...unread].filter((text) => !texts.has(text))).toEqual([]);
});

test("the Spanish is a whole sentence, and has only slots that the English has", () => {
  const slotsOf = (text: string) => text.match(slot) ?? [];
  const wrong = everySentence.flatMap((sentence) => {
    const { english } = sentence;
    const filled = fill(sentence, Object.fromEntries(slotsOf(english).map((name) => [name.slice(1, -1), "7"])));
    return /^["\p{Lu}7]/u.test(filled) && /[.)]$/.test(filled) && slotsOf(filled).length === 0 ? [] : [filled];
  });
  expect(wrong).toEqual([]);
  expect(new Set(everySentence.map(({ english }) => english)).size).toBe(everySentence.length);
});
