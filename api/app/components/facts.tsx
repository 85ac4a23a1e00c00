import type { Child } from "hono/jsx";

/** Names and values of one thing, such as a voucher's date, receiver and CAE. */
export const Facts = ({ facts }: { facts: { term: Child; detail: Child }[] }) => (
  <dl class="facts">
    {facts.map(({ term, detail }) => (
      <div>
        <dt>{term}</dt>
        <dd>{detail}</dd>
      </div>
    ))}
  </dl>
);
