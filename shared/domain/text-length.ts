/**
 * Whether a text has more characters than this. A character is a code point, as in PostgreSQL and in JSON Schema's `maxLength`: an
 * emoji is one, although JavaScript's `length` counts two.
 */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);
