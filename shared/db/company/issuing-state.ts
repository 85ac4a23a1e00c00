import type { FurtherDefaults } from "../../domain/further-data.js";
import { periodStartOf, type Usage, unused } from "../../domain/quota.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import type { PosAuthorization } from "./points-of-sale.js";
import type { Subscription } from "./subscriptions.js";

/** A snapshot of everything in our database that can block an issuance in one environment, at some points of sale. */
export interface IssuingState {
  subscription: Subscription | null;
  /** The start of the quota period that contains `today`. Without a subscription, `today` itself. `YYYY-MM-DD` */
  periodStart: string;
  /** The usage of that period. Null without a subscription. */
  usage: Usage | null;
  /** Points of sale that were asked about and exist, by number. */
  points: ReadonlyMap<number, IssuingPoint>;
  /** Certificate, its own or the operator's where that acts for it: one that has not expired. */
  hasCertificate: boolean;
  /** The one in force that has expired. */
  expired: { on: string; alias: string } | null;
  /** Whether the operator's certificate acts for it. */
  isDelegated: boolean;
  hasPos: boolean;
  /** Whether the idempotency key was sent before. */
  knowsKey: boolean;
  /**
   * Version of all that perceptions depend on besides the sale: the company's setting, the months of the padrón and the provinces' days. Null: the
   * company is no agent.
   */
  sircipVersion: string | null;
}

/** Settings of a point of sale that an issuance must fit. */
export interface IssuingPoint extends FurtherDefaults {
  enabled: boolean;
  /** How the authority authorizes what is issued there. */
  authorization: PosAuthorization;
  /** The keys that its vouchers may have in `additionalData`. */
  additionalDataKeys: string[];
}

interface IssuingStateRow
  extends Omit<IssuingState, "periodStart" | "usage" | "points" | "hasCertificate" | "expired"> {
  certificate: { isOver: boolean; on: string; alias: string } | null;
  periods: (typeof unused & { periodStart: string })[];
  points: (IssuingPoint & { number: number })[];
}

interface IssuingStateQuery {
  /** The Argentine day, `YYYY-MM-DD`. */
  today: string;
  posNumbers?: number[];
  idempotency?: string;
}

/** Reads the issuing state in one statement. */
export async function findIssuingState(
  db: Database,
  { companyId, production }: { companyId: number; production: boolean },
  { today, posNumbers = [], idempotency = "" }: IssuingStateQuery,
): Promise<IssuingState> {
  const [{ periods, points, certificate, ...found }] = await db.$queryRaw<[IssuingStateRow]>(prepared("find_readiness")`
    SELECT
      (SELECT jsonb_build_object('anchor', s.anchor, 'until', s.until, 'monthlyVouchers', p.monthly_vouchers)
        FROM subscription s JOIN plan p ON p.id = s.plan_id WHERE s.company_id = ${companyId}) AS subscription,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('periodStart', period_start, 'extra', extra, 'reserved', reserved,
          'usedProduction', used_production, 'usedHomologation', used_homologation)), '[]')
        FROM usage_period WHERE company_id = ${companyId} AND period_start BETWEEN ${today}::date - 31 AND ${today}::date) AS periods,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'enabled', enabled, 'authorization', authorized_by,
          'additionalDataKeys', jsonb_path_query_array(additional_data_keys, '$[*].key'),
          'optionals', optionals, 'activities', activities)), '[]')
        FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND number = ANY((SELECT ${posNumbers}::int[])::int[])) AS points,
      (SELECT jsonb_build_object('isOver', expires_at <= now(), 'on', (expires_at AT TIME ZONE 'UTC')::date, 'alias', alias)
        FROM certificate_in_force WHERE company_id = ${companyId} AND production = ${production}) AS certificate,
      EXISTS (SELECT FROM company WHERE id = ${companyId} AND certificate_mode = 'delegated') AS "isDelegated",
      EXISTS (SELECT FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND enabled AND authorized_by = 'CAE') AS "hasPos",
      EXISTS (SELECT FROM issuance WHERE company_id = ${companyId} AND production = ${production} AND idempotency = ${idempotency}) AS "knowsKey",
      (SELECT md5(concat_ws(' ', c.sircip,
          (SELECT string_agg(concat_ws(' ', p.period, p.loaded_at), ',' ORDER BY p.period) FROM sircip_period p),
          (SELECT string_agg(concat_ws(' ', v.state_id, v.starts, v.set_at), ',' ORDER BY v.state_id) FROM sircip_province v)))
        FROM company c WHERE c.id = ${companyId} AND c.sircip IS NOT NULL) AS "sircipVersion"`);
  const state = {
    ...found,
    hasCertificate: certificate?.isOver === false,
    expired: certificate?.isOver ? { on: certificate.on, alias: certificate.alias } : null,
    points: new Map(points.map(({ number, ...point }) => [number, point])),
  };
  const { subscription } = state;
  if (!subscription) return { ...state, periodStart: today, usage: null };
  const periodStart = periodStartOf(subscription.anchor, today);
  const used = periods.find((period) => period.periodStart === periodStart) ?? unused;
  return { ...state, periodStart, usage: { ...subscription, ...used, periodStart } };
}
