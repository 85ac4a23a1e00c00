import { Hono } from "hono";
import { Heading } from "../components/heading.js";
import { Pager } from "../components/pager.js";
import type { AppEnv } from "../frame/app-env.js";
import { readOffset } from "../frame/read-offset.js";
import { listOf } from "../frame/result-of.js";
import { show } from "../layout/show.js";
import { Entries, type ShownEntry } from "./entries.js";
import { FilterForm } from "./filter-form.js";
import { type AuditFilters, filterNames, toApiQuery, toPageQuery } from "./filters.js";

const limit = 20;

/** Audit log: who changed what of the configuration, and when. Source: api/README.md, "GET /{company_id}/audit-log". */
export const auditLogPages = () =>
  new Hono<AppEnv>().get("/audit-log", async (c) => {
    const [{ base }, offset] = [c.get("visit"), readOffset(c)];
    const filters = Object.fromEntries(
      filterNames.map((name) => [name, (c.req.query(name) ?? "").trim().slice(0, 254)]),
    ) as unknown as AuditFilters;
    const { query, faults } = toApiQuery(filters);
    query.set("limit", `${limit}`);
    query.set("offset", `${offset}`);
    const { rows, total } = listOf(await c.get("api").get<ShownEntry[]>(`/audit-log?${query}`));
    const isFiltered = filterNames.some((name) => filters[name] !== "");
    return show(
      c,
      { title: "Auditoría", section: "audit-log" },
      <>
        <Heading title="Auditoría" />
        <p>Los cambios de la configuración de los últimos 90 días.</p>
        <FilterForm {...{ base, filters, faults }} />
        <Entries {...{ base, rows, isFiltered }} />
        <Pager {...{ total, limit, offset }} hrefOf={(from) => `${base}/audit-log${toPageQuery(filters, from)}`} />
      </>,
      Object.keys(faults).length > 0 ? 400 : 200,
    );
  });
