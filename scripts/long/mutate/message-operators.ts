import { type Document, resolvePointer } from "../../../src/document/index.js";
import { findBodySchema } from "./body-operators.js";
import {
  getHeader,
  getMediaType,
  getText,
  type Side,
  withBody,
  withHeader,
  withoutHeader,
  withStatus,
} from "./edit-exchange.js";
import { listInvalidValues } from "./invalid-values.js";
import type { Clean, Edited, Operator } from "./mutant.js";

/** Mutation operators for content types and raw bodies of requests and responses, and for the status and headers of responses. */
export function createMessageOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  return [
    createViolation("response: status not documented", "no code, range or default covers it", changeStatus),
    createViolation("response: required header missing", "required", removeResponseHeader),
    createViolation("response: header value invalid", "the value violates its schema", (clean) =>
      invalidateResponseHeader(clean, documents),
    ),
    {
      name: "drift: undeclared response header",
      kind: "drift",
      because: "the name is not declared",
      edits: addUndeclaredHeader,
    },
    createViolation("response: body where none is documented", "the response has no content", addBody),
    createViolation("response: documented body missing", "the response has content", removeBody),
    createBodyViolation(
      "content-type not documented",
      "no documented media type matches it",
      function* ({ exchange }, side) {
        yield { exchange: withHeader(exchange, side, "Content-Type", "text/csv"), description: `${side}: text/csv` };
      },
    ),
    createBodyViolation(
      "content-type of another response",
      "no documented media type matches it",
      function* ({ exchange }, side) {
        const type = getMediaType(exchange, side) ?? "";
        const other = type.endsWith("json") ? "application/vnd.other+json" : "multipart/form-data; boundary=x";
        yield { exchange: withHeader(exchange, side, "Content-Type", other), description: `${side}: ${other}` };
      },
    ),
    createBodyViolation("content-type missing", "a body needs a Content-Type", function* ({ exchange }, side) {
      yield { exchange: withoutHeader(exchange, side, "content-type"), description: `${side}: no Content-Type` };
    }),
    createBodyViolation("body cut off", "truncated JSON is malformed", function* (clean, side, text) {
      if (isJson(clean, side)) yield withRawBody(clean, side, text.slice(0, Math.floor(text.length / 2)));
    }),
    createBodyViolation("body with a trailing comma", "JSON has no trailing comma", function* (clean, side, text) {
      if (isJson(clean, side) && /[^[{]\s*[\]}]\s*$/.test(text))
        yield withRawBody(clean, side, text.replace(/([\]}])\s*$/, ",$1"));
    }),
    createBodyViolation("body with a second value behind", "JSON is one value", function* (clean, side, text) {
      if (isJson(clean, side)) yield withRawBody(clean, side, `${text}{}`);
    }),
    createBodyViolation("body is text of an error page", "the body is not JSON", function* (clean, side) {
      if (isJson(clean, side)) yield withRawBody(clean, side, "<html>Bad Gateway</html>");
    }),
    createBodyViolation("body with NaN", "JSON has no NaN", function* (clean, side, text) {
      const other = text.replace(/":\s*\d+/, '":NaN');
      // Inside a string, NaN is valid.
      if (isJson(clean, side) && !isParsable(other)) yield withRawBody(clean, side, other);
    }),
    createBodyViolation("body is JSON as a string in JSON", "schema", function* (clean, side, text) {
      const schema = findBodySchema(clean, side);
      if (!isJson(clean, side) || schema === undefined) return;
      yield {
        ...withRawBody(clean, side, JSON.stringify(text)),
        claim: { side, schema, value: text, isCertain: false },
      };
    }),
  ];
}

type BodyEdit = (clean: Clean, side: Side, text: string) => Iterable<Edited>;

function createViolation(name: string, because: string, edits: Operator["edits"]): Operator {
  return { name, kind: "violation", because, edits };
}

function createBodyViolation(name: string, because: string, edit: BodyEdit): Operator {
  return createViolation(name, because, function* (clean) {
    for (const side of listSides(clean)) {
      const text = getText(clean.exchange, side);
      if (text !== undefined) yield* edit(clean, side, text);
    }
  });
}

function isParsable(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** A request that is rejected with 4xx may be invalid, so only its response is mutated. */
function listSides({ exchange }: Clean): readonly Side[] {
  return exchange.response.status >= 400 ? ["response"] : ["request", "response"];
}

function isJson({ exchange }: Clean, side: Side): boolean {
  return /[/+]json$/.test(getMediaType(exchange, side) ?? "");
}

function withRawBody({ exchange }: Clean, side: Side, text: string): Edited {
  return { exchange: withBody(exchange, side, text), description: `${side} body: ${text.slice(0, 30)}…` };
}

function* changeStatus({ exchange, operation }: Clean): Iterable<Edited> {
  const documented = operation.responses.map(({ status }) => status);
  for (const status of [202, 206, 207, 418, 503]) {
    const isCovered = ["default", String(status), `${Math.floor(status / 100)}XX`].some((it) =>
      documented.includes(it),
    );
    if (!isCovered) yield { exchange: withStatus(exchange, status), description: `status ${status}` };
  }
}

function findResponse({ exchange, operation }: Clean): Clean["operation"]["responses"][number] | undefined {
  return operation.responses.find(({ status }) => status === String(exchange.response.status));
}

function* removeResponseHeader(clean: Clean): Iterable<Edited> {
  for (const { name, required } of findResponse(clean)?.headers ?? []) {
    if (required && getHeader(clean.exchange, "response", name) !== undefined)
      yield { exchange: withoutHeader(clean.exchange, "response", name), description: `without ${name}` };
  }
}

function* invalidateResponseHeader(clean: Clean, documents: ReadonlyMap<string, Document>): Iterable<Edited> {
  const document = documents.get(clean.contract);
  for (const { name, schema } of findResponse(clean)?.headers ?? []) {
    if (document === undefined || schema === undefined) continue;
    for (const value of listInvalidValues(resolvePointer(document, schema)?.value ?? {}))
      yield { exchange: withHeader(clean.exchange, "response", name, value), description: `${name}: ${value}` };
  }
}

/** An undocumented response declares no headers, so every header would be undeclared. */
function* addUndeclaredHeader(clean: Clean): Iterable<Edited> {
  if (findResponse(clean) !== undefined)
    yield { exchange: withHeader(clean.exchange, "response", "Zz-Undeclared", "1"), description: "Zz-Undeclared: 1" };
}

function* addBody(clean: Clean): Iterable<Edited> {
  if (findResponse(clean)?.content.length !== 0 || getText(clean.exchange, "response") !== undefined) return;
  const typed = withHeader(clean.exchange, "response", "Content-Type", "application/json");
  yield { exchange: withBody(typed, "response", "{}"), description: "a body" };
}

function* removeBody(clean: Clean): Iterable<Edited> {
  const { exchange } = clean;
  const content = findResponse(clean)?.content ?? [];
  // A body of text or bytes may be empty.
  if (content.length === 0 || !content.every(({ range }) => /[/+]json$/.test(range))) return;
  if (getText(exchange, "response") === undefined) return;
  // With a Content-Length, the body would count as not recorded.
  const without = withoutHeader(withBody(exchange, "response", { kind: "none" }), "response", "content-length");
  yield { exchange: without, description: "no body" };
  yield { exchange: withoutHeader(without, "response", "content-type"), description: "neither body nor Content-Type" };
}
