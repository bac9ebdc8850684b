import { type Document, resolvePointer } from "../../src/document/index.js";
import { badValues } from "./bad-values.js";
import { schemaOf } from "./body-operators.js";
import {
  essence,
  headerOf,
  type Side,
  textOf,
  withBody,
  withHeader,
  withoutHeader,
  withStatus,
} from "./edit-exchange.js";
import type { Clean, Edited, Operator } from "./mutant.js";

/** Operators on what both sides have (types, bodies as text), and on status and headers of the answer. */
export function messageOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  const operator = (name: string, because: string, edits: Operator["edits"]): Operator => ({
    name,
    kind: "violation",
    because,
    edits,
  });
  const onBodies = (
    name: string,
    because: string,
    edit: (clean: Clean, side: Side, text: string) => Iterable<Edited>,
  ) =>
    operator(name, because, function* (clean) {
      for (const side of sides(clean)) {
        const text = textOf(clean.exchange, side);
        if (text !== undefined) yield* edit(clean, side, text);
      }
    });
  return [
    operator("answer: status not documented", "no code, range or default covers it", otherStatus),
    operator("answer: required header missing", "required", answerHeaderMissing),
    operator("answer: header value invalid", "the value keeps not its schema", (clean) =>
      answerHeaderInvalid(clean, documents),
    ),
    {
      name: "drift: undeclared answer header",
      kind: "drift",
      because: "nobody declares the name",
      edits: answerHeaderUndeclared,
    },
    operator("answer: body where none is documented", "the answer has no content", bodyOnBodiless),
    operator("answer: documented body missing", "the answer has content", answerBodyMissing),
    onBodies("content-type not documented", "nothing documented covers it", function* ({ exchange }, side) {
      yield { exchange: withHeader(exchange, side, "Content-Type", "text/csv"), what: `${side}: text/csv` };
    }),
    onBodies("content-type of another answer", "nothing documented covers it", function* ({ exchange }, side) {
      const type = essence(exchange, side) ?? "";
      const other = type.endsWith("json") ? "application/vnd.other+json" : "multipart/form-data; boundary=x";
      yield { exchange: withHeader(exchange, side, "Content-Type", other), what: `${side}: ${other}` };
    }),
    onBodies("content-type missing", "a body has a type", function* ({ exchange }, side) {
      yield { exchange: withoutHeader(exchange, side, "content-type"), what: `${side}: no Content-Type` };
    }),
    onBodies("body cut off", "JSON without its end is none", function* (clean, side, text) {
      if (isJson(clean, side)) yield cut(clean, side, text.slice(0, Math.floor(text.length / 2)));
    }),
    onBodies("body with a trailing comma", "JSON has none", function* (clean, side, text) {
      if (isJson(clean, side) && /[^[{]\s*[\]}]\s*$/.test(text))
        yield cut(clean, side, text.replace(/([\]}])\s*$/, ",$1"));
    }),
    onBodies("body with a second value behind", "JSON is one value", function* (clean, side, text) {
      if (isJson(clean, side)) yield cut(clean, side, `${text}{}`);
    }),
    onBodies("body is text of an error page", "that is no JSON", function* (clean, side) {
      if (isJson(clean, side)) yield cut(clean, side, "<html>Bad Gateway</html>");
    }),
    onBodies("body with NaN", "JSON has none", function* (clean, side, text) {
      const other = text.replace(/":\s*\d+/, '":NaN');
      // In a text it would stand for itself.
      if (isJson(clean, side) && !isReadable(other)) yield cut(clean, side, other);
    }),
    onBodies("body is JSON as a string in JSON", "schema", function* (clean, side, text) {
      const schema = schemaOf(clean, side);
      if (!isJson(clean, side) || schema === undefined) return;
      yield { ...cut(clean, side, JSON.stringify(text)), claim: { side, schema, value: text, certain: false } };
    }),
  ];
}

function isReadable(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** A refused request may be wrong. */
function sides({ exchange }: Clean): readonly Side[] {
  return exchange.response.status >= 400 ? ["response"] : ["request", "response"];
}

function isJson({ exchange }: Clean, side: Side): boolean {
  return /[/+]json$/.test(essence(exchange, side) ?? "");
}

function cut({ exchange }: Clean, side: Side, text: string): Edited {
  return { exchange: withBody(exchange, side, text), what: `${side} body: ${text.slice(0, 30)}…` };
}

function* otherStatus({ exchange, operation }: Clean): Iterable<Edited> {
  const documented = operation.responses.map(({ status }) => status);
  for (const status of [202, 206, 207, 418, 503]) {
    const isCovered = ["default", String(status), `${Math.floor(status / 100)}XX`].some((it) =>
      documented.includes(it),
    );
    if (!isCovered) yield { exchange: withStatus(exchange, status), what: `status ${status}` };
  }
}

function answerOf({ exchange, operation }: Clean): Clean["operation"]["responses"][number] | undefined {
  return operation.responses.find(({ status }) => status === String(exchange.response.status));
}

function* answerHeaderMissing(clean: Clean): Iterable<Edited> {
  for (const { name, required } of answerOf(clean)?.headers ?? []) {
    if (required && headerOf(clean.exchange, "response", name) !== undefined)
      yield { exchange: withoutHeader(clean.exchange, "response", name), what: `without ${name}` };
  }
}

function* answerHeaderInvalid(clean: Clean, documents: ReadonlyMap<string, Document>): Iterable<Edited> {
  const document = documents.get(clean.contract);
  for (const { name, schema } of answerOf(clean)?.headers ?? []) {
    if (document === undefined || schema === undefined) continue;
    for (const value of badValues(resolvePointer(document, schema)?.value ?? {}))
      yield { exchange: withHeader(clean.exchange, "response", name, value), what: `${name}: ${value}` };
  }
}

/** An answer that is not documented declares nothing. */
function* answerHeaderUndeclared(clean: Clean): Iterable<Edited> {
  if (answerOf(clean) !== undefined)
    yield { exchange: withHeader(clean.exchange, "response", "Zz-Undeclared", "1"), what: "Zz-Undeclared: 1" };
}

function* bodyOnBodiless(clean: Clean): Iterable<Edited> {
  if (answerOf(clean)?.content.length !== 0 || textOf(clean.exchange, "response") !== undefined) return;
  const typed = withHeader(clean.exchange, "response", "Content-Type", "application/json");
  yield { exchange: withBody(typed, "response", "{}"), what: "a body" };
}

function* answerBodyMissing(clean: Clean): Iterable<Edited> {
  const { exchange } = clean;
  const content = answerOf(clean)?.content ?? [];
  // Text and bytes may be empty.
  if (content.length === 0 || !content.every(({ range }) => /[/+]json$/.test(range))) return;
  if (textOf(exchange, "response") === undefined) return;
  // With a Content-Length it would be a body that was not recorded.
  const without = withoutHeader(withBody(exchange, "response", { kind: "none" }), "response", "content-length");
  yield { exchange: without, what: "no body" };
  yield { exchange: withoutHeader(without, "response", "content-type"), what: "neither body nor Content-Type" };
}
