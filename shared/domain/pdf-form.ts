/** The papers that a voucher can be printed on: a sheet, and the rolls of 80 and 58 mm of a shop's printer. */
export const pdfLayouts = ["a4", "ticket80", "ticket58"] as const;
export type PdfLayout = (typeof pdfLayouts)[number];

/** One PDF of a voucher: its paper, and its copies in order (1 original, 2 duplicate, 3 triplicate). */
export interface PdfForm {
  layout: PdfLayout;
  versions: number[];
}

/** How a PDF is kept and stored: "1-2" on A4, which has no layout in its key, and "ticket80-1" on a roll. */
export const pdfFormKey = ({ layout, versions }: PdfForm): string =>
  [...(layout === "a4" ? [] : [layout]), ...versions].join("-");

export function readPdfFormKey(key: string): PdfForm {
  const [first, ...rest] = key.split("-");
  const layout = pdfLayouts.find((each) => each === first);
  return { layout: layout ?? "a4", versions: (layout ? rest : key.split("-")).map(Number) };
}

/** The PDF that makes a voucher's `hasPdf` true, and that is mailed. */
export const original: PdfForm = { layout: "a4", versions: [1] };
