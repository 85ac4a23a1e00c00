import type { Child } from "hono/jsx";
import { idOf } from "./control.js";
import { Notice } from "./notice.js";

interface SummaryFault {
  /** The name of the control; empty or null when the fault is of none. */
  field: string | null;
  message: Child;
}

/** All faults of a form above it. The script moves the focus here. */
export const FaultSummary = ({ faults }: { faults: SummaryFault[] }) =>
  faults.length === 0 ? null : (
    <Notice
      tone="error"
      title={faults.length === 1 ? "Hay un dato para corregir" : `Hay ${faults.length} datos para corregir`}
      role="alert"
      tabindex={-1}
      data-focus
    >
      <Faults faults={faults} />
    </Notice>
  );

/** Each with a link to its control. */
export const Faults = ({ faults }: { faults: SummaryFault[] }) => (
  <ul>
    {faults.map(({ field, message }) => (
      <li>{field ? <a href={`#${idOf(field)}`}>{message}</a> : message}</li>
    ))}
  </ul>
);
