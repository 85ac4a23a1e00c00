/** Parts of the name of a report's file: whose it is, of when, and that vouchers of homologation are no real ones. */
export interface ReportIdentity {
  cuit: string;
  production: boolean;
  /** `YYYYMM`; of vouchers of any time the day on which the file was made, `YYYYMMDD`. */
  period: string;
}

/** `libro-iva-ventas_30712345671_202611.zip`; of homologation `…_202611_homologacion.zip`. */
export const reportName = (what: string, { cuit, production, period }: ReportIdentity, ending: string): string =>
  `${what}_${cuit}_${period}${production ? "" : "_homologacion"}.${ending}`;
