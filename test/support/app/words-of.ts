/** What a person reads of a page below its navigation, in one line. */
export const wordsOf = (html: string): string =>
  (/<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? html)
    .replace(/<(title|script|style)[\s\S]*?<\/\1>/g, " ")
    // The head of a cell, which the table has already.
    .replaceAll(/<span class="card-head"[\s\S]*?<\/span>/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
