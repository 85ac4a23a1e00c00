import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Notice } from "../components/notice.js";

interface SignInProps {
  csrf: string;
  email?: string;
  /** Where to go on. */
  to?: string;
  /** A form that is sent again after signing in. */
  kept?: string;
  refusal?: string;
}

/** The form to sign in with. */
export function SignIn({ csrf, email = "", to, kept, refusal }: SignInProps) {
  return (
    <section class="stack">
      <h1>Iniciar sesión</h1>
      {kept && (
        <Notice tone="info" title="Tu sesión terminó">
          Lo que completaste está guardado: iniciá sesión y seguís donde estabas.
        </Notice>
      )}
      {refusal && (
        <Notice tone="error" role="alert">
          {refusal}
        </Notice>
      )}
      <form method="post" action="/app/sign-in">
        <input type="hidden" name="csrf" value={csrf} />
        {to && <input type="hidden" name="to" value={to} />}
        {kept && <input type="hidden" name="kept" value={kept} />}
        <Field name="email" label="Correo electrónico" type="email" autocomplete="username" value={email} required />
        <Field name="password" label="Contraseña" type="password" autocomplete="current-password" required />
        <Button kind="primary">Entrar</Button>
      </form>
      <p>
        <a href="/app/forgot">Olvidé mi contraseña</a>
      </p>
    </section>
  );
}
