import { idOf } from "./control.js";

/** The browser's own choice of a colour, for the field of this name, which takes it as `#RRGGBB`. Only the script fills the field from it. */
export const ColourPicker = ({ of, label }: { of: string; label: string }) => (
  <label class="picker" data-colour-of={idOf(of)} hidden>
    {label}
    <input type="color" />
  </label>
);
