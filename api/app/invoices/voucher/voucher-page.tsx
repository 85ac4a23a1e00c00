import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { Figure } from "../../components/figure.js";
import { Heading } from "../../components/heading.js";
import { LinkButton } from "../../components/link-button.js";
import { Notice } from "../../components/notice.js";
import type { PageContext } from "../../frame/app-env.js";
import { mayAs } from "../../sign-in/enter-company.js";
import type { Fault } from "../../spanish/faults.js";
import { fiscalDate, money } from "../../spanish/formats.js";
import { StateTags } from "../state-tags.js";
import type { WholeVoucher } from "../voucher.js";
import { AmountsPart } from "./amounts-part.js";
import { AuthorityPart } from "./authority-part.js";
import { MorePart, ReceiverPart } from "./facts-part.js";
import type { MailForm } from "./mail-form.js";
import { MailsPart } from "./mails-part.js";
import { NotesPart } from "./notes-part.js";
import { PdfFrame, PdfPart } from "./pdf-part.js";
import { type ModifiedVoucher, RelatedPart } from "./related-part.js";

interface Props {
  visit: PageContext;
  voucher: WholeVoucher;
  modified: ModifiedVoucher[];
  issuedBy: string | undefined;
  remaining: number | undefined;
  creditKey: string;
  mail: { typed: MailForm; faults: Fault[] };
  /** Why what was just asked for was not done. */
  refusal?: string | undefined;
}

/** All of one voucher. */
export function VoucherPage({ visit, voucher, modified, issuedBy, remaining, creditKey, mail, refusal }: Props) {
  const path = `${visit.base}/invoices/${voucher.id}`;
  const mayIssue = mayAs(visit.role, "issuer");
  const isImported = voucher.source === "rcel";
  return (
    <>
      <Heading title={nameOfVoucher(voucher)}>
        {mayIssue && (
          <div class="cluster">
            <LinkButton href={`${visit.base}/invoices/new?from=${voucher.id}`}>Emitir otra igual</LinkButton>
            <LinkButton kind="primary" href={`${visit.base}/invoices/new`} data-shortcut="n">
              Nuevo comprobante
            </LinkButton>
          </div>
        )}
      </Heading>
      {refusal && (
        <Notice tone="error" title="No se pudo hacer" role="alert">
          {refusal}
        </Notice>
      )}
      <div class={isImported ? "stack" : "printed"}>
        <div class="stack">
          <Figure
            label="Total"
            value={money(voucher.totalAmount, voucher.currency)}
            hint={voucher.production ? undefined : "De prueba: no tiene validez fiscal"}
          />
          <StateTags voucher={voucher} besidePdf />
          {isImported ? (
            <p>Este comprobante se emitió en otro sistema: su PDF está ahí.</p>
          ) : (
            <>
              <PdfPart visit={visit} voucher={voucher} path={path} remaining={remaining} />
              <MailsPart visit={visit} voucher={voucher} path={path} mayIssue={mayIssue} {...mail} />
            </>
          )}
          <div class="figures">
            <Figure label="Fecha" value={fiscalDate(voucher.voucherDate)} hint={voucher.customer.name || undefined} />
            <Figure
              label={voucher.authorization}
              value={<code>{voucher.cae}</code>}
              hint={`Vence el ${fiscalDate(voucher.caeExpirationDate)}`}
            />
          </div>
        </div>
        {!isImported && <PdfFrame voucher={voucher} path={path} />}
      </div>
      <AmountsPart voucher={voucher} />
      <div class="cards">
        <ReceiverPart voucher={voucher} />
        <MorePart voucher={voucher} issuedBy={issuedBy} />
      </div>
      <RelatedPart voucher={voucher} modified={modified} base={visit.base} />
      {mayIssue && <NotesPart visit={visit} voucher={voucher} path={path} creditKey={creditKey} />}
      <AuthorityPart visit={visit} voucher={voucher} path={path} mayIssue={mayIssue} />
    </>
  );
}
