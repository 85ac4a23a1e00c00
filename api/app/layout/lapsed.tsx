import { Notice } from "../components/notice.js";
import { fiscalDate } from "../spanish/formats.js";

/** On top of every page while nothing can be issued. The overview and the plan say it themselves. */
export const LapsedNotice = ({ until, base }: { until: string; base: string }) => (
  <Notice tone="error" title={`La suscripción terminó el ${fiscalDate(until)}`}>
    <p>
      Solo se puede consultar. <a href={`${base}/plan`}>Ver el plan y renovar</a>
    </p>
  </Notice>
);
