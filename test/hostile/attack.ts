/** A hostile input and the expected result. */
export type Attack = {
  readonly attack: string;
  /** Creates the files when the attack runs in its separate process. */
  readonly files: () => Readonly<Record<string, string | Uint8Array>>;
  /** The command line. Default: check traffic.har against spec.yaml. */
  readonly args?: readonly string[];
  readonly code: 0 | 1 | 2;
  /** The output has to match. */
  readonly message: RegExp;
  /** The output must not match. Control characters and stack traces are never allowed. */
  readonly never?: RegExp;
};

/** A spec with the operation GET /a on https://a.example, whose response is JSON with a schema. */
export function defineResponse(schema: string, schemas: Readonly<Record<string, string>> = {}): string {
  const components = Object.entries(schemas).map(([name, text]) => `    ${name}: ${text}\n`);
  return [
    'openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /a:\n    get:',
    `      responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } }`,
    ...(components.length === 0 ? [] : [`components:\n  schemas:\n${components.join("")}`]),
  ].join("\n");
}

/** A spec with the operation GET /a/{p}, which has parameters and an empty schema for the response. */
export function taking(...parameters: readonly string[]): string {
  const all = ["{ name: p, in: path, required: true, schema: {} }", ...parameters];
  return defineResponse("{}")
    .replace("  /a:", "  /a/{p}:")
    .replace("    get:", `    get:\n      parameters: [${all.join(", ")}]`);
}

type StubResponse = {
  readonly url?: string;
  readonly body?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly base64?: boolean;
};

/** A recording of GET /a and its response. */
export function createTraffic({
  url = "https://a.example/a",
  body = "{}",
  headers = [],
  base64 = false,
}: StubResponse): string {
  const named = headers.map(([name, value]) => ({ name, value }));
  const entry = {
    startedDateTime: "2026-01-31T09:30:00.000Z",
    request: { method: "GET", url, headers: [] },
    response: {
      status: 200,
      headers: [{ name: "Content-Type", value: "application/json" }, ...named],
      content: { mimeType: "application/json", text: body, ...(base64 ? { encoding: "base64" } : {}) },
    },
  };
  return JSON.stringify({ log: { version: "1.2", creator: { name: "t", version: "1" }, entries: [entry] } });
}
