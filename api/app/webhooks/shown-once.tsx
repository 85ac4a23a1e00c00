import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Secret } from "../components/secret.js";

// Answers to the forms themselves, because the secret may be in no address. Sending such a form again changes nothing.

export const Made = ({ path, secret }: { path: string; secret: string }) => (
  <>
    <Heading title="El webhook está agregado" />
    <Secret label="Secreto de firma" value={secret} />
    <p>
      Con él, el programa que recibe los avisos comprueba que vienen de acá (
      <a href="/docs/guides/webhooks">guía para programadores, en inglés</a>).
    </p>
    <LinkButton href={path} kind="primary">
      Ya lo guardé
    </LinkButton>
  </>
);

export const Rotated = ({ path, secret }: { path: string; secret: string }) => (
  <>
    <Heading title="El secreto está cambiado" />
    <Secret label="Secreto de firma nuevo" value={secret} />
    <Notice tone="info" title="Tenés 24 horas para cambiarlo en tu programa">
      Hasta entonces firmamos con los dos, así que no se pierde ningún aviso.
    </Notice>
    <LinkButton href={path} kind="primary">
      Ya lo guardé
    </LinkButton>
  </>
);

export const AlreadyMade = ({ path, url }: { path: string; url: string }) => (
  <>
    <Heading title="El webhook ya estaba agregado" />
    <Notice tone="warning" title="El formulario llegó otra vez, y no agregamos otro.">
      El secreto de {url} se mostró una sola vez. Si no lo guardaste, abrí el webhook y pedí uno nuevo.
    </Notice>
    <LinkButton href={path} kind="primary">
      Ver el webhook
    </LinkButton>
  </>
);

export const AlreadyRotated = ({ path }: { path: string }) => (
  <>
    <Heading title="El secreto ya estaba cambiado" />
    <Notice tone="warning" title="El formulario llegó otra vez, y no cambiamos el secreto de nuevo.">
      El secreto nuevo se mostró una sola vez. Si no lo guardaste, pedí otro desde la página del webhook: con otro
      cambio, el anterior a este deja de firmar en el momento.
    </Notice>
    <LinkButton href={path} kind="primary">
      Ver el webhook
    </LinkButton>
  </>
);
