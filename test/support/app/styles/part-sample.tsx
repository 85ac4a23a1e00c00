import { Card } from "../../../../api/app/components/card.js";
import { LinkButton } from "../../../../api/app/components/link-button.js";

const address = "/app/styles?more";

/** A part that htmx loads in its place. Without the script the same link loads the page. */
export const PartSample = ({ isOpen }: { isOpen: boolean }) => (
  <Card title="Una parte de la página">
    <div id="part">
      {isOpen ? (
        <p>Lo que faltaba.</p>
      ) : (
        <LinkButton href={address} hx-get={address} hx-target="#part" hx-select="#part" hx-swap="outerHTML">
          Ver más
        </LinkButton>
      )}
    </div>
  </Card>
);
