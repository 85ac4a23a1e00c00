/** The processes that have a database role of their own. */
export const processRoles = ["api", "issuer", "renderer", "mailer"] as const;
export type ProcessRole = (typeof processRoles)[number];

/**
 * The part of the server's connections that a role may take at most, all its processes together. It is above what they open in a full
 * installation (shared/deploy/sizes.md), and leaves the others what they need: no role can shut them out.
 */
export const connectionShares: Record<ProcessRole, number> = { api: 0.7, issuer: 0.6, renderer: 0.3, mailer: 0.3 };

/** How long a statement may run that says nothing of it. Those of the processes say less themselves. */
export const statementTimeout = "2min";

/**
 * Rights of each process, as PostgreSQL's privileges on its objects. Whatever is not here is refused. The tables are those of schema
 * `public`, unless `tenant` is written. A list of columns limits the privilege to them. What may be changed is granted by columns, also
 * where it is all of them: whoever may change a table as a whole, or delete from it, may lock it, and others wait.
 */
export const processGrants: Record<ProcessRole, Readonly<Record<string, string>>> = {
  api: {
    // For the tenant of a request: the views.
    // Not what only the operator says: whose certificate acts, where notices go. Triggers keep tax id and code.
    "tenant.company": `SELECT, UPDATE (${fiscalData()})`,
    "tenant.subscription": "SELECT",
    "tenant.plan": "SELECT",
    "tenant.usage_period": "SELECT, INSERT",
    "tenant.certificate": `SELECT (${certificateWithoutKey()}), INSERT, UPDATE`,
    "tenant.certificate_in_force": "SELECT",
    "tenant.point_of_sale": "SELECT, INSERT, UPDATE",
    "tenant.api_key": "SELECT, INSERT, UPDATE",
    "tenant.sequence": "SELECT",
    "tenant.issuance": "SELECT, INSERT, UPDATE",
    "tenant.voucher": "SELECT",
    "tenant.voucher_note": "SELECT",
    "tenant.voucher_count": "SELECT",
    "tenant.voucher_bucket": "SELECT",
    "tenant.recipient": "SELECT, INSERT",
    "tenant.pdf": "SELECT",
    // A trigger admits entries of keys and people alone, and of now.
    "tenant.audit_entry": "SELECT, INSERT",
    "tenant.warning": "SELECT, INSERT, UPDATE",
    "tenant.sealing_key": "SELECT",
    "tenant.rule_date_override": "SELECT",
    "tenant.monotributo_caps": "SELECT",
    // The padrón of SIRCIP is nobody's data.
    "tenant.sircip_period": "SELECT",
    "tenant.sircip_block": "SELECT",
    "tenant.sircip_province": "SELECT",
    "tenant.authority_notice": "SELECT",
    "tenant.issuer_request": "SELECT, INSERT, DELETE",
    // Tables and quotations that the authority told another company.
    "tenant.cached_answer": "SELECT",
    "tenant.webhook": "SELECT, INSERT, UPDATE",
    "tenant.webhook_secret": "SELECT (id, webhook_id, created_at), INSERT, DELETE",
    "tenant.webhook_key": "SELECT",
    // A trigger admits a ping alone.
    "tenant.webhook_delivery": "SELECT, INSERT, UPDATE (state, once, due_at)",
    "tenant.batch": "SELECT, INSERT, UPDATE",
    "tenant.batch_element": "SELECT, INSERT, UPDATE",
    "tenant.contingency": "SELECT, INSERT, UPDATE",
    "tenant.caea": "SELECT",
    "tenant.caea_report": "SELECT, UPDATE (state, due_at)",
    "tenant.caea_unused": "SELECT",
    "tenant.membership": "SELECT, INSERT, UPDATE, DELETE",
    "tenant.invitation_count": "SELECT, INSERT, UPDATE",
    // What its people see and ask for. What came of it is written below.
    "tenant.checkout":
      "SELECT, INSERT (company_id, kind, plan_id, months, vouchers, amount, reference, asked_by), UPDATE (link, closed_at)",
    "tenant.payment": "SELECT",
    // The people of the web application: who they are is no company's data.
    person: "SELECT, INSERT, UPDATE, DELETE",
    membership: "SELECT, INSERT, UPDATE, DELETE",
    person_session: "SELECT, INSERT, UPDATE, DELETE",
    person_link: "SELECT, INSERT, UPDATE, DELETE",
    person_mail: "SELECT, INSERT, UPDATE",
    sign_in_failure: "SELECT, INSERT, UPDATE, DELETE",
    // The keys of the API's own MACs: nobody else has them, and they open nothing.
    api_secret: "SELECT",
    // For nobody in particular: who calls, how an issuance ended, how much work waits. No customer's data.
    api_key: "SELECT (id, company_id, production, hash, scopes, revoked_at, expires_at)",
    company: "SELECT (id, code, name, tax_type, vat_rounding, certificate_mode, withheld_a)",
    certificate: "SELECT (company_id, production, active, expires_at)",
    issuance:
      "SELECT (id, company_id, production, idempotency, revision, incarnation, enqueued_at, state, doubt, pos_number, voucher_type, body_hash, outcome, deadline_at, period_start, submitted_at, operator_reason, problem, credited_id, is_background)",
    voucher:
      "SELECT (id, company_id, production, issuance_id, pos_number, voucher_number, cae, caea, total_amount, observations, has_pdf, source)",
    contingency: "SELECT (production, active_since)",
    database_incarnation: "SELECT",
    // Whether a person must say first whether the database went back.
    watermark_state: "SELECT (waiting_since)",
    number_check: "SELECT",
    // Whether any issuer works.
    issuer_reachability: "SELECT (production, last_heartbeat_at)",
    usage_period: "SELECT",
    subscription: "SELECT",
    plan: "SELECT",
    // What the provider says of money. What it gives is the function's: nobody writes `until`, nor the operator's word.
    checkout: "SELECT, UPDATE (closed_at, ask_at)",
    payment:
      "SELECT, INSERT (checkout_id, company_id, provider_id, kind, plan_id, months, vouchers, amount, currency, reference, state), UPDATE (state, why, amount, settled_at, bill_state, bill_at, bill_since, bill_problem, voucher_id, voucher_pos, voucher_type, voucher_number)",
    payment_notice: "SELECT, INSERT, UPDATE, DELETE",
    payment_watch: "SELECT, UPDATE (notified_at, list_at, billing_since, listed_at, call_at, rests_until)",
    recipient: "SELECT (state, over_limit)",
    print_attempt: "SELECT (voucher_id, company_id, versions, attempt_count, refused_at)",
    webhook: "SELECT (id, enabled, failing_since, listening_until)",
    webhook_delivery: "SELECT (webhook_id, state, due_at, created_at)",
    caea: "SELECT (id, report_by)",
    caea_report: "SELECT (caea_id, production, state)",
    caea_unused: "SELECT (caea_id, informed_at)",
    serving_process: signsOfLife(),
    // Whether the padrones that agents need are loaded.
    sircip_period: "SELECT (period)",
    _prisma_migrations: "SELECT",
  },
  issuer: {
    company: "SELECT",
    rule_date_override: "SELECT",
    subscription: "SELECT",
    plan: "SELECT",
    usage_period: "SELECT, INSERT, UPDATE",
    certificate: "SELECT, UPDATE (sealed_key)",
    certificate_in_force: "SELECT",
    sealing_key: "SELECT, INSERT, UPDATE",
    ticket: "SELECT, INSERT, UPDATE",
    point_of_sale: "SELECT",
    api_key: "SELECT (id, company_id, production)",
    sequence: "SELECT, INSERT, UPDATE",
    freed_number: "SELECT, INSERT, UPDATE",
    // INSERT: for an element of a batch whose key another request had, and whose record was lost.
    issuance: "SELECT, INSERT, UPDATE",
    batch: "SELECT, UPDATE",
    batch_element: "SELECT, UPDATE",
    // UPDATE: an imported voucher gains its key (trigger voucher_is_final).
    voucher:
      "SELECT, INSERT, UPDATE (issuance_id, idempotency, api_key_id, user_email, source, request_id, external_reference, payload, lines)",
    contingency: "SELECT, INSERT, UPDATE",
    issuer_reachability: "SELECT, INSERT, UPDATE, DELETE",
    sequence_lease: "SELECT, INSERT, UPDATE, DELETE",
    caea: "SELECT, INSERT, UPDATE",
    caea_report: "SELECT, INSERT, UPDATE",
    caea_unused: "SELECT, INSERT, UPDATE",
    database_incarnation: "SELECT",
    // To sign what it keeps outside the database. Nobody else signs, and none but its owner changes the key.
    watermark_key: "SELECT",
    watermark_state: "SELECT, UPDATE",
    recipient: "SELECT, INSERT",
    exchange: "SELECT, INSERT",
    authority_notice: "SELECT, INSERT, UPDATE, DELETE",
    issuer_request: "SELECT, UPDATE, DELETE",
    audit_entry: "SELECT, INSERT",
    // To forget what is of no use any more.
    person_link: "SELECT (expires_at), DELETE",
    sign_in_failure: "SELECT (failed_at), DELETE",
    person_mail: "SELECT (state, created_at), DELETE",
    serving_process: signsOfLife(),
    _prisma_migrations: "SELECT",
  },
  renderer: {
    company: "SELECT",
    rule_date_override: "SELECT",
    point_of_sale: "SELECT",
    // Where its request stands in its trace.
    issuance: "SELECT (id, company_id, trace)",
    voucher: "SELECT, UPDATE (has_pdf)",
    pdf: "SELECT, INSERT, UPDATE, DELETE",
    print_attempt: "SELECT, INSERT, UPDATE, DELETE",
    recipient: "SELECT",
    serving_process: signsOfLife(),
    _prisma_migrations: "SELECT",
  },
  mailer: {
    company: "SELECT",
    rule_date_override: "SELECT",
    subscription: "SELECT",
    plan: "SELECT",
    usage_period: "SELECT",
    certificate: `SELECT (${certificateWithoutKey()})`,
    api_key: "SELECT (id, company_id, production, name, prefix, created_at, expires_at, revoked_at)",
    point_of_sale: "SELECT",
    // Where its request stands in its trace.
    issuance: "SELECT (id, company_id, production, idempotency, trace)",
    voucher: "SELECT",
    pdf: "SELECT",
    print_attempt: "SELECT",
    mail_count: "SELECT, INSERT, UPDATE",
    recipient:
      "SELECT, UPDATE (state, smtp_response, attempts, unknown_outcomes, is_claimed, due_at, sent_at, counted_on, over_limit)",
    warning: "SELECT, INSERT, UPDATE",
    caea: "SELECT",
    caea_report: "SELECT (caea_id, company_id, production, pos_number, state)",
    caea_unused: "SELECT",
    person: "SELECT (id, email, name)",
    person_link: "SELECT (person_id, company_id), INSERT, DELETE",
    person_mail: "SELECT, UPDATE",
    webhook: "SELECT, UPDATE (enabled, disabled_reason, failing_since)",
    webhook_secret: "SELECT, DELETE",
    webhook_key: "SELECT, INSERT, UPDATE",
    webhook_delivery: "SELECT, UPDATE (state, attempt_count, is_claimed, once, due_at, delivered_at, attempts)",
    serving_process: signsOfLife(),
    _prisma_migrations: "SELECT",
  },
};

