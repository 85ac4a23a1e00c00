import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { download } from "../../downloads/download.js";
import { NoFile } from "../../downloads/no-file.js";
import type { AppEnv } from "../../frame/app-env.js";
import type { AppDeps } from "../../frame/deps.js";
import { show } from "../../layout/show.js";
import { errorInSpanish } from "../../spanish/errors.js";
import type { Voucher } from "../voucher.js";
import { readAskedList, toAddressQuery, toApiQuery } from "./asked-list.js";
import { ListPage } from "./list-page.js";

/** `/invoices`: the list of vouchers, and the same as CSV. */
export const listPages = ({ now }: AppDeps) =>
  new Hono<AppEnv>()
    .get("/invoices", async (c) => {
      const api = c.get("api");
      const visit = c.get("visit");
      const asked = readAskedList(new URL(c.req.url).searchParams);
      const [listed, points] = await Promise.all([
        api.get<Voucher[]>(`/invoices?${toApiQuery(asked, "page")}`),
        api.get<{ number: number; name: string | null }[]>("/points-of-sale?limit=200"),
      ]);
      const found = listed.ok
        ? { rows: listed.result, total: listed.total ?? 0 }
        : { refusal: errorInSpanish(listed.error) };
      if (visit.isPartial) c.header("HX-Push-Url", `${visit.base}/invoices${toAddressQuery(asked)}`);
      return show(
        c,
        { title: "Comprobantes", section: "invoices" },
        <ListPage
          visit={visit}
          asked={asked}
          found={found}
          pointsOfSale={points.ok ? points.result : []}
          nowMs={now()}
        />,
      );
    })

    .get("/invoices/csv", async (c) => {
      const asked = readAskedList(new URL(c.req.url).searchParams);
      const passed = await download(c, `/reports/vouchers.csv?${toApiQuery(asked, "csv")}`);
      if ("file" in passed) return passed.file;
      const backTo = `${c.get("visit").base}/invoices${toAddressQuery(asked)}`;
      return show(
        c,
        { title: "Comprobantes en CSV", section: "invoices" },
        <NoFile title="Comprobantes en CSV" why={errorInSpanish(passed.fault)} backTo={backTo} />,
        passed.status as ContentfulStatusCode,
      );
    });
