import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";

/** Why a file did not come, and the way back. */
export const NoFile = ({ title, why, backTo }: { title: string; why: string; backTo: string }) => (
  <>
    <Heading title={title} />
    <Notice tone="error" title="No se pudo descargar">
      {why}
    </Notice>
    <LinkButton href={backTo}>Volver</LinkButton>
  </>
);
