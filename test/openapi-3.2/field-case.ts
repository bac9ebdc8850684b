/** What the table of fields consists of. */
export type FieldCase = {
  /** The object and the field, as the specification names them. */
  readonly field: string;
  /** A pointer, and a value that is not allowed there; the finding of lint is at the pointer. */
  readonly invalid: Edit;
  /** The cases of exchange-cases.ts, or why the field does not affect traffic. */
  readonly check: readonly string[] | Reason;
  /** An edit and the code that diff reports for it, or why it reports nothing. */
  readonly diff: readonly [...Edit, code: string] | Reason;
  /** What the probe finds in a service with a defect there, in a request or in a response, or what it sends. */
  readonly probe: string | Output | Reason;
  /** What a command writes, and the edit without which it does not write it. */
  readonly generate: Output | Reason;
  readonly mock: Output | Reason;
  readonly docs: Output | Reason;
  /** What is undocumented in an exchange of DRIFTS, and is suggested. */
  readonly suggest: string | Reason;
};

type Edit = readonly [pointer: string, value: unknown];
export type Output = { readonly writes: string; readonly without: string };
export type Reason = { readonly reason: string };
type Cells = Omit<FieldCase, "field" | "invalid">;

export const because = (reason: string): Reason => ({ reason });
export const writes = (text: string, without: string): Output => ({ writes: text, without });
export const DOCUMENTATION = because("documentation only");
export const AS_BEFORE = because("as in 3.1");
export const CLOSED = because("nothing can be added");
export const PRISM = because("Prism reads it as in 3.1");
/** The cells of a field that does not affect traffic. */
export const QUIET = {
  ...{ check: DOCUMENTATION, diff: DOCUMENTATION, probe: DOCUMENTATION, generate: DOCUMENTATION },
  ...{ mock: DOCUMENTATION, docs: DOCUMENTATION, suggest: DOCUMENTATION },
} satisfies Cells;
export const PARTS = "/paths/~1parts/post/requestBody/content";
export const EVENTS = "/paths/~1events/get/responses/200/content";
export const SEARCH = "/paths/~1search";
export const COOKIE = "/paths/~1cookies/get/parameters/0";
export const SET_COOKIE = "/paths/~1cookies/get/responses/204/headers/Set-Cookie";
export const FILE = "/paths/~1files~1{name}";
export const FOUND = "/components/mediaTypes/Found";
export const NOTE = "/components/schemas/Note/properties";
export const MAPPING = "/components/schemas/Animal/discriminator/defaultMapping";
export const KEY = "/components/securitySchemes/key";
export const DEVICE = "/components/securitySchemes/device";
