import { adminCommand } from "../../../shared/config/config.js";
import { listDeadLetters } from "../../../shared/db/delivery/print-tries.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

const maxNamed = 5;

/** Whether PDFs failed so often that they were put aside. Their vouchers are valid, but nobody gets them. */
export async function checkPdfs(db: Database, companyId?: number): Promise<CheckResult> {
  const name = "PDFs";
  const aside = await listDeadLetters(db, companyId, maxNamed + 1);
  if (aside.length === 0) return passed(name, "none is put aside");
  const named = aside.slice(0, maxNamed).map(({ code, voucherId, versions }) => `${code} ${voucherId} (${versions})`);
  const others = aside.length > maxNamed ? " and others" : "";
  return failed(
    name,
    `put aside after many failed tries: ${named.join(", ")}${others}`,
    `${adminCommand("pdf aside")} tells why; once the cause is gone, ${adminCommand("pdf retry --company CODE")}`,
  );
}
