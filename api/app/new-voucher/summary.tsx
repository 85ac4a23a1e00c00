import { typeName } from "../../../shared/domain/spanish.js";
import { findVoucherType } from "../../../shared/domain/voucher-types.js";
import { Faults } from "../components/fault-summary.js";
import { Notice } from "../components/notice.js";
import { counted, decimal, money } from "../spanish/formats.js";
import type { Review } from "./review.js";
import type { Draft } from "./to-body.js";

interface Props {
  draft: Draft;
  review: Review;
  path: string;
}

const currencyOf = ({ body }: Draft): string => (body.currency as { id?: string } | undefined)?.id ?? "PES";

/**
 * Summary of a draft: its sums, and what would be refused. With the script it follows what is typed, and what htmx brings into `#fields`.
 * It alone asks for summary, total and gist, one request at a time: an answer to another request would show the form as it was then.
 */
export const Summary = ({ draft, review, path }: Props) => (
  <section
    id="summary"
    class="summary"
    aria-label="Cómo queda"
    hx-post={`${path}/preview`}
    hx-trigger="input delay:400ms from:#fields, change delay:100ms from:#fields, htmx:load delay:1ms from:#fields"
    hx-swap="innerHTML"
    hx-sync="this:queue last"
  >
    <SummaryContent draft={draft} review={review} />
  </section>
);

export function SummaryContent({ draft, review }: Omit<Props, "path">) {
  const { totals, vat, perceptions, faults, problems, cautions, notes } = review;
  const currency = currencyOf(draft);
  const type = Number(draft.body.voucherType);
  const traits = findVoucherType(type);
  const rows: [string, string | undefined][] = [
    [traits?.letter === "C" ? "Subtotal" : "Neto gravado", totals?.net],
    ...vat.map(({ rate, amount }): [string, string] => [`IVA ${decimal(rate)} %`, amount]),
    ["Exento", totals?.exempt],
    ["No gravado", totals?.notTaxable],
    ["Tributos", totals?.tributes],
  ];
  return (
    <>
      <h2>{traits ? typeName(type) : "Comprobante"}</h2>
      <p class="hint">{draft.reason}</p>
      <dl>
        {rows
          .filter(([term, amount]) => amount !== undefined && (Number(amount) !== 0 || term === rows[0]?.[0]))
          .map(([term, amount]) => (
            <div>
              <dt>{term}</dt>
              <dd>{money(amount ?? "0", currency)}</dd>
            </div>
          ))}
      </dl>
      {perceptions.length > 0 && (
        <div>
          <h3>Percepciones de SIRCIP</h3>
          <ul>
            {perceptions.map(({ subtotal, why }) => (
              <li>
                {money(subtotal, currency)}. {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {problems.length > 0 && (
        <Notice tone="error" title="ARCA o el servicio lo rechazarían">
          <Faults faults={problems} />
        </Notice>
      )}
      {cautions.length > 0 && (
        <Notice tone="warning" title="Antes de emitirlo">
          <Faults faults={cautions} />
        </Notice>
      )}
      {faults.length > 0 && (
        <div class="missing">
          <h3>Falta completar</h3>
          <Faults faults={faults} />
        </div>
      )}
      {notes.map((note) => (
        <p class="hint">{note}</p>
      ))}
    </>
  );
}

/** Which voucher it is, for whom, and how much is wrong with it: on a phone the summary is far from the button. */
export const Gist = ({ draft, review, isUpdate }: Omit<Props, "path"> & { isUpdate?: boolean }) => {
  const type = Number(draft.body.voucherType);
  const { name } = Object(draft.body.customer) as { name?: string };
  const [wrong, missing] = [review.problems.length, review.faults.length];
  return (
    <p id="gist" class="gist" role="status" hx-swap-oob={isUpdate ? "true" : undefined}>
      <span>{[findVoucherType(type) ? typeName(type) : "Sin letra todavía", name ?? []].flat().join(" · ")}</span>
      {wrong > 0 && (
        <a class="wrong" href="#summary">
          {counted(wrong, "problema", "problemas")}
        </a>
      )}
      {missing > 0 && (
        <a href="#summary">
          {missing === 1 ? "falta" : "faltan"} {counted(missing, "dato", "datos")}
        </a>
      )}
    </p>
  );
};

/** The total, always in sight. `isUpdate`: it goes into the page beside the summary. */
export const Total = ({ draft, review, isUpdate }: Omit<Props, "path"> & { isUpdate?: boolean }) => (
  <output id="total" class="total" aria-label="Total" hx-swap-oob={isUpdate ? "true" : undefined}>
    {money(review.totals?.total ?? "0", currencyOf(draft))}
  </output>
);
