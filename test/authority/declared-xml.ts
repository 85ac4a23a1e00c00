import type { DeclaredVoucher } from "./declared-voucher.js";
import { branch, leaves } from "./xml-text.js";

const rowsXml = (container: string, item: string, rows: Record<string, string | number | undefined>[] | undefined) =>
  branch(container, (rows ?? []).map((row) => branch(item, leaves(row))).join(""));

/**
 * The fields of a declared voucher in schema order, as FECompConsultar answers them. Service dates that were not sent are
 * answered empty (recorded exchanges of 2021); other absent fields stay absent. Source: issuer/authority/README.md, section 2.5.
 */
export function declaredXml(voucher: DeclaredVoucher): string {
  const { CbtesAsoc, Tributos, Iva, Opcionales, Compradores, PeriodoAsoc, Actividades } = voucher;
  return (
    leaves({
      Concepto: voucher.Concepto,
      DocTipo: voucher.DocTipo,
      DocNro: voucher.DocNro,
      CbteDesde: voucher.CbteDesde,
      CbteHasta: voucher.CbteHasta,
      CbteFch: voucher.CbteFch,
      ImpTotal: voucher.ImpTotal,
      ImpTotConc: voucher.ImpTotConc,
      ImpNeto: voucher.ImpNeto,
      ImpOpEx: voucher.ImpOpEx,
      ImpTrib: voucher.ImpTrib,
      ImpIVA: voucher.ImpIVA,
      FchServDesde: voucher.FchServDesde ?? "",
      FchServHasta: voucher.FchServHasta ?? "",
      FchVtoPago: voucher.FchVtoPago ?? "",
      MonId: voucher.MonId,
      MonCotiz: voucher.MonCotiz,
      CanMisMonExt: voucher.CanMisMonExt,
      CondicionIVAReceptorId: voucher.CondicionIVAReceptorId || undefined,
    }) +
    rowsXml(
      "CbtesAsoc",
      "CbteAsoc",
      CbtesAsoc?.map(({ Tipo, PtoVta, Nro, Cuit, CbteFch }) => ({ Tipo, PtoVta, Nro, Cuit, CbteFch })),
    ) +
    rowsXml(
      "Tributos",
      "Tributo",
      Tributos?.map(({ Id, Desc, BaseImp, Alic, Importe }) => ({ Id, Desc, BaseImp, Alic, Importe })),
    ) +
    rowsXml(
      "Iva",
      "AlicIva",
      Iva?.map(({ Id, BaseImp, Importe }) => ({ Id, BaseImp, Importe })),
    ) +
    rowsXml("Opcionales", "Opcional", Opcionales) +
    rowsXml("Compradores", "Comprador", Compradores) +
    (PeriodoAsoc ? branch("PeriodoAsoc", leaves(PeriodoAsoc)) : "") +
    rowsXml("Actividades", "Actividad", Actividades)
  );
}
