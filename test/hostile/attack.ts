/** One thing that somebody could do to us, and what becomes of it. */
export type Attack = {
  readonly attack: string;
  /** Made when the attack is run, in a process of its own. */
  readonly files: () => Readonly<Record<string, string | Uint8Array>>;
  /** What is run beside these files; judging the traffic, unless something else is said. */
  readonly args?: readonly string[];
  readonly code: 0 | 1 | 2;
  /** What the output says. */
  readonly says: RegExp;
  /** What it must not hold; control characters and traces of the stack are never allowed. */
  readonly never?: RegExp;
};

/** A description with one operation, GET /a on https://a.example, that answers with JSON of a schema. */
export function answering(schema: string, schemas: Readonly<Record<string, string>> = {}): string {
  const components = Object.entries(schemas).map(([name, text]) => `    ${name}: ${text}\n`);
  return [
    'openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /a:\n    get:',
    `      responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } }`,
    ...(components.length === 0 ? [] : [`components:\n  schemas:\n${components.join("")}`]),
  ].join("\n");
}

/** A description whose operation GET /a/{p} takes parameters, and answers with nothing. */
export function taking(...parameters: readonly string[]): string {
  const all = ["{ name: p, in: path, required: true, schema: {} }", ...parameters];
  return answering("{}")
    .replace("  /a:", "  /a/{p}:")
    .replace("    get:", `    get:\n      parameters: [${all.join(", ")}]`);
}

type Answer = {
  readonly url?: string;
  readonly body?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly base64?: boolean;
};

/** A recording of GET /a that was answered. */
export function answered({ url = "https://a.example/a", body = "{}", headers = [], base64 = false }: Answer): string {
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
