import { describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: Library, version: "1" }
servers: [{ url: "https://library.example/v1" }]
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A book
          content:
            application/json:
              schema:
                type: object
                properties:
                  title: { type: string }
                  binding:
                    enum: [paperback, hardcover]
                  genre: { type: string, x-extensible-enum: [fiction, science] }
                  accessToken: { type: integer }
                  pin: { type: integer, x-sensitive: true }
                  inner: { type: object, maxProperties: 1 }
`;

async function getTextReport(value: unknown): Promise<string> {
  const text = JSON.stringify(value);
  const folder = createFolder({
    "spec.yaml": SPEC,
    "a.har": createHar(createHarEntry({ response: { content: { size: text.length, text } } })),
  });
  const { stdout } = await runContract(["check", folder, "--spec", `${folder}/spec.yaml`]);
  return stdout.replaceAll(folder, "");
}

describe("the text report shows both sides", () => {
  test("the part of the spec with its lines, and the location in the body with its line", async () => {
    const text = await getTextReport({ title: "Emma", binding: "hardcovr" });
    expect(text).toContain(
      'expected one of "paperback", "hardcover" (did you mean "hardcover"?), got string "hardcovr"',
    );
    expect(text).toMatch(/spec\.yaml:19:21 .*\n +19 │ enum: \[paperback, hardcover\]\n/);
    expect(text).toMatch(/recording .*\/binding\n +3 │ "binding": "hardcovr"\n/);
  });

  test("the closest names for a value not in the enum and for an undeclared property", async () => {
    const text = await getTextReport({ genre: "scienec", titel: "Emma" });
    expect(text).toContain('did you mean "science" for "scienec"?');
    expect(text).toContain('did you mean "title" for "titel"?');
    expect(text).toMatch(/\n +3 │ "titel": "\[redacted\]"\n/);
  });

  test("lines are counted in the indented body", async () => {
    expect(await getTextReport({ inner: { a: [1, { b: 2 }], c: {}, d: [] }, binding: 1 })).toMatch(
      /\n +12 │ "binding": 1\n/,
    );
  });

  test("no secrets, and of objects only the names", async () => {
    const text = await getTextReport({ accessToken: "s3cret", pin: "s3cret", inner: { a: "s3cret", b: 1 } });
    expect(text).toMatch(/│ "accessToken": "\[redacted\]"/);
    expect(text).toMatch(/│ "pin": "\[redacted\]"/);
    expect(text).toMatch(/│ "inner": \{ "a", "b" \}/);
    expect(text).not.toContain("s3cret");
  });
});
