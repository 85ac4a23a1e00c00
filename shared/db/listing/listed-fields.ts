/** How a parameter's text is read and compared. */
export type FieldType = "integer" | "decimal" | "text" | "digits" | "fiscalDate" | "instant";

/** One field of a listing: its column and index, and how to find and count the matches of its filters. */
export interface ListedField {
  column: string;
  type: FieldType;
  /** The index for a filter or an ordering of this field alone. */
  index: string;
  /**
   * Where `total` comes from. `groups`: the sums per group of vouchers, also together with other such fields. `steps`: the sums
   * per step of this field, if the only other filters are on a field with `both`. Without a value, matches are counted in an
   * index. The first page of a range of ids, times or dates is counted in voucher-range.
   */
  total?: "groups" | "steps" | "both";
  /**
   * The index gives the matches of one value directly in the order of ids, whether few or many: with "alone", or together with a
   * value of the named column. So one plan serves all values.
   */
  lookup?: "alone" | "pos_number" | "doc_type";
  /** The field only orders and is not a filter. */
  ordersOnly?: true;
}

export type ListedFields = Readonly<Record<string, ListedField>>;

/** The voucher listing. Source: api/README.md, "GET /{company_id}/invoices". */
export const voucherFields: ListedFields = {
  id: { column: "id", type: "integer", index: "voucher_listing", lookup: "alone", total: "steps" },
  cae: { column: "cae", type: "digits", index: "voucher_cae", lookup: "alone" },
  idempotency: { column: "idempotency", type: "text", index: "voucher_idempotency", lookup: "alone" },
  externalReference: {
    column: "external_reference",
    type: "text",
    index: "voucher_external_reference",
    lookup: "alone",
  },
  date: { column: "voucher_date", type: "fiscalDate", index: "voucher_date", lookup: "alone", total: "groups" },
  created: { column: "created_at", type: "instant", index: "voucher_created", lookup: "alone", total: "steps" },
  pos: { column: "pos_number", type: "integer", index: "voucher_pos", lookup: "alone", total: "groups" },
  number: { column: "voucher_number", type: "integer", index: "voucher_number", lookup: "pos_number" },
  docType: { column: "doc_type", type: "integer", index: "voucher_doc_type", lookup: "alone", total: "groups" },
  docNumber: { column: "doc_number", type: "text", index: "voucher_doc_number", lookup: "doc_type" },
  type: { column: "voucher_type", type: "integer", index: "voucher_type", lookup: "alone", total: "both" },
  total: { column: "total_amount", type: "decimal", index: "voucher_total", lookup: "alone", total: "steps" },
  status: { column: "status", type: "text", index: "voucher_listing", total: "groups" },
  source: { column: "source", type: "text", index: "voucher_source", total: "groups" },
  apiKeyId: { column: "api_key_id", type: "integer", index: "voucher_api_key", lookup: "alone", total: "groups" },
  userEmail: { column: "user_email", type: "text", index: "voucher_user_email" },
};

/** The audit log. Source: api/README.md, "Audit-log entry". */
export const auditFields: ListedFields = {
  id: { column: "id", type: "integer", index: "audit_entry_created", ordersOnly: true },
  action: { column: "action", type: "text", index: "audit_entry_action" },
  resourceId: { column: "resource_id", type: "text", index: "audit_entry_action" },
  actorType: { column: "actor_type", type: "text", index: "audit_entry_created" },
  actorEmail: { column: "actor_email", type: "text", index: "audit_entry_created" },
  actorApiKeyId: { column: "actor_api_key_id", type: "integer", index: "audit_entry_created" },
  created: { column: "created_at", type: "instant", index: "audit_entry_created" },
};

/** The deliveries of one webhook. Source: api/README.md, "Webhooks". */
export const deliveryFields: ListedFields = {
  id: { column: "id", type: "integer", index: "webhook_delivery_webhook" },
  eventId: { column: "event_id", type: "text", index: "webhook_delivery_webhook" },
  type: { column: "type", type: "text", index: "webhook_delivery_webhook" },
  state: { column: "state", type: "text", index: "webhook_delivery_webhook" },
  created: { column: "created_at", type: "instant", index: "webhook_delivery_webhook" },
};
