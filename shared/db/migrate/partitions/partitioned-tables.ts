/**
 * The tables that are partitioned by company: what is born by vouchers, one row or more for each. One that others refer to stands before
 * them.
 */
export const partitionedTables = [
  "issuance",
  "voucher",
  "voucher_note",
  "recipient",
  "pdf",
  "print_try",
  "batch_element",
  "caea_report",
  "voucher_count",
  "voucher_step",
];

/** Of all of them, by whose hash they are split. */
export const partitionKey = "company_id";

/** Where the parts lie. */
export const partitionSchema = "partitions";

/** The name of a part. */
export const partOf = (table: string, remainder: number): string =>
  `${partitionSchema}.${table}_${String(remainder).padStart(3, "0")}`;

/** Serves rows of the version before, which knows no partitions. */
export const leftOutTrigger = "company_of_voucher";
