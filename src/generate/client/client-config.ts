import type { ListFacts } from "../../resources/index.js";
import keywords from "../../resources/keywords.schema.json" with { type: "json" };
import { key, type ValueOf } from "../../schema/index.js";

/** The files for other libraries, by what `with` calls them. */
export const INTEGRATION_FILES = {
  "standard-schema": "schemas",
  "tanstack-query": "queries",
  msw: "handlers",
} as const;

export const INTEGRATIONS = Object.keys(INTEGRATION_FILES) as (keyof typeof INTEGRATION_FILES)[];

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

const IDENTIFIER = "^[A-Za-z_$][\\w$]*$";
/** How a list continues, in place of what the spec states with `x-list`. */
export type ListConfig = Partial<
  Pick<ListFacts, "name" | "style" | "items" | "start" | "size" | "next" | "id" | "maxPages">
>;

// Members that only checks need are not for clients.
const { name, style, items, start, size, next, id, maxPages } = keywords.properties["x-list"].properties;
const LIST = { style, items, start, size, next, id, name, maxPages };

const WEBHOOKS = key.either(
  "How webhooks are signed: Standard Webhooks, or an HMAC.",
  key.names("", ["standard-webhooks"]),
  key.object(
    "",
    {
      header: key.text("The header with the signature."),
      field: key.text("The member of the header with the signature."),
      prefix: key.text("What precedes a signature, such as sha256=.", {}),
      encoding: key.names("How the signature is written (default: hex).", ["hex", "base64"]),
      hash: key.names("The hash of the HMAC (default: SHA-256).", ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]),
      signed: key.text("What is signed: {body} and names of headers, such as {x-time}.{body} (default: {body}).", {
        pattern: "\\{body\\}",
      }),
      timestamp: key.text("The header with the time in Unix seconds."),
      tolerance: key.number("How far the time may be away, in seconds (default: 300).", { minimum: 0 }),
      secretPrefix: key.text("What precedes a secret that is base64, such as whsec_.", {}),
    },
    ["header"],
  ),
);

/** Standard Webhooks, or how the signature of a service is found: `WebhookScheme` of the runtime. */
export type WebhookConfig = ValueOf<typeof WEBHOOKS>;

const PACKAGE = key.object(
  "What contract generate --package writes to package.json (default: title, version and license of the spec).",
  {
    name: key.text("The name of the package.", {
      pattern: "^(@[a-z0-9-~][a-z0-9-._~]*/)?[a-z0-9-~][a-z0-9-._~]*$",
      maxLength: 214,
    }),
    version: key.text("A semantic version.", { pattern: "^\\d+\\.\\d+\\.\\d+([-+].+)?$" }),
    license: key.text("An SPDX identifier."),
  },
);

/** What a package says about itself. */
export type PackageConfig = ValueOf<typeof PACKAGE>;

/** The member `client` of contract.config.yaml. */
export const CLIENT = key.object("What the spec does not say about its client, for contract generate.", {
  runtime: key.text(`The module that generated files import the runtime from (default: ${DEFAULT_RUNTIME}).`),
  idempotencyKey: key.text("The header with the idempotency key of requests."),
  tokenEndpoint: key.text("The operation that issues access tokens to the sign-ins jwtBearer and password."),
  brands: key.map(
    "Types of ids, each with the parameters and properties that have it, such as NoteId: [noteId, Note.id].",
    key.list("", key.text(""), { minItems: 1 }),
    { propertyNames: { pattern: IDENTIFIER } },
  ),
  webhooks: WEBHOOKS,
  with: key.list(
    "What is written besides the types and the client: validators, the spec as one document (bundle), the runtime of the client, or a file for a library.",
    key.names("", ADDITIONS),
  ),
  package: PACKAGE,
  lists: key.map(
    "How lists continue, by operationId or METHOD PATH. x-list of an operation has the same members.",
    key.any<ListConfig>("", { type: "object", additionalProperties: false, properties: LIST }),
  ),
});

/** What a spec does not say about its client. */
export type ClientConfig = ValueOf<typeof CLIENT>;
