import { maxRecipients } from "../../../operations/schedule-emails.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { Checkbox } from "../../components/checkbox.js";
import { FaultSummary } from "../../components/fault-summary.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Tag } from "../../components/tag.js";
import { TextArea } from "../../components/text-area.js";
import type { PageContext } from "../../frame/app-env.js";
import type { Fault } from "../../spanish/faults.js";
import { instant } from "../../spanish/formats.js";
import { mailStateName } from "../../spanish/words.js";
import type { Voucher } from "../voucher.js";
import type { MailForm } from "./mail-form.js";

interface Props {
  visit: PageContext;
  voucher: Voucher;
  path: string;
  mayIssue: boolean;
  typed: MailForm;
  faults: Fault[];
}

const tones = { due: "info", sent: "success", failed: "error" } as const;

/** Mails of a voucher, and the form to send it. */
export function MailsPart({ visit, voucher, path, mayIssue, typed, faults }: Props) {
  const emails = voucher.emails ?? [];
  const left = maxRecipients - emails.length;
  return (
    <Card title="Correo">
      {emails.length === 0 && <p class="hint">No se envió por correo a nadie.</p>}
      {emails.length > 0 && (
        <ul class="mails">
          {emails.map(({ email, name, state, smtpResponse, sent }) => (
            <li>
              {name ? `${name} <${email}>` : email} <Tag tone={tones[state]}>{mailStateName(state)}</Tag>{" "}
              <span class="hint">{sent ? instant(sent) : smtpResponse}</span>
            </li>
          ))}
        </ul>
      )}
      {mayIssue && left > 0 && <MailForms visit={visit} path={path} left={left} typed={typed} faults={faults} />}
      {mayIssue && left <= 0 && <p class="hint">Un comprobante se envía a {maxRecipients} direcciones como máximo.</p>}
    </Card>
  );
}

function MailForms({
  visit,
  path,
  left,
  typed,
  faults,
}: Pick<Props, "visit" | "path" | "typed" | "faults"> & { left: number }) {
  const errorOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const addressOf = (line: number) => (
    <Field
      name="email"
      id={`field-email-${line}`}
      type="email"
      label={line === 0 ? "Correo electrónico" : `Otro correo (${line + 1})`}
      required={line === 0 ? undefined : false}
      value={typed.addresses[line]}
      error={errorOf(`email-${line}`)}
      autocomplete="off"
      maxlength={254}
    />
  );
  const isMore = typed.comments !== "" || typed.addresses.slice(1).some((address) => address !== "");
  return (
    <Form visit={visit} action={`${path}/emails`} id="mail">
      <FaultSummary faults={faults} />
      {addressOf(0)}
      <details class="more" open={isMore}>
        <summary>Otros destinatarios, mensaje y copias</summary>
        <div class="stack">
          {Array.from({ length: left - 1 }, (_, line) => addressOf(line + 1))}
          <TextArea
            name="comments"
            label="Mensaje"
            required={false}
            rows={3}
            maxlength={2000}
            value={typed.comments}
            error={errorOf("comments")}
          />
          <fieldset class="group">
            <legend>Copias</legend>
            <div class="cluster">
              {["Original", "Duplicado", "Triplicado"].map((label, at) => (
                <Checkbox
                  name="versions"
                  id={`field-versions-${at + 1}`}
                  value={String(at + 1)}
                  label={label}
                  checked={typed.versions.includes(String(at + 1))}
                />
              ))}
            </div>
          </fieldset>
        </div>
      </details>
      <Button kind="secondary">Enviar</Button>
    </Form>
  );
}
