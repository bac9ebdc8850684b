import {
  asObject,
  asString,
  type Document,
  memoizeByObject,
  type Operation,
  type Pointer,
  valueAt,
} from "../document/index.js";

/** What a spec states about an operation that registers webhooks: `x-registers-webhooks`. */
export type RegistrationFacts = {
  /** JSON Pointer to the URL for deliveries in the request body. */
  readonly url: Pointer;
  /** JSON Pointer to the signing secret in the request body. */
  readonly secret: Pointer | undefined;
  /** By a JSON Pointer into an event, the JSON Pointer to what the registration has for it, in its request or its response. */
  readonly delivers: Readonly<Record<Pointer, Pointer>>;
};

/** Reads what the spec states about the registration of webhooks by an operation. */
export function getRegistrationFacts(document: Document, operation: Operation): RegistrationFacts | undefined {
  return getReader(document)(operation);
}

const getReader = memoizeByObject((document: Document) =>
  memoizeByObject((operation: Operation): RegistrationFacts | undefined => {
    const stated = asObject(asObject(valueAt(document.root, operation.pointer))?.["x-registers-webhooks"]);
    const url = asString(stated?.url);
    if (stated === undefined || url === undefined) return undefined;
    const delivers = Object.entries(asObject(stated.delivers) ?? {}).map(([at, from]) => [at, String(from)]);
    return { url, secret: asString(stated.secret), delivers: Object.fromEntries(delivers) };
  }),
);
