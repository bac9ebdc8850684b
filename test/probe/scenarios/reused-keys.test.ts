import { expect, test } from "vitest";
import { createKeyScenarios } from "../../../src/probe/scenarios/write-variants.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const NOTE = 'content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }';
const BODY =
  'content: { application/json: { schema: { $ref: "#/components/schemas/Note" }, example: { text: T, size: 4 } } }';
const PARAMETERS = "parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }]";
const OTHERS = `"201": { description: d, ${NOTE} }, "400": { description: d }, "404": { description: d }`;
const SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post: { operationId: createNote, ${PARAMETERS}, requestBody: { required: true, ${BODY} }, responses: { ${OTHERS} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readNote, responses: { "200": { description: d, ${NOTE} }, ${OTHERS} } }
    put: { operationId: putNote, ${PARAMETERS}, requestBody: { required: true, ${BODY} }, responses: { "200": { description: d, ${NOTE} }, ${OTHERS} } }
    patch: { operationId: patchNote, ${PARAMETERS}, requestBody: { required: true, ${BODY.replace("json", "merge-patch+json")} }, responses: { "200": { description: d, ${NOTE} }, ${OTHERS} } }
components:
  schemas: { Note: { type: object, properties: { id: { type: string, format: uuid, readOnly: true }, text: { type: string }, size: { type: integer, minimum: 0, maximum: 9 } } } }
`;

/** A service that keeps responses by key. A request without a key is no repetition. */
function createNotes(getKey: (sent: Sent) => string | undefined, rejectsOthers = false): (sent: Sent) => Reply {
  const notes = new Map<unknown, object>();
  const known = new Map<string, { readonly reply: Reply; readonly body: string }>();
  const write = ({ id, path, value }: Sent): Reply => {
    if (id === "createNote") {
      const own = `7c9e6679-7425-40de-944b-${String(notes.size).padStart(12, "0")}`;
      notes.set(own, { ...(value as object), id: own });
      return { status: 201, body: notes.get(own) };
    }
    const before = notes.get(path.id);
    if (id === "patchNote" && before === undefined) return { status: 404 };
    notes.set(path.id, { ...(id === "patchNote" && before), ...(value as object), id: path.id });
    return { status: before === undefined ? 201 : 200, body: notes.get(path.id) };
  };
  return (sent) => {
    if (sent.id === "readNote") {
      const body = notes.get(sent.path.id);
      return body === undefined ? { status: 404 } : { status: 200, body };
    }
    const key = sent.requestId === undefined ? undefined : getKey(sent);
    const earlier = key === undefined ? undefined : known.get(key);
    const body = JSON.stringify([sent.id, sent.path, sent.value]);
    if (earlier !== undefined) return rejectsOthers && earlier.body !== body ? { status: 400 } : earlier.reply;
    const reply = write(sent);
    if (key !== undefined && reply.status < 300) known.set(key, { reply, body });
    return reply;
  };
}

const ofAll = (...parts: readonly unknown[]): string => JSON.stringify(parts);

test.each<
  [name: string, getKey: (sent: Sent) => string | undefined, rejectsOthers: boolean, findings: readonly string[]]
>([
  ["for each body", ({ requestId, id, path, value }) => ofAll(requestId, id, path, value), false, []],
  ["for all, and rejects others", ({ requestId }) => ofAll(requestId), true, []],
  [
    "for each path and method",
    ({ requestId, id, path }) => ofAll(requestId, id, path),
    false,
    [
      "createNote: the response is 201 with the idempotency key of a request with another payload",
      "putNote: the response is 200 with the idempotency key of a request with another payload",
    ],
  ],
  [
    "for each path",
    ({ requestId, path, id, value }) =>
      id === "createNote" ? ofAll(id, value) : ofAll(requestId, path, id === "patchNote" || value),
    false,
    [],
  ],
])("a service that keeps keys %s", async (_, getKey, rejectsOthers, findings) => {
  const lines = await runScenarios({
    spec: SPEC,
    service: createNotes(getKey, rejectsOthers),
    create: [createKeyScenarios],
  });
  expect(lines.filter((it) => it.startsWith("  "))).toEqual(findings.map((it) => expect.stringContaining(it)));
});
