/**
 * The statements that create the tables. TEXT and BYTES stand for the types of the engine; TEXT sorts by bytes in both.
 *
 * Orders and transactions keep earlier versions for a while. `sequence` is the number of the write that created a
 * version, `until_sequence` that of the write that replaced it (NO_END_SEQUENCE for the current version). A list is a
 * view at one sequence number, so clients can page through changing data without losing or repeating items.
 */
export const TABLES: readonly string[] = [
  "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",

  "CREATE TABLE applications (id TEXT PRIMARY KEY, name TEXT NOT NULL, keys TEXT NOT NULL)",
  // `oldest_view` is the earliest sequence whose versions all still exist; earlier views have expired.
  `CREATE TABLE businesses (id TEXT PRIMARY KEY, name TEXT NOT NULL, sequence BIGINT NOT NULL,
    oldest_view BIGINT NOT NULL DEFAULT 0)`,
  `CREATE TABLE application_businesses (application_id TEXT NOT NULL, business_id TEXT NOT NULL,
    PRIMARY KEY (application_id, business_id))`,
  `CREATE TABLE users (business_id TEXT NOT NULL, username TEXT NOT NULL, password TEXT NOT NULL,
    PRIMARY KEY (business_id, username))`,

  `CREATE TABLE used_assertions (issuer TEXT NOT NULL, jti TEXT NOT NULL, expires_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, jti))`,
  `CREATE TABLE refresh_tokens (hash TEXT PRIMARY KEY, family TEXT NOT NULL, application_id TEXT NOT NULL,
    business_ids TEXT NOT NULL, username TEXT, expires_at BIGINT NOT NULL, used_at BIGINT, successor TEXT,
    revoked BIGINT NOT NULL)`,
  "CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family)",
  // A limit of n failures has n slots, so that concurrent guesses cannot exceed it.
  `CREATE TABLE login_failures (subject TEXT NOT NULL, slot BIGINT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (subject, slot))`,
  "CREATE INDEX login_failures_by_subject ON login_failures (subject, at)",

  `CREATE TABLE request_ids (application_id TEXT NOT NULL, business_id TEXT NOT NULL, method TEXT NOT NULL,
    path TEXT NOT NULL, request_id TEXT NOT NULL, fingerprint TEXT NOT NULL, status BIGINT, body BYTES,
    created_at BIGINT NOT NULL, PRIMARY KEY (application_id, business_id, method, path, request_id))`,
  "CREATE INDEX request_ids_by_age ON request_ids (created_at)",

  `CREATE TABLE orders (business_id TEXT NOT NULL, id TEXT NOT NULL, sequence BIGINT NOT NULL,
    until_sequence BIGINT NOT NULL, gone_at BIGINT, updated_at BIGINT NOT NULL, order_number TEXT, store_id TEXT,
    status TEXT, customer_user_id TEXT, is_stay BIGINT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (business_id, id, sequence))`,
  "CREATE INDEX orders_by_time ON orders (business_id, updated_at, sequence, until_sequence)",
  "CREATE INDEX orders_by_number ON orders (business_id, order_number, updated_at, sequence)",
  "CREATE INDEX orders_by_store ON orders (business_id, store_id, updated_at, sequence)",
  "CREATE INDEX orders_by_status ON orders (business_id, status, updated_at, sequence)",
  "CREATE INDEX orders_by_customer ON orders (business_id, customer_user_id, updated_at, sequence)",
  "CREATE INDEX orders_gone ON orders (gone_at)",

  `CREATE TABLE transactions (business_id TEXT NOT NULL, id TEXT NOT NULL, sequence BIGINT NOT NULL,
    until_sequence BIGINT NOT NULL, gone_at BIGINT, order_id TEXT NOT NULL, updated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL, store_id TEXT, device_id TEXT, terminal_id TEXT, action TEXT, status TEXT,
    number_first6 TEXT, number_last4 TEXT,
    expiration_month BIGINT, expiration_year BIGINT, holder_first_name TEXT, holder_last_name TEXT,
    auth_only BIGINT NOT NULL, is_settled BIGINT NOT NULL, is_credit_debit BIGINT NOT NULL, amount BIGINT NOT NULL,
    search TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (business_id, id, sequence))`,
  "CREATE INDEX transactions_by_time ON transactions (business_id, updated_at, sequence, until_sequence)",
  "CREATE INDEX transactions_by_order ON transactions (business_id, order_id, until_sequence)",
  "CREATE INDEX transactions_by_last4 ON transactions (business_id, number_last4, updated_at, sequence)",
  "CREATE INDEX transactions_by_first6 ON transactions (business_id, number_first6, updated_at, sequence)",
  "CREATE INDEX transactions_by_store ON transactions (business_id, store_id, updated_at, sequence)",
  "CREATE INDEX transactions_by_sequence ON transactions (business_id, sequence)",
  "CREATE INDEX transactions_by_creation ON transactions (business_id, created_at, sequence)",
  "CREATE INDEX transactions_by_amount ON transactions (business_id, amount, sequence)",
  "CREATE INDEX transactions_by_status ON transactions (business_id, status, updated_at, sequence)",
  "CREATE INDEX transactions_by_action ON transactions (business_id, action, updated_at, sequence)",
  "CREATE INDEX transactions_by_terminal ON transactions (business_id, terminal_id, updated_at, sequence)",
  "CREATE INDEX transactions_gone ON transactions (gone_at)",

  `CREATE TABLE plans (application_id TEXT NOT NULL, id TEXT NOT NULL, created_at BIGINT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (application_id, id))`,
  `CREATE TABLE subscriptions (application_id TEXT NOT NULL, id TEXT NOT NULL, business_id TEXT NOT NULL,
    status TEXT NOT NULL, created_at BIGINT NOT NULL, trial_ends_at BIGINT, body TEXT NOT NULL,
    PRIMARY KEY (application_id, id))`,
  "CREATE INDEX subscriptions_by_time ON subscriptions (application_id, created_at, id)",

  `CREATE TABLE hooks (id TEXT PRIMARY KEY, application_id TEXT NOT NULL, business_id TEXT NOT NULL,
    delivery_url TEXT NOT NULL, secret TEXT NOT NULL, event_types TEXT NOT NULL, active BIGINT NOT NULL,
    failing_since BIGINT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  "CREATE INDEX hooks_by_business ON hooks (business_id)",

  `CREATE TABLE events (id TEXT PRIMARY KEY, business_id TEXT NOT NULL, order_id TEXT NOT NULL,
    event_type TEXT NOT NULL, deliveries BIGINT NOT NULL, created_at BIGINT NOT NULL)`,
  "CREATE INDEX events_by_time ON events (created_at)",
  `CREATE TABLE deliveries (id TEXT PRIMARY KEY, event_id TEXT NOT NULL, hook_id TEXT NOT NULL,
    business_id TEXT NOT NULL, application_id TEXT NOT NULL, event_type TEXT NOT NULL, resource_id TEXT NOT NULL,
    payload BYTES NOT NULL, state TEXT NOT NULL, attempt BIGINT NOT NULL, next_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL, lease_by TEXT, created_at BIGINT NOT NULL, settled_at BIGINT)`,
  "CREATE INDEX deliveries_due ON deliveries (state, next_at, hook_id)",
  "CREATE INDEX deliveries_by_hook ON deliveries (hook_id, state, next_at)",
  "CREATE INDEX deliveries_by_time ON deliveries (created_at)",
  `CREATE TABLE attempts (delivery_id TEXT NOT NULL, attempt BIGINT NOT NULL, started_at BIGINT NOT NULL,
    duration BIGINT, status BIGINT, reason TEXT NOT NULL, answer TEXT, PRIMARY KEY (delivery_id, attempt))`,

  "CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
  // The records of a spec. `view_place` is the list below another record in which one was created.
  `CREATE TABLE records (place TEXT NOT NULL, id TEXT NOT NULL, sequence BIGINT NOT NULL, view_place TEXT,
    body TEXT NOT NULL, PRIMARY KEY (place, id))`,
];

/** Changes with the tables: databases and snapshots of another version cannot be used. */
export const TABLES_VERSION = 6;

/** The `until_sequence` of current versions. */
export const NO_END_SEQUENCE = 9_000_000_000_000_000;

/** The tables that a reset empties and a snapshot contains, in insertion order. */
export const TABLE_NAMES: readonly string[] = TABLES.flatMap(
  (statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? [],
);
