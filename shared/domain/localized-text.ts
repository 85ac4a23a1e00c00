/** A sentence in both languages: a value like any other, made where its rule stands, and said only where somebody is answered. */
export interface LocalizedText {
  en: string;
  /** Argentine: with voseo, a capital and a point. */
  es: string;
  /** To a person in the web application, who has a form and pages where a caller of the API has keys and fields. `es` without it. */
  app?: string | undefined;
}

export type Language = "en" | "es";

/** Reader of an answer: a caller of the API in one of the languages, or a person in the web application. */
export type Reader = Language | "app";

export const localizeFor = (reader: Reader, { en, es, app = es }: LocalizedText): string =>
  reader === "en" ? en : reader === "es" ? es : app;

/** For logs and the command line. */
export const inEnglish = ({ en }: LocalizedText): string => en;

/**
 * Several sentences, one after another. What two of them say alike in a language is said once, and one that ends without a stop, as the
 * authority's often do, gets it before the next.
 */
export function inOne(sentences: readonly LocalizedText[]): LocalizedText {
  const joined = (reader: Reader) => {
    const [first = "", ...others] = new Set(sentences.map((each) => localizeFor(reader, each)));
    return others.reduce(inTurn, first);
  };
  return { en: joined("en"), es: joined("es"), app: joined("app") };
}

const inTurn = (before: string, then: string): string => `${before.trimEnd().replace(/[^.!?…:]$/, "$&.")} ${then}`;

/** Text of somebody else, which nobody translates. */
export const asLocalized = (text: string): LocalizedText => ({ en: text, es: text });
