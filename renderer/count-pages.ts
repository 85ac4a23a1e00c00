/** How many pages a PDF made by Chromium has: it writes every page object in clear text. */
export const countPages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
