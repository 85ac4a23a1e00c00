import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { passwordHint } from "./password-words.js";

interface ChooseProps {
  csrf: string;
  token: string;
  email: string;
  faults?: { password?: string; again?: string };
}

/** Sets the password of who has the link. */
export const Choose = ({ csrf, token, email, faults = {} }: ChooseProps) => (
  <section class="stack">
    <h1>Elegí tu contraseña</h1>
    <p>
      Es para entrar con <strong>{email}</strong>.
    </p>
    <form method="post" action="/app/password">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="email" autocomplete="username" value={email} />
      <NewPassword faults={faults} />
      <Button kind="primary">Guardar y entrar</Button>
    </form>
  </section>
);

/** The two fields of a new password. */
export const NewPassword = ({ faults }: { faults: { password?: string; again?: string } }) => (
  <>
    <Field
      name="password"
      label="Contraseña nueva"
      type="password"
      autocomplete="new-password"
      hint={passwordHint}
      error={faults.password}
      required
    />
    <Field
      name="again"
      label="Otra vez la contraseña nueva"
      type="password"
      autocomplete="new-password"
      error={faults.again}
      required
    />
  </>
);

/** The link was used, or is too old. */
export const Gone = () => (
  <section class="stack">
    <h1>Este enlace ya no sirve</h1>
    <p>
      Un enlace se usa una sola vez. El de una invitación vale 48 horas; el de una contraseña nueva, una hora, y solo el
      último que pediste.
    </p>
    <p>
      <a href="/app/forgot">Pedir otro enlace</a> · <a href="/app/sign-in">Iniciar sesión</a>
    </p>
  </section>
);
