import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../http/env.js";

/** A 402 says where the subscription is paid, for a program that shows it to a person. Without pages, or their address, there is nothing to say. */
export const tellWherePaid = ({ APP, APP_URL }: { APP: string; APP_URL?: string | undefined }) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status !== 402 || APP === "off" || APP_URL === undefined) return;
    const { companyCode, production } = c.get("caller");
    const environment = production ? "production" : "homologation";
    c.res.headers.set("Link", `<${APP_URL}/app/${companyCode}/${environment}/plan>; rel="payment"`);
  });
