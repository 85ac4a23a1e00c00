import { Figure } from "../components/figure.js";
import { Tag, type TagTone } from "../components/tag.js";
import { decimal } from "../spanish/formats.js";
import { batchStateName } from "../spanish/words.js";
import type { ShownBatch } from "./shown.js";

const tones: Record<ShownBatch["state"], TagTone> = { running: "info", done: "success", cancelled: "neutral" };

export const StateTag = ({ state }: Pick<ShownBatch, "state">) => (
  <Tag tone={tones[state]}>{batchStateName(state)}</Tag>
);

/** How far a batch is. While it runs it looks again by itself every 2 seconds, with the script. */
export function Progress({
  base,
  batch: { id, state, total, pending, issued, failed },
}: {
  base: string;
  batch: ShownBatch;
}) {
  const isRunning = state === "running";
  const again = isRunning
    ? { "hx-get": `${base}/batches/${id}`, "hx-trigger": "every 2s", "hx-swap": "outerHTML" }
    : {};
  return (
    <section id="progress" class="stack" {...again}>
      <p>
        <StateTag state={state} />
      </p>
      {isRunning && (
        <progress max={total} value={total - pending} aria-label="Comprobantes resueltos">
          {total - pending} de {total}
        </progress>
      )}
      <div class="figures">
        <Figure label="Emitidos" value={decimal(issued)} hint={`de ${decimal(total)}`} />
        <Figure label="No emitidos" value={decimal(failed)} />
        {isRunning && <Figure label="Pendientes" value={decimal(pending)} />}
      </div>
    </section>
  );
}
