/**
 * A path of ours to go on to, as an address or a form names it; undefined for any other text. A browser reads `//host` and `/\host`
 * as another site, so only plain characters are taken.
 */
export const safePath = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 2_000 && plain.test(text) && !text.includes("..") ? text : undefined;

const plain = /^\/app(\/[\w.-]+)*\/?(\?[\w=&%.,:+*-]*)?$/;

/** `safePath` of a company's page: what a form may be sent to after signing in again. */
export const safeCompanyPath = (text: string | undefined): string | undefined => {
  const path = safePath(text);
  return path && /^\/app\/[\w.-]+\/(homologation|production)(\/|$)/.test(path) ? path : undefined;
};
