import { Button } from "../components/button.js";
import { Notice } from "../components/notice.js";
import type { KeptForm } from "./kept-form.js";

/** What was filled in before the session ended, to be sent with one more click. */
export function Resume({ kept, csrf }: { kept: KeptForm; csrf: string }) {
  // Nobody issues what they do not see: the form comes back, to be looked at and issued there.
  const issues = kept.fields.some(([name, value]) => name === "intent" && value === "issue");
  const fields = kept.fields.filter(([name]) => !issues || name !== "intent");
  return (
    <section class="stack">
      <h1>Seguí donde estabas</h1>
      <p>Tenemos lo que completaste antes de que terminara tu sesión. Todavía no se envió.</p>
      {kept.lostFile && (
        <Notice tone="warning">El archivo no se puede guardar: vas a tener que elegirlo otra vez.</Notice>
      )}
      <form method="post" action={kept.path}>
        <input type="hidden" name="csrf" value={csrf} />
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {issues ? (
          <Button kind="primary" name="intent" value="review">
            Ver lo que completé
          </Button>
        ) : (
          <Button kind="primary">Enviar lo que completé</Button>
        )}
      </form>
      <p>
        <a href={kept.path}>Descartarlo y volver a la página</a>
      </p>
    </section>
  );
}
