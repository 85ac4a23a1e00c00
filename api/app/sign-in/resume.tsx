import type { Child } from "hono/jsx";
import { Button } from "../components/button.js";
import { Notice } from "../components/notice.js";
import type { SavedForm } from "./saved-form.js";

/** Names of the buttons of forms that issue: of a voucher, and of a note or a batch. */
const verbs = ["intent", "do"];

/** Form that was filled in before the session or the subscription ended, to be sent with one more click. */
export function Resume({
  kept,
  csrf,
  title = "Seguí donde estabas",
  children = <p>Tenemos lo que completaste antes de que terminara tu sesión. Todavía no se envió.</p>,
}: {
  kept: SavedForm;
  csrf: string;
  title?: string;
  /** Reason why it was not sent. */
  children?: Child;
}) {
  // Nobody issues what they do not see: the form comes back, to be looked at and issued there.
  const verb = kept.fields.find(([name, value]) => verbs.includes(name) && value === "issue")?.[0];
  const fields = kept.fields.filter(([name]) => name !== verb);
  return (
    <section class="stack">
      <h1>{title}</h1>
      {children}
      {kept.lostFile && (
        <Notice tone="warning">El archivo no se puede guardar: vas a tener que elegirlo otra vez.</Notice>
      )}
      <form method="post" action={kept.path}>
        <input type="hidden" name="csrf" value={csrf} />
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {verb ? (
          <Button kind="primary" name={verb} value="review">
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
