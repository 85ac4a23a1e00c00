import type { PropsWithChildren } from "hono/jsx";
import { Button } from "../components/button.js";
import { Form } from "../components/form.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { BegunByHandNotice } from "./begun-by-hand.js";
import { Document } from "./document.js";
import { EnvironmentBar } from "./environment-bar.js";
import { Footer } from "./footer.js";
import { LapsedNotice } from "./lapsed.js";
import { Navigation } from "./navigation.js";
import type { SectionKey } from "./sections.js";

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
