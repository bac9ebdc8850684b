import type { ListFacts } from "../../resources/index.js";

/** What a spec does not say about its client: the member `client` of contract.config.yaml. */
export type ClientConfig = {
  /** The module that generated files import the runtime from. */
  readonly runtime?: string;
  /** The header with the idempotency key of requests. */
  readonly idempotencyKey?: string;
  /** The operation that issues access tokens. `createClient` gets `jwtBearer` and `password` for it. */
  readonly tokenEndpoint?: string;
  /** How lists continue, by operation. */
  readonly lists?: Readonly<Record<string, ListConfig>>;
  /** Types of ids, each with the parameters and properties that have it: `{ NoteId: ["noteId", "Note.id"] }`. */
  readonly brands?: Readonly<Record<string, readonly string[]>>;
  /** How webhooks are signed, for `webhooks.ts`. */
  readonly webhooks?: WebhookConfig;
  /** What is written besides the types and the client. */
  readonly with?: readonly (typeof ADDITIONS)[number][];
  /** What a package of the client says about itself. */
  readonly package?: PackageConfig;
};

/** Standard Webhooks, or how the signature of a service is found: `WebhookScheme` of the runtime. */
export type WebhookConfig = "standard-webhooks" | { readonly header: string; readonly [name: string]: string | number };

/** Names of files for other libraries. */
export type Integration = (typeof INTEGRATIONS)[number];

export const INTEGRATIONS = ["standard-schema", "tanstack-query", "msw"] as const;

/** Names of what `with` adds: validators, the spec as one document, the runtime of the client, and files for libraries. */
export const ADDITIONS = ["validators", "bundle", "runtime", ...INTEGRATIONS] as const;

/** `standard-schema` needs validators, and writes them too. */
export function hasValidators({ with: wanted = [] }: ClientConfig): boolean {
  return wanted.includes("validators") || wanted.includes("standard-schema");
}

/** The module that generated files import the runtime from. */
export function getRuntimeModule({ runtime = DEFAULT_RUNTIME, with: wanted = [] }: ClientConfig): string {
  return wanted.includes("runtime") ? INLINED_RUNTIME : runtime;
}

/** Written beside the client, as `with: [runtime]` says. */
export const INLINED_RUNTIME = "./runtime/index.js";

export const DEFAULT_RUNTIME = "commerce-contract/runtime";

/** What a package says about itself: the member `client.package` of contract.config.yaml. */
export type PackageConfig = {
  /** By default, the title of the spec in lower case. */
  readonly name?: string;
  /** By default, the version of the spec. */
  readonly version?: string;
  /** An SPDX identifier. By default, that of the spec. */
  readonly license?: string;
};

/** How a list continues, in place of what the spec states with `x-list`. */
export type ListConfig = Partial<
  Pick<ListFacts, "name" | "style" | "items" | "start" | "size" | "next" | "id" | "maxPages">
>;
