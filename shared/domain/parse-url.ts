/**
 * URL of a text, or undefined where it is none. `URL.canParse` is not asked: once V8 has optimized it, Node 20 refuses every text with a letter
 * of Latin-1 beyond ASCII, such as `https://ñandú.com.ar`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
