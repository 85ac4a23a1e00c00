import { Button } from "../components/button.js";

/** Adds an empty row to one of the lists further down. Only that part of the page is loaded anew. */
export const AddRow = ({ path, intent, label }: { path: string; intent: string; label: string }) => (
  <p>
    <Button
      kind="secondary"
      id={intent}
      name="intent"
      value={intent}
      hx-post={path}
      hx-target="#more"
      hx-select="#more"
      hx-swap="outerHTML"
    >
      {label}
    </Button>
  </p>
);
