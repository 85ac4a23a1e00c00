import type { Child } from "hono/jsx";

interface Step {
  title: Child;
  state: "done" | "current" | "todo";
  children?: Child | undefined;
}

const words = { done: "Hecho", current: "Ahora", todo: "Después" };

/** The steps of something that takes several, with what each of them asks for. */
export const Steps = ({ steps }: { steps: Step[] }) => (
  <ol class="steps">
    {steps.map(({ title, state, children }, index) => (
      <li class={state} aria-current={state === "current" ? "step" : undefined}>
        <span class="number" aria-hidden="true">
          {index + 1}
        </span>
        <div>
          <p class="title">
            {title} <span class="state">{words[state]}</span>
          </p>
          {children}
        </div>
      </li>
    ))}
  </ol>
);
