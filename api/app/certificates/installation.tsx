import { Button } from "../components/button.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/form.js";
import { TextArea } from "../components/text-area.js";
import type { PageContext } from "../frame/app-env.js";

interface InstallationProps {
  visit: PageContext;
  id: number;
  /** Text that was pasted before. */
  pasted: string;
  fault?: string | undefined;
}

/** The third step: the certificate that the authority signed, as a file or as text. */
export const Installation = ({ visit, id, pasted, fault }: InstallationProps) => (
  <Form visit={visit} action={`${visit.base}/certificates/${id}/installation`} enctype="multipart/form-data">
    <FileField
      name="certificateFile"
      label="El archivo que descargaste de ARCA"
      hint="Termina en .crt, .cer, .pem o .der."
      accept=".crt,.cer,.pem,.der,.txt,application/x-x509-ca-cert,application/x-pem-file"
    />
    <TextArea
      name="certificate"
      label="O pegá acá su texto"
      value={pasted}
      rows={6}
      error={fault}
      spellcheck="false"
      autocomplete="off"
      class="code"
    />
    <Button>Instalar el certificado</Button>
  </Form>
);
