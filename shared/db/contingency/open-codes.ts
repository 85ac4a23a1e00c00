import type { OpenCode } from "../../domain/warnings.js";
import { isNotifiable } from "../fragments/is-notifiable.js";
import type { Database } from "../pool/database.js";
import { isOpenReport } from "./reports.js";
import { wasInUse } from "./unused.js";

/**
 * The codes of which vouchers are unreported or points of sale undeclared, about from 3 days before their last day to report, of
 * companies that can be told and were not yet.
 */
export const listOpenCodes = (db: Database): Promise<(OpenCode & { companyId: number })[]> => db.$queryRaw`
  SELECT * FROM (
    SELECT a.company_id AS "companyId", a.production, a.code, a.period, a.fortnight, a.report_by AS "reportBy", r.unreported, r.rejected,
      (SELECT count(*)::int FROM point_of_sale p
        WHERE p.company_id = a.company_id AND p.production = a.production AND ${wasInUse} AND p.authorized_by = 'CAEA'
          AND NOT EXISTS (SELECT FROM caea_report r WHERE r.caea_id = a.id AND r.pos_number = p.number)
          AND NOT EXISTS (SELECT FROM caea_unused u WHERE u.caea_id = a.id AND u.pos_number = p.number AND u.informed_at IS NOT NULL)
      ) AS undeclared
    FROM caea a JOIN company c ON c.id = a.company_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS unreported, (count(*) FILTER (WHERE r.state = 'rejected'))::int AS rejected
      FROM caea_report r
      WHERE r.company_id = a.company_id AND r.production = a.production AND r.caea_id = a.id AND ${isOpenReport("r")}) r
    WHERE ${isNotifiable} AND a.code IS NOT NULL
      AND a.report_by BETWEEN to_char(current_date - 10, 'YYYYMMDD') AND to_char(current_date + 4, 'YYYYMMDD')
      AND NOT EXISTS (SELECT FROM warning w WHERE w.company_id = a.company_id AND w.kind = 'report' AND w.subject = a.code)
  ) o WHERE o.unreported + o.undeclared > 0`;
