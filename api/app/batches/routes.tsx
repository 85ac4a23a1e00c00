import { type Context, Hono } from "hono";
import type { ApiError } from "../../http/errors.js";
import { readUtf8 } from "../../parsing/read-utf8.js";
import { readAnswer } from "../frame/api-client.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { file, text } from "../frame/form.js";
import { passOn } from "../frame/pass-on.js";
import { readOffset } from "../frame/read-offset.js";
import { listOf, resultOf } from "../frame/result-of.js";
import { noPage } from "../layout/errors.js";
import { back, show, showPartial } from "../layout/show.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { errorInSpanish } from "../spanish/errors.js";
import { asSaved } from "./as-saved.js";
import { BatchPage } from "./batch-page.js";
import { BatchList } from "./list.js";
import { type BatchFormErrors, NewBatch } from "./new-batch.js";
import { Progress } from "./progress.js";
import { reviewFile } from "./review-file.js";
import { ReviewedBatch } from "./reviewed-batch.js";
import { type SentCsv, sentCsv } from "./sent-csv.js";
import type { ShownBatch, ShownResult } from "./shown.js";

const section = "batches";
const batchesAPage = 20;
const resultsAPage = 50;

/** Flash messages of the page of a batch. The page is loaded again when the batch is over: then it is not being issued any more. */
const saidOf = ({ state }: ShownBatch) => ({
  created: state === "running" ? "El lote se cargó y se está emitiendo." : "El lote se cargó.",
  cancelled: "Se canceló lo que todavía no tenía número.",
});

/** Many vouchers at once, from a CSV file. Source: api/README.md, "Batches". */
export const batchPages = (deps: AppDeps) =>
  new Hono<AppEnv>()
    .get("/batches", async (c) => {
      const [visit, api, offset] = [c.get("visit"), c.get("api"), readOffset(c)];
      const list = listOf(await api.get<ShownBatch[]>(`/batches?limit=${batchesAPage}&offset=${offset}`));
      const page = { ...list, limit: batchesAPage, offset };
      const mayIssue = mayAs(visit.role, "issuer");
      return show(c, { title: "Lotes", section }, <BatchList base={visit.base} page={page} mayIssue={mayIssue} />);
    })

    .get("/batches/new", only("issuer"), (c) => showForm(c, { name: "", csv: "" }))

    .post("/batches/new", only("issuer"), async (c) => {
      const form = c.get("form");
      const sent = await sentCsv(form, file(form, "file"));
      if (sent.body === undefined) return showForm(c, sent, { missing: true });
      const body = await asSaved(sent.body);
      if (text(form, "do") === "review") {
        const visit = c.get("visit");
        const review = await reviewFile(deps, tenantOf(visit), c.get("requestId"), body);
        if ("refusal" in review) return showForm(c, sent, review.refusal, review.status);
        const page = <ReviewedBatch {...{ visit, ...review }} name={sent.name} csv={readUtf8(sent.body) ?? ""} />;
        return show(c, { title: "Revisá el lote", section }, page);
      }
      const name = sent.name && `?name=${encodeURIComponent(sent.name)}`;
      // Strict: a column that nobody knows would be missing from vouchers that cannot be taken back.
      const headers = { "Content-Type": "text/csv", Prefer: "handling=strict" };
      const answer = await readAnswer<ShownBatch>(
        await c.get("api").send("POST", `/batches${name}`, { body, headers }),
      );
      if (answer.ok) return back(c, `/batches/${answer.result.id}`, "created");
      const faults = answer.error.details?.errors;
      const refusal = faults ? { faults } : { reason: errorInSpanish(answer.error) };
      return showForm(c, sent, refusal, answer.status as ApiError["status"]);
    })

    .get("/batches/template.csv", async (c) => passOn(c, await c.get("api").send("GET", "/batches/template.csv")))

    .get("/batches/:id{\\d{1,16}}", async (c) => {
      const [visit, api, offset, id] = [c.get("visit"), c.get("api"), readOffset(c), c.req.param("id")];
      if (visit.isPartial) {
        const batch = resultOf(await api.get<ShownBatch>(`/batches/${id}`));
        // Over: the page is loaded once more, with all results.
        if (batch.state !== "running") c.header("HX-Refresh", "true");
        return showPartial(c, <Progress base={visit.base} batch={batch} />);
      }
      const [batch, results] = await Promise.all([
        api.get<ShownBatch>(`/batches/${id}`).then(resultOf),
        api.get<ShownResult[]>(`/batches/${id}/results?limit=${resultsAPage}&offset=${offset}`).then(listOf),
      ]);
      const page = { ...results, limit: resultsAPage, offset };
      const mayIssue = mayAs(visit.role, "issuer");
      return show(
        c,
        { title: titleOf(batch), section, said: saidOf(batch) },
        <BatchPage {...{ visit, batch, page, mayIssue }} />,
      );
    })

    .post("/batches/:id{\\d{1,16}}", only("issuer"), async (c) => {
      const id = c.req.param("id");
      if (text(c.get("form"), "do") !== "cancel") throw noPage();
      resultOf(await c.get("api").post(`/batches/${id}/cancel`));
      return back(c, `/batches/${id}`, "cancelled");
    })

    .get("/batches/:id{\\d{1,16}}/results.csv", async (c) => {
      const headers = { Accept: "text/csv" };
      return passOn(c, await c.get("api").send("GET", `/batches/${c.req.param("id")}/results`, { headers }));
    });

const titleOf = ({ id, name }: ShownBatch): string => name ?? `Lote ${id}`;

function showForm(
  c: Context<AppEnv>,
  { name, csv }: Pick<SentCsv, "name" | "csv">,
  refusal?: BatchFormErrors,
  status: ApiError["status"] = refusal ? 400 : 200,
) {
  const visit = c.get("visit");
  return show(c, { title: "Cargar un lote", section }, <NewBatch {...{ visit, name, csv, refusal }} />, status);
}
