import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { fiscalDate } from "../spanish/formats.js";
import { pathOfSection, type SectionKey } from "./sections.js";

const words = {
  homologation: { name: "Homologación", meaning: "Pruebas sin validez fiscal", other: "Ir a producción" },
  production: { name: "Producción", meaning: "Comprobantes reales", other: "Ir a homologación" },
};

/**
 * Says in which environment everything on the page happens, and leads to the same section in the other one. It stays in sight. Words,
 * and a hatched or a solid ground, tell the two apart; colour alone never does.
 */
export function EnvironmentBar({ visit, section }: { visit: PageContext; section: SectionKey | undefined }) {
  const [here, there] = visit.production
    ? (["production", "homologation"] as const)
    : (["homologation", "production"] as const);
  const { name, meaning, other } = words[here];
  return (
    <section class={`environment ${here}`} aria-label="Ambiente">
      <div class="inside">
        <p>
          <strong>{name}</strong> <span>{meaning}</span>
        </p>
        <a href={`/app/${visit.company.code}/${there}${pathOfSection(section)}`}>{other}</a>
      </div>
    </section>
  );
}

/** On top of every page while nothing can be issued. The overview and the plan say it themselves. */
export const LapsedNotice = ({ until, base }: { until: string; base: string }) => (
  <Notice tone="error" title={`La suscripción terminó el ${fiscalDate(until)}`}>
    <p>
      Solo se puede consultar. <a href={`${base}/plan`}>Ver el plan y renovar</a>
    </p>
  </Notice>
);
