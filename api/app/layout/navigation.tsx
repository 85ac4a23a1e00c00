import type { PageContext } from "../frame/app-env.js";
import { groupsFor, type SectionKey } from "./sections.js";

/** The sections that the visitor's role may see, with the present one marked. */
export const Navigation = ({ visit, section }: { visit: PageContext; section: SectionKey | undefined }) => (
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
