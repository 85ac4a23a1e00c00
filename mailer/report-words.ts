import { printDate, printDecimal } from "../shared/domain/formats.js";
import type { OpenCode } from "../shared/domain/warnings.js";
import type { MailWords } from "./localized-text.js";

/** Words for reports of a contingency that are still due. */
export function reportWords(open: OpenCode): MailWords {
  const { code, production, period, fortnight, reportBy } = open;
  const [year, month] = [String(period).slice(0, 4), String(period).slice(4)];
  const half = fortnight === 1 ? "primera" : "segunda";
  return {
    title: `La contingencia se debe informar a ARCA hasta el ${printDate(reportBy)}`,
    what: `Del CAEA ${code}, de la ${half} quincena de ${month}/${year} en ${production ? "producción" : "homologación"}, queda pendiente:`,
    details: openLines(open).join("\n"),
    advice: adviceOn(open),
  };
}

function openLines({ unreported, rejected, undeclared }: OpenCode): string[] {
  const refused = rejected === 0 ? "" : `, ${count(rejected, "rechazado", "rechazados")} por ARCA`;
  return [
    ...(unreported > 0 ? [`informar ${count(unreported, "comprobante", "comprobantes")}${refused}`] : []),
    ...(undeclared > 0 ? [`declarar sin movimiento ${count(undeclared, "punto de venta", "puntos de venta")}`] : []),
  ];
}

/** A rejected voucher stops those behind it until a person acts; all else goes on by itself. */
function adviceOn({ rejected }: OpenCode): string {
  const help =
    rejected > 0
      ? "Un comprobante rechazado frena a los que le siguen: corrija la causa y vuelva a informarlo con POST /invoices/ID/report. Lo demás se informa solo."
      : "El servicio lo sigue intentando solo; si no se completa, consulte a su proveedor qué responde ARCA.";
  return `${help} A quien no informa a tiempo, ARCA puede negarle otros CAEA.`;
}

const count = (many: number, one: string, more: string): string =>
  `${printDecimal(String(many))} ${many === 1 ? one : more}`;
