/** All findings of small specs with many defects, in each version of OpenAPI. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DocumentError, groupBy, type JsonObject, loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { listChangedLines } from "../golden-text.js";

const FOLDER = join(import.meta.dirname, "findings");

/** Lists the findings of a spec, with the version and a title unless it has its own. */
function listFindings(openapi: string, spec: JsonObject): string {
  const text = JSON.stringify({ openapi, info: { title: "T", version: "1" }, ...spec });
  try {
    const document = loadDocument("spec.json", () => text);
    const found = lintDocument(document, { values: true });
    const errors = lintDocument(document, { values: true, isReported: (_, level) => level === "error" });
    expect(errors, "the errors alone").toEqual(found.filter(({ level }) => level === "error"));
    const lines = found.map(({ level, code, pointer, message }) => `${level} ${code} ${pointer}: ${message}`);
    return lines.join("\n").replaceAll(` ${openapi.slice(0, 3)}`, " of this version");
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const faults = error.diagnostics.map(({ message, pointer = "" }) => `${pointer}: ${message}`);
    return ["cannot be loaded", ...faults].join("\n");
  }
}

describe.each(["paths", "schemas"])("%s", (file) => {
  const specs = parse(readFileSync(join(FOLDER, `${file}.yaml`), "utf8")) as Readonly<Record<string, JsonObject>>;

  test.each(Object.keys(specs))("%s", (name) => {
    const spec = specs[name] ?? {};
    const found = listFindings("3.1.0", spec);
    // Two versions with the same findings stand together. A version without a text has those of 3.1.0.
    const others = groupBy(["3.0.4", "3.2.0"], (version) =>
      listChangedLines(found, listFindings(version, spec)).join("\n"),
    );
    others.delete("");
    const texts = [...others].map(([lines, versions]) => `===== in ${versions.join(", ")}\n${lines}`);
    expect([found, ...texts].join("\n")).toMatchSnapshot();
  });
});
