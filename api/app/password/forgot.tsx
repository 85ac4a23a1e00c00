import { Button } from "../components/button.js";
import { Field } from "../components/field.js";

/** Asks for a link to choose a new password. */
export const Forgot = ({ csrf }: { csrf: string }) => (
  <section class="stack">
    <h1>Olvidé mi contraseña</h1>
    <p>Escribí tu correo y te mandamos un enlace para elegir una contraseña nueva.</p>
    <form method="post" action="/app/forgot">
      <input type="hidden" name="csrf" value={csrf} />
      <Field name="email" label="Correo electrónico" type="email" autocomplete="username" maxlength={254} required />
      <Button kind="primary">Mandarme el enlace</Button>
    </form>
    <p>
      <a href="/app/sign-in">Volver a iniciar sesión</a>
    </p>
  </section>
);

/** Page after a link was asked for. Equal for every name: nobody learns who is here. */
export const Asked = () => (
  <section class="stack">
    <h1>Revisá tu correo</h1>
    <p>
      Si ese correo tiene una cuenta, en unos minutos le llega un enlace. Vale una hora y se usa una sola vez. Si no lo
      ves, fijate en el correo no deseado.
    </p>
    <p>
      <a href="/app/sign-in">Volver a iniciar sesión</a>
    </p>
  </section>
);
