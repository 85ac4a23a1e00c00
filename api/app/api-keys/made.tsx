import { Facts } from "../components/facts.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Secret } from "../components/secret.js";
import type { PageContext } from "../frame/app-env.js";
import { instant } from "../spanish/formats.js";
import { environmentWord, scopeName } from "../spanish/words.js";
import type { CreatedApiKey } from "./api-key.js";

/** The answer to the form itself, because the key may be in no address. Sending the form again makes no second key. */
export const Made = ({
  visit,
  made: { name, scopes, expires, secret },
}: {
  visit: PageContext;
  made: CreatedApiKey;
}) => (
  <>
    <Heading title="La clave está creada" />
    <Secret label={`Clave de «${name}»`} value={secret} />
    <Facts
      facts={[
        { term: "Permisos", detail: scopes.map(scopeName).join(", ") },
        { term: "Vence", detail: expires === null ? "Nunca" : instant(expires) },
        { term: "Ambiente", detail: environmentWord(visit.production) },
      ]}
    />
    <Notice tone="warning" title="Cuidala como una contraseña">
      Quien la tiene puede actuar en nombre de la empresa. No la mandes por correo ni la pongas en una página web.
    </Notice>
    <div class="cluster">
      <LinkButton href={`${visit.base}/api-keys`} kind="primary">
        Ya la guardé
      </LinkButton>
      <LinkButton href="/docs/guides/first-voucher">Guía para programadores (en inglés)</LinkButton>
    </div>
  </>
);

/** Page for a form that came a second time: the key was shown, and cannot be shown again. */
export const AlreadyMade = ({ visit, name }: { visit: PageContext; name: string }) => (
  <>
    <Heading title="La clave ya estaba creada" />
    <Notice tone="warning" title={`El formulario llegó otra vez, y no creamos otra clave «${name}».`}>
      La clave se muestra una sola vez. Si no la guardaste, revocá «{name}» en la lista y creá una nueva.
    </Notice>
    <div class="cluster">
      <LinkButton href={`${visit.base}/api-keys`} kind="primary">
        Ver las claves
      </LinkButton>
      <LinkButton href={`${visit.base}/api-keys/new`}>Crear otra</LinkButton>
    </div>
  </>
);
