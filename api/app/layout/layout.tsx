import type { PropsWithChildren } from "hono/jsx";
import type { ManualContingency } from "../../../shared/db/contingency/begun-by-hand.js";
import { Button } from "../components/button.js";
import { Form } from "../components/form.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { instant } from "../spanish/formats.js";
import { EnvironmentBar, LapsedNotice } from "./bars.js";
import { Document } from "./document.js";
import { Footer } from "./footer.js";
import type { SectionKey } from "./sections.js";
import { groupsFor } from "./sections.js";

type Props = PropsWithChildren<{
  visit: PageContext;
  title: string;
  section?: SectionKey | undefined;
  /** Flash message of what the page before has just done: "Se guardó el punto de venta." */
  flash?: string | undefined;
}>;

/** A page of a company. Below 1000 pixels the navigation is a menu that opens without a script. */
export const Layout = ({ visit, title, section, flash, children }: Props) => (
  <Document title={`${title} · ${visit.company.name}`}>
    <EnvironmentBar visit={visit} section={section} />
    <header class="top">
      <a class="brand" href={visit.base}>
        <span class="mark" aria-hidden="true">
          T
        </span>
        <span class="company">{visit.company.name}</span>
      </a>
      <Account visit={visit} />
      <details class="menu">
        <summary>Menú</summary>
        <div>
          <Navigation visit={visit} section={section} />
          <Account visit={visit} />
        </div>
      </details>
    </header>
    <div class="frame">
      <Navigation visit={visit} section={section} />
      <main id="content" tabindex={-1}>
        {visit.begunByHand && <BegunByHandNotice {...visit.begunByHand} />}
        {visit.lapsed && section !== "plan" && section !== "overview" && (
          <LapsedNotice until={visit.lapsed} base={visit.base} />
        )}
        {flash && (
          <Notice tone="success" title={flash} role="status">
            {null}
          </Notice>
        )}
        {children}
      </main>
    </div>
    <Footer />
  </Document>
);

const Account = ({ visit }: { visit: PageContext }) => (
  <div class="account">
    <a href="/app">Empresas</a>
    <a href="/app/account">{visit.person.name || visit.person.email}</a>
    <Form visit={visit} action="/app/sign-out">
      <Button kind="quiet">Salir</Button>
    </Form>
  </div>
);

/** On top of every page: what a person began lasts until a person ends it, however long the authority has answered since. */
const BegunByHandNotice = ({ sinceMs, reason }: ManualContingency) => (
  <Notice tone="warning" title={`Contingencia iniciada a mano el ${instant(new Date(sinceMs).toISOString())}`}>
    <p>
      {reason && `${reason}. `}
      Las ventas salen con CAEA en el punto de venta de reemplazo, aunque ARCA responda. Dura hasta que alguien la
      termine: por la API (<code>POST /contingency</code>), o pedíselo a quien opera el servicio.
    </p>
  </Notice>
);

/** The sections that the visitor's role may see, with the present one marked. */
const Navigation = ({ visit, section }: { visit: PageContext; section: SectionKey | undefined }) => (
  <nav class="sections" aria-label="Secciones">
    {groupsFor(visit.role).map(({ title, sections }) => (
      <>
        <p class="label">{title}</p>
        <ul>
          {sections.map(({ key, title, path }) => (
            <li>
              <a href={visit.base + path} aria-current={key === section ? "page" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
  </nav>
);
