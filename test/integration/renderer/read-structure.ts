import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a PDF tells to programs that read it aloud or show its contents. */
export interface PdfStructure {
  marked: boolean;
  language: string | undefined;
  /** Those of the first page. */
  roles: string[];
  /** What is said in place of pictures on the first page. */
  alternatives: string[];
  /** A line an entry, indented by its depth. */
  outline: string[];
}

interface Node {
  role?: string;
  alt?: string;
  children?: Node[];
}

interface Entry {
  title: string;
  items: Entry[];
}

export async function readStructure(pdf: Buffer): Promise<PdfStructure> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const [mark, { info }, entries, page] = await Promise.all([
    document.getMarkInfo(),
    document.getMetadata(),
    document.getOutline(),
    document.getPage(1),
  ]);
  const nodes = withinOf((await page.getStructTree()) as Node);
  await task.destroy();
  return {
    marked: mark?.Marked ?? false,
    language: (info as { Language?: string }).Language,
    roles: nodes.flatMap(({ role }) => role ?? []),
    alternatives: nodes.flatMap(({ alt }) => alt ?? []),
    outline: linesOf((entries ?? []) as Entry[]),
  };
}

const withinOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(withinOf)];

const linesOf = (entries: Entry[], depth = 0): string[] =>
  entries.flatMap(({ title, items }) => [`${"  ".repeat(depth)}${title}`, ...linesOf(items, depth + 1)]);
