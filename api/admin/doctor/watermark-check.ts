import { adminCommand } from "../../../shared/config/config.js";
import type { Statements } from "../../../shared/db/pool/database.js";
import type { UsableConfig } from "../config.js";
import { lookAtWatermarks } from "../look-at-watermarks.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether what is kept outside the database is an issuer's, and nothing waits because of it. */
export async function checkWatermarks(
  db: Statements,
  config: Pick<UsableConfig, "REDIS_URL" | "PDF_STORAGE_URL">,
): Promise<CheckResult> {
  const name = "watermark";
  const { watermarks, waitingFor } = await lookAtWatermarks(db, config);
  if (waitingFor !== null)
    return failed(name, `nothing is numbered: ${waitingFor}`, adminCommand("database watermark"));
  const forged = watermarks.filter(({ verdict }) => verdict === "forged").map(({ where }) => where);
  if (forged.length > 0)
    return failed(
      name,
      `no issuer signed what ${forged.join(" and ")} holds`,
      "An issuer writes its own over it. If it comes again, somebody else writes there: change the password, and see who has it.",
    );
  return passed(name, `${watermarks.length} kept outside the database`);
}
