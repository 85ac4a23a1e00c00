import { LinkButton } from "./link-button.js";

interface Props {
  total: number;
  limit: number;
  offset: number;
  hrefOf: (offset: number) => string;
}

const count = new Intl.NumberFormat("es-AR");

/** Which rows of a list are shown, and the way to the others. */
export function Pager({ total, limit, offset, hrefOf }: Props) {
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav class="pager" aria-label="Páginas">
      <p>
        {count.format(Math.min(offset + 1, total))}–{count.format(last)} de {count.format(total)}
      </p>
      <div class="cluster">
        {offset > 0 && (
          <LinkButton href={hrefOf(Math.max(offset - limit, 0))} rel="prev">
            Anteriores
          </LinkButton>
        )}
        {last < total && (
          <LinkButton href={hrefOf(offset + limit)} rel="next">
            Siguientes
          </LinkButton>
        )}
      </div>
    </nav>
  );
}
