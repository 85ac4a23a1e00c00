import type { Child } from "hono/jsx";
import { isRegistered } from "../../../shared/domain/issuer-conditions.js";
import { Button } from "../components/button.js";
import { Empty } from "../components/empty.js";
import { FaultSummary } from "../components/fault-summary.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { placesOf, type TypedFields } from "../fields/typed.js";
import type { PageContext } from "../frame/app-env.js";
import type { VoucherFormOptions } from "./form-options.js";
import { LineRows } from "./line-rows.js";
import { More } from "./more.js";
import { Receiver } from "./receiver.js";
import { RegimeFields } from "./regime-fields.js";
import type { FormFault, Review } from "./review.js";
import { Gist, Summary, Total } from "./summary.js";
import type { Draft } from "./to-body.js";
import { What } from "./what.js";

export interface FormView {
  visit: PageContext;
  path: string;
  desk: VoucherFormOptions;
  typed: TypedFields;
  draft: Draft;
  review: Review;
  /** Beside their fields: what was refused, or would be. */
  faults: FormFault[];
  /** Above the form: why it was not issued. */
  notice?: Child;
  receiverSaid?: { tone: "success" | "warning"; text: string } | undefined;
  quoted?: string | undefined;
  /** The line to go on with. */
  newPlace?: number | undefined;
  /** The unusual total that was asked about: who sends it again means it. */
  asked?: string | undefined;
  /** Whether somebody is at what few vouchers have. */
  isMoreOpen?: boolean;
  /** Whether nothing was typed yet. */
  isNew?: boolean;
  /** Whether the receiver was just filled in: the lines are next. */
  isFilled?: boolean;
}

/** The form of a new voucher. */
export function FormPage(view: FormView) {
  const { visit, path, desk, typed, draft, review, faults, notice } = view;
  if (desk.pointsOfSale.length === 0) return <NoPointOfSale visit={visit} />;
  const form = { typed, faults };
  // What is missing is not held against a form that is blank, nor said twice.
  const isTold = view.isNew === true || faults.length > 0;
  const newPlace = view.newPlace ?? (view.isFilled ? placesOf(typed, "items")[0] : undefined);
  return (
    <>
      <Heading title="Nuevo comprobante" />
      {notice}
      <FaultSummary faults={faults} />
      <Form visit={visit} id="voucher" class="voucher" action={path} autocomplete="off">
        {/* What Enter does: the first button of a form. It issues nothing. */}
        <button type="submit" name="intent" value="review" class="unseen" tabindex={-1}>
          Revisar
        </button>
        <div class="voucher-parts">
          <div id="fields" class="stack">
            <Receiver
              {...form}
              desk={desk}
              path={path}
              said={view.receiverSaid}
              isNew={view.isNew === true}
              isFilled={view.isFilled === true}
            />
            <LineRows {...form} path={path} hasVat={isRegistered(desk.own.taxType)} newPlace={newPlace} />
            <What {...form} desk={desk} path={path} quoted={view.quoted} />
            <RegimeFields {...form} desk={desk} />
            <More {...form} desk={desk} path={path} isOpen={view.isMoreOpen === true} />
          </div>
          <Summary draft={draft} review={isTold ? { ...review, faults: [] } : review} path={path} />
        </div>
        <div class="voucher-bar">
          <div>
            <p>
              <span class="label">Total</span> <Total draft={draft} review={review} />
            </p>
            <Gist draft={draft} review={isTold ? { ...review, faults: [] } : review} />
          </div>
          <p
            class="said warning"
            role="status"
            data-trouble
            data-lost="Sin conexión: lo que escribiste sigue acá. Probá de nuevo."
            data-signed-out="Tu sesión terminó. Seguí: al emitir te pedimos la clave, y no se pierde nada."
          />
          <div class="cluster">
            {/* With the script the summary says all of it while one types. */}
            <noscript>
              <Button kind="secondary" name="intent" value="review">
                Revisar
              </Button>
            </noscript>
            <Button id="issue" name="intent" value="issue" data-shortcut="e">
              {visit.production ? "Emitir en producción" : "Emitir de prueba"}
            </Button>
          </div>
        </div>
        {visit.production && (
          <>
            <input type="hidden" name="usual" value={desk.usual ?? ""} />
            <input type="hidden" name="asked" value={view.asked ?? ""} />
          </>
        )}
        {/* The last field: without it, the form did not arrive whole. */}
        <input type="hidden" name="end" value="1" />
      </Form>
    </>
  );
}

const NoPointOfSale = ({ visit }: { visit: PageContext }) => (
  <>
    <Heading title="Nuevo comprobante" />
    <Empty
      title="Todavía no hay un punto de venta para emitir"
      action={
        <LinkButton href={`${visit.base}/points-of-sale`} kind="primary">
          Ir a puntos de venta
        </LinkButton>
      }
    >
      Agregá uno de web services, el mismo que diste de alta en ARCA.
    </Empty>
  </>
);
