import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import { decimal } from "../spanish/formats.js";

/** One check of `/taxauth/status`. */
interface AuthorityCheck {
  ok: boolean;
  ms: number;
  problem?: AuthorityProblem["kind"];
  /** Next step, as the API says it. */
  suggestion?: string;
}

export type Checks = Record<"connection" | "authentication" | "issuance" | "registry", AuthorityCheck> & {
  fce?: AuthorityCheck;
};

const names: Record<keyof Checks, string> = {
  connection: "ARCA responde",
  authentication: "Acepta el certificado",
  issuance: "Deja emitir comprobantes (wsfe)",
  registry: "Deja consultar el padrón (ws_sr_constancia_inscripcion y ws_sr_padron_a13)",
  fce: "Deja consultar facturas de crédito (wsfecred)",
};

export const isAllWell = (checks: Checks): boolean => Object.values(checks).every(({ ok }) => ok);

/** Results of the authority's checks of the certificate in use, check by check. */
export function CheckResults({ checks }: { checks: Checks }) {
  const rows = Object.entries(checks).map(([key, check]) => ({ name: names[key as keyof Checks], ...check }));
  return (
    <>
      {isAllWell(checks) ? (
        <Notice tone="success" title="Todo funciona: ya se puede emitir con este certificado." />
      ) : (
        <Notice tone="warning" title="Algo no funciona todavía">
          Abajo dice qué hacer. Un permiso que acabás de dar en ARCA puede tardar unos minutos en valer.
        </Notice>
      )}
      <Table
        caption="Lo que probamos con ARCA"
        rows={rows}
        columns={[
          { head: "Prueba", primary: true, cell: ({ name }) => name },
          {
            head: "Resultado",
            cell: ({ ok }) => <Tag tone={ok ? "success" : "error"}>{ok ? "Funciona" : "No funciona"}</Tag>,
          },
          { head: "Qué hacer", cell: ({ suggestion }) => suggestion ?? "Nada" },
          { head: "Tardó", align: "end", cell: ({ ms }) => `${decimal(ms)} ms` },
        ]}
        empty={null}
      />
    </>
  );
}