/** Callers of each function that runs with its owner's rights. */
export const functionGrants: Record<string, ProcessRole[]> = {
  "make_months(text)": ["issuer"],
  "drop_past_month(text)": ["issuer"],
  "purge_audit_entries(integer)": ["issuer"],
  "purge_exchanges(integer)": ["issuer"],
  "purge_freed_numbers()": ["issuer"],
  "purge_sessions()": ["issuer"],
  "purge_webhook_deliveries(integer)": ["mailer"],
  "delete_webhook(integer, boolean, integer)": ["api"],
  "is_suspect(bigint)": ["api", "issuer"],
  "awaits_verification(bigint)": ["api", "issuer"],
  "may_be_imported(bigint)": ["api", "issuer"],
  "others_unverified(bigint)": ["api", "issuer"],
  "may_be_hidden(bigint)": ["api", "issuer"],
  "detect_database_loss()": ["api", "issuer"],
  "begin_incarnation(integer)": ["issuer"],
  "point_of_sale_is_others(integer, boolean, integer)": ["api"],
  "record_user_event(text, text, jsonb, integer)": ["api"],
  "fold_voucher_counts(integer)": ["issuer"],
  "counters_left()": ["api"],
  "hold_credits(bigint)": ["api"],
  "grant_payment(bigint)": ["api"],
  "has_sircip_agents()": ["api"],
};

/** Each process writes its own, and forgets those of before. */
function signsOfLife(): string {
  return "SELECT, INSERT, UPDATE, DELETE";
}

/** Columns that a company says of itself. */
function fiscalData(): string {
  return "name, tax_type, address, state_id, gross_income, activity_start, vat_rounding, fce, activity_code, cbu_legend, consumer_complaints, accent_color, footer_text, withheld_a, legends, mail, sircip, monotributo_category";
}

/** All columns but the private key: what nobody but the issuer may read. */
function certificateWithoutKey(): string {
  return "id, company_id, production, alias, csr, certificate, active, expires_at, cuit, created_at";
}
