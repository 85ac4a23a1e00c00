/** A file that the accountant takes. Source: api/README.md, "Reports". */
interface ReportFile {
  /** Path in the API, below `/reports/`. */
  path: "vat-book" | "iva-simple";
  part?: string;
  name: string;
}

interface FileGroup {
  title: string;
  words: string;
  files: ReportFile[];
}

export const fileGroups: FileGroup[] = [
  {
    title: "Libro IVA Digital",
    words:
      "Los dos archivos que pide el portal de ARCA en Libro IVA, Ventas, Importar: primero los comprobantes y después las alícuotas. Si algún comprobante no puede ir, el ZIP trae un LEEME.txt que dice cuál y por qué. También lo dice si la empresa no tiene que presentarlo.",
    files: [
      { path: "vat-book", name: "Todo en un ZIP" },
      { path: "vat-book", part: "vouchers", name: "Comprobantes (TXT)" },
      { path: "vat-book", part: "rates", name: "Alícuotas (TXT)" },
    ],
  },
  {
    title: "IVA Simple",
    words:
      "El débito fiscal y la restitución del período, sumados por actividad, tipo de comprador y alícuota, para importar en la declaración. Un archivo vacío no tiene nada para importar.",
    files: [
      { path: "iva-simple", name: "Todo en un ZIP" },
      { path: "iva-simple", part: "debit", name: "Débito fiscal (CSV)" },
      { path: "iva-simple", part: "restitution", name: "Restitución (CSV)" },
    ],
  },
];

/** The query of a file for a month. A part that no file has is none. */
export function fileQuery(path: ReportFile["path"], period: string, part: string | undefined): string {
  const isKnown = fileGroups.some(({ files }) => files.some((file) => file.path === path && file.part === part));
  return `?${new URLSearchParams({ period, ...(part !== undefined && isKnown && { part }) })}`;
}
