import { type Sentence, translator } from "./sentence.js";
import { authoritySentences } from "./sentences/authority.js";
import { batchSentences } from "./sentences/batches.js";
import { configurationSentences } from "./sentences/configuration.js";
import { deliverySentences } from "./sentences/deliveries.js";
import { previewSentences } from "./sentences/previews.js";
import { foreseenSentences } from "./sentences/refusals.js";
import { requestSentences } from "./sentences/requests.js";
import { shapeSentences } from "./sentences/shape.js";
import { voucherSentences } from "./sentences/vouchers.js";

/**
 * Every sentence of the API that a person can come to read, with its Spanish. Whoever writes a new fault or error adds its Spanish to
 * the file of `sentences/` that names its place; test/unit/api/app/spanish/every-sentence.test.ts fails until then.
 */
export const sentences: readonly Sentence[] = [
  ...shapeSentences,
  ...voucherSentences,
  ...previewSentences,
  ...foreseenSentences,
  ...configurationSentences,
  ...batchSentences,
  ...requestSentences,
  ...authoritySentences,
  ...deliverySentences,
];

/** A whole sentence of the API in Spanish; undefined when it has none. */
export const inSpanish: (english: string) => string | undefined = translator(sentences);

/** The same for a text that may be of somebody else, such as a mail server's answer: what has no Spanish is left as it is. */
export const wordsInSpanish = (text: string): string => inSpanish(text) ?? text;
