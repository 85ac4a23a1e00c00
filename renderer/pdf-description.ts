export interface PdfDescription {
  title: string;
  author: string;
  subject: string;
}

/**
 * Adds title, author and subject to a PDF made by Chromium, which writes only a title. They are appended to the file as an
 * incremental update. A file of another form is left unchanged. Source: ISO 32000-1, sections 7.5.6 and 14.3.3.
 */
export function describePdf(pdf: Buffer, { title, author, subject }: PdfDescription): Buffer {
  const end = /trailer\s*<<\/Size (\d+)\s*\/Root (\d+ 0 R)\s*\/Info (\d+) 0 R>>\s*startxref\s*(\d+)\s*%%EOF\s*$/.exec(
    pdf.subarray(-512).toString("latin1"),
  );
  if (!end) return pdf;
  const [, size, root, info, previous] = end;
  const dates = /\/CreationDate (\(D:[^)]*\))/.exec(pdf.toString("latin1", 0, 2_048))?.[1];
  const entries = [
    `/Title ${pdfText(title)}`,
    `/Author ${pdfText(author)}`,
    `/Subject ${pdfText(subject)}`,
    `/Creator ${pdfText("Talonario")}`,
    ...(dates ? [`/CreationDate ${dates}`, `/ModDate ${dates}`] : []),
  ];
  const start = `\n${info} 0 obj\n<<${entries.join("\n")}>>\nendobj\n`;
  const offset = pdf.length + 1;
  const table = `xref\n${info} 1\n${String(offset).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer\n<</Size ${size}\n/Root ${root}\n/Info ${info} 0 R\n/Prev ${previous}>>\n`;
  const tableAt = pdf.length + Buffer.byteLength(start);
  return Buffer.concat([pdf, Buffer.from(`${start}${table}${trailer}startxref\n${tableAt}\n%%EOF\n`)]);
}

/** UTF-16 in hexadecimal, so that no character needs escaping. */
const pdfText = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
