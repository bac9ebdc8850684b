/** `client.brands`: which strings of the types get a type of their own. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateOutput } from "../../src/generate/generate.js";

const SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes/{noteId}:
    parameters: [{ $ref: "#/components/parameters/noteId" }]
    get:
      operationId: getNote
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { $ref: "#/components/schemas/Id" } } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: A note, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
components:
  parameters:
    noteId: { name: noteId, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } }
  schemas:
    Id: { type: string }
    Note:
      type: object
      required: [id, owner, links, next]
      properties:
        id: { $ref: "#/components/schemas/Id" }
        owner: { type: string }
        links: { $ref: "#/components/schemas/Ids" }
        next: { type: [string, "null"] }
    Ids: { type: array, items: { type: string } }
`;

const ALL = { NoteId: ["noteId", "Note.id", "Note.links", "Note.next"], Tag: ["tags"], UserId: ["Note.owner"] };

const WRITTEN = { with: ["validators", "bundle"] } as const;

async function generateTypesOf(brands: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const document = loadDocument("notes.yaml", () => SPEC);
  const { files } = await generateOutput(document, { ...WRITTEN, brands });
  // Only the types change.
  const { files: plain } = await generateOutput(document, WRITTEN);
  for (const name of ["openapi.json", "validators.js", "calls.ts"]) expect(files.get(name)).toBe(plain.get(name));
  return files.get("types.ts") ?? "";
}

test.each([
  ["a parameter", `noteId: \`\${Brand`, ["noteId"]],
  ["the items of a parameter", `tags?: \`\${Brand`, ["tags"]],
  ["a property", `owner: \`\${Brand`, ["Note.owner"]],
  ["a property that refers to a schema", `\n  id: \`\${Brand`, ["Note.id"]],
  ["the items of a list that is referred to", `links: \`\${Brand.X}\`[]`, ["Note.links"]],
  ["what can be null", `next: \`\${Brand.X}\` | null`, ["Note.next"]],
])("%s", async (_, text, places) => {
  const types = await generateTypesOf({ X: places });
  expect(types).toContain(text);
  expect(types).toContain(`export type X = \`\${Brand.X}\`;`);
  expect(types.match(/: `\$\{Brand/g)).toHaveLength(1);
  const others = Object.values(ALL).flat();
  expect(await generateTypesOf({ X: others.filter((it) => !places.includes(it)) })).not.toContain(text);
});

test("several brands", async () => {
  const types = await generateTypesOf(ALL);
  expect(types.match(/: `\$\{Brand\.\w+/g)?.sort()).toEqual([
    ...Array(4).fill(`: \`\${Brand.NoteId`),
    `: \`\${Brand.Tag`,
    `: \`\${Brand.UserId`,
  ]);
});

test.each([
  ["noteID", "client.brands: X: the spec has no noteID; expected a parameter, such as noteId, or a property"],
  ["Note.name", "client.brands: X: the spec has no Note.name;"],
  ["limit", "client.brands: X: limit is not a string (/paths/~1notes~1{noteId}/get/parameters/1/schema)"],
])("%s is refused", async (place, message) => {
  await expect(generateTypesOf({ X: [place] })).rejects.toThrow(message);
});
