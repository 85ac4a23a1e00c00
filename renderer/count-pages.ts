/** The number of pages of a PDF made by Chromium, which writes page objects as plain text. */
export const countPages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
