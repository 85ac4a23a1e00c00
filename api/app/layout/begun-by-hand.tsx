import type { ManualContingency } from "../../../shared/db/contingency/begun-by-hand.js";
import { Notice } from "../components/notice.js";
import { instant } from "../spanish/formats.js";

/** On top of every page: what a person began lasts until a person ends it, however long the authority has answered since. */
export const BegunByHandNotice = ({ sinceMs, reason }: ManualContingency) => (
  <Notice tone="warning" title={`Contingencia iniciada a mano el ${instant(new Date(sinceMs).toISOString())}`}>
    <p>
      {reason && `${reason}. `}
      Las ventas salen con CAEA en el punto de venta de reemplazo, aunque ARCA responda. Dura hasta que alguien la
      termine: por la API (<code>POST /contingency</code>), o pedíselo a quien opera el servicio.
    </p>
  </Notice>
);
