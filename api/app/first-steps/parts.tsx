import type { Child } from "hono/jsx";
import type { Checks } from "../certificates/check.js";
import { LinkButton } from "../components/link-button.js";
import type { StepState } from "./progress.js";

/** Props of every step. */
export interface StepProps {
  state: StepState;
  /** The company's address in the environment of the step. */
  base: string;
  mayDo: boolean;
}

interface DoProps extends StepProps {
  /** Below the step's environment. */
  path: string;
  words: Child;
}

/** Leads to where the step is done. The one to do now stands out; later ones offer nothing yet. */
export function Do({ state, base, mayDo, path, words }: DoProps) {
  if (state !== "current") return null;
  if (!mayDo) return <p>Lo hace quien tiene el rol para eso en la empresa.</p>;
  return (
    <div class="cluster">
      <LinkButton href={base + path} kind="primary">
        {words}
      </LinkButton>
    </div>
  );
}

/** Remedy for a check that failed, in the words of the refusal that an issuance would get. */
export const advice = ({ suggestion }: Checks["issuance"]): string => suggestion ?? "";
