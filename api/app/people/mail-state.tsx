import { Notice } from "../components/notice.js";
import { Tag } from "../components/tag.js";
import { instant } from "../spanish/formats.js";
import type { Person } from "./person.js";

/** Why invitations do not leave: the service does not know its own address, or nothing sends what is due. */
export type Hindrance = "noAddress" | "waiting";

/** Says that invitations wait, and who can change that. */
export const MailsWait = ({ hindrance }: { hindrance: Hindrance | undefined }) =>
  hindrance === undefined ? null : (
    <Notice tone="warning" title="Ahora no se pueden mandar las invitaciones">
      Quedan guardadas y salen solas cuando se pueda. Avisale a quien opera el servicio:{" "}
      {hindrance === "noAddress" ? (
        <>
          falta la dirección de la aplicación (<code>APP_URL</code>).
        </>
      ) : (
        <>
          los correos no están saliendo (revisar <code>APP_URL</code>, <code>SMTP_URL</code> y el proceso que los
          manda).
        </>
      )}
    </Notice>
  );

/** Whether somebody has accepted, or else where their invitation is. */
export function PersonState({ person: { hasAccepted, invitation } }: { person: Person }) {
  if (hasAccepted) return <Tag tone="success">Activa</Tag>;
  if (invitation === undefined) return <Tag tone="warning">Sin invitación reciente</Tag>;
  if (invitation.state === "failed") return <Tag tone="error">El correo no llegó</Tag>;
  if (invitation.state === "due") return <Tag tone="warning">Correo por salir</Tag>;
  return <Tag tone="info">Invitada el {instant(invitation.created)}</Tag>;
}
